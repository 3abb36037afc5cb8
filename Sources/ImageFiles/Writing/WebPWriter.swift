public import CurlCore

/// Writes an animated WebP with libwebp, alpha kept; it is played for ever.
///
/// Of each frame only the blocks that have changed are compressed, so that what stands still is
/// compressed once. Frames are taken as they come, and the compressed film is held in memory to its
/// end. Safe from any task.
public actor WebPWriter: FilmWriter {
  /// What may be lost.
  public enum Quality: Sendable, Equatable {
    /// Nothing: colours of visible pixels are exact.
    case lossless
    /// From 0, smallest, to 100, best. Alpha is exact.
    case lossy(Int)
  }

  /// Pixels of a side at most.
  public static let largestSide = 16_383

  private let file: AtomicFile
  private let width: Int
  private let height: Int
  private let rate: FrameRate
  private let encoder: WebPEncoder
  private var canvas: FilmCanvas
  private var frameCount = 0

  /// Begins an animation in `file`.
  ///
  /// - Parameters:
  ///   - file: Where it goes.
  ///   - width: Pixels of the frames, 1 to ``largestSide``.
  ///   - height: Rows of the frames, likewise.
  ///   - rate: Frames per second; a frame begins at the nearest millisecond.
  ///   - quality: What may be lost.
  /// - Throws: An error of kind `unsupported` for sides that are too long.
  public init(
    _ file: AtomicFile, width: Int, height: Int, rate: FrameRate, quality: Quality = .lossy(90)
  ) throws(ImageFileError) {
    precondition(width > 0 && height > 0, "a film needs at least one pixel")
    if case .lossy(let value) = quality {
      precondition((0...100).contains(value), "a quality is from 0 to 100")
    }
    guard max(width, height) <= Self.largestSide,
      let encoder = WebPEncoder(width: width, height: height, quality: quality)
    else {
      throw ImageFileError(
        .unsupported, path: file.path,
        "cannot write '\(file.path)': a WebP of \(width)×\(height) can't be made; its sides have "
          + "\(Self.largestSide) pixels at most: choose a smaller size, or APNG")
    }
    self.file = file
    self.width = width
    self.height = height
    self.rate = rate
    self.encoder = encoder
    canvas = FilmCanvas(width: width, height: height, depth: .eight)
  }

  /// Compresses a frame.
  ///
  /// - Throws: An error of kind `unsupported` with libwebp's words, such as about memory.
  public func append(_ frame: Pixmap) throws(ImageFileError) {
    precondition(
      frame.width == width && frame.height == height,
      "a \(frame.width)×\(frame.height) frame in a \(width)×\(height) film")
    let start = rate.start(ofFrame: frameCount, unitsPerSecond: 1000)
    let end = rate.start(ofFrame: frameCount + 1, unitsPerSecond: 1000)
    do throws(WebPEncoder.Failure) {
      try encoder.add(canvas.show(frame), duration: end - start)
    } catch {
      throw failed(error)
    }
    frameCount += 1
  }

  /// Puts the file together, writes it and gives it its name.
  ///
  /// - Throws: An error of kind `unsupported` where there are no frames or with libwebp's words,
  ///   `writeFailed` or `cancelled`. The unfinished file is gone then.
  public func finish() throws(ImageFileError) {
    let bytes: [UInt8]
    do throws(WebPEncoder.Failure) {
      guard frameCount > 0 else {
        throw WebPEncoder.Failure(words: "it has no frames; append some")
      }
      bytes = try encoder.end()
    } catch {
      throw failed(error)
    }
    try file.write(bytes)
    try file.commit()
  }

  /// Gives up, and removes the unfinished file.
  public nonisolated func cancel() {
    file.discard()
  }

  private func failed(_ failure: WebPEncoder.Failure) -> ImageFileError {
    cancel()
    return ImageFileError(
      .unsupported, path: file.path, "cannot write '\(file.path)': \(failure.words)")
  }
}
