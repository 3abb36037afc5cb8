public import CurlCore

/// Writes an animated PNG, which needs no program and loses nothing: `PNGEncoder`'s container, filter
/// and compression around what changes from frame to frame.
///
/// Of each frame only the box that has changed is written, as straight RGBA; it is played for ever.
/// Frames are written as they come: memory holds what is shown and what comes next. The format is
/// that of the PNG specification, third edition. Safe from any task.
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
  /// The number of the next chunk that has one.
  private var number: UInt32 = 0

  /// Begins an animation in `file`.
  ///
  /// - Parameters:
  ///   - file: Where it goes.
  ///   - width: Pixels of the frames, 1 or more.
  ///   - height: Rows of the frames, 1 or more.
  ///   - frames: How many frames there will be, 1 or more: the file begins with it.
  ///   - rate: Frames per second; exact where both of its terms are below 65536.
  ///   - depth: Bits of a channel.
  ///   - compression: How much work to spend on a smaller file.
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
  /// - Precondition: `frame` has the film's size, and there were fewer frames than promised.
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

  /// Closes the file and gives it its name.
  ///
  /// - Throws: An error of kind `unsupported` where frames are missing, `writeFailed` or
  ///   `cancelled`. The unfinished file is gone then.
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

  /// Gives up, and removes the unfinished file.
  public nonisolated func cancel() {
    file.discard()
  }
}
