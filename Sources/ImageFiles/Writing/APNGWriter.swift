public import CurlCore

/// Writes an animated PNG, lossless and without an external program.
///
/// Each frame holds only the changed box, as straight RGBA, in `PNGEncoder`'s container, filter and
/// compression. The animation loops endlessly. Memory holds two frames: the shown one and the next.
/// The format follows the PNG specification, third edition. Safe from any task.
public actor APNGWriter: FilmWriter {
  private let file: AtomicFile
  private let width: Int
  private let height: Int
  private let frames: Int
  private let rate: FrameRate
  private let depth: BitDepth
  private let compression: PNGEncoder.Compression
  private var container = PNGContainer()
  private var canvas: FilmCanvas
  private var frameCount = 0
  /// Sequence number of the next animation chunk.
  private var number: UInt32 = 0

  /// Begins an animation in `file`.
  ///
  /// - Parameters:
  ///   - file: The output.
  ///   - width: Width of the frames, pixels, ≥ 1.
  ///   - height: Height of the frames, pixels, ≥ 1.
  ///   - frames: Number of frames, ≥ 1; the file's header holds it.
  ///   - rate: Frames per second; exact if numerator and denominator are below 65536.
  ///   - depth: Bits per channel.
  ///   - compression: Effort for a smaller file.
  public init(
    _ file: AtomicFile, width: Int, height: Int, frames: Int, rate: FrameRate,
    depth: BitDepth = .eight, compression: PNGEncoder.Compression = .fast
  ) {
    precondition(width > 0 && height > 0 && frames > 0, "a film needs a frame and a pixel")
    self.file = file
    self.width = width
    self.height = height
    self.frames = frames
    self.rate = rate
    self.depth = depth
    self.compression = compression
    canvas = FilmCanvas(width: width, height: height, depth: depth)
  }

  /// Writes a frame.
  ///
  /// - Precondition: `frame` has the film's size; fewer than the announced frames came before it.
  /// - Throws: An error of kind `writeFailed` or `cancelled`.
  public func append(_ frame: Pixmap) throws(ImageFileError) {
    precondition(
      frame.width == width && frame.height == height,
      "a \(frame.width)×\(frame.height) frame in a \(width)×\(height) film")
    precondition(frameCount < frames, "more frames than the \(frames) that were promised")
    let change = canvas.show(frame)
    let rows = PNGRows.filtered(
      change.pixels, height: change.box.height, rowBytes: change.box.width * depth.rawValue / 2)
    let stream = ZlibStream.compress(rows, compression)
    if frameCount == 0 {
      container.appendHeader(width: width, height: height, depth: depth, hasAlpha: true)
      container.appendAnimation(frames: frames)
    }
    container.appendControl(change, number: number, delay: rate.delay(ofFrame: frameCount))
    number += 1
    if frameCount == 0 {
      container.appendData(stream)
    } else {
      number = container.appendFrameData(stream, number: number)
    }
    frameCount += 1
    try file.write(container.take())
  }

  /// Closes the file and moves it to its final path.
  ///
  /// - Throws: An error of kind `unsupported` if frames are missing, `writeFailed` or `cancelled`.
  ///   The unfinished file is then removed.
  public func finish() throws(ImageFileError) {
    guard frameCount == frames else {
      cancel()
      throw ImageFileError(
        .unsupported, path: file.path,
        "cannot write '\(file.path)': it has \(frameCount) frames of \(frames); append the others")
    }
    container.appendEnd()
    try file.write(container.take())
    try file.commit()
  }

  /// Cancels the animation and removes the unfinished file.
  public nonisolated func cancel() {
    file.discard()
  }
}
