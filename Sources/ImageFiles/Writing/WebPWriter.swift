public import CurlCore

/// Writes an animated WebP with libwebp, with alpha; it loops endlessly.
///
/// Only the changed blocks of each frame are compressed, so static areas are compressed once. The
/// compressed film stays in memory until `finish()` writes it. Safe from any task.
public actor WebPWriter: FilmWriter {
  /// Lossless, or lossy with a quality.
  public enum Quality: Sendable, Equatable {
    /// Colours of visible pixels are exact.
    case lossless
    /// Quality from 0 (smallest file) to 100 (best); alpha is exact.
    case lossy(Int)
  }

  /// Longest side, pixels.
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
  ///   - file: The output.
  ///   - width: Width of the frames, pixels, 1 to ``largestSide``.
  ///   - height: Height of the frames, same range.
  ///   - rate: Frames per second; a frame begins at the nearest millisecond.
  ///   - quality: Lossless, or lossy with a quality.
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
        "cannot write '\(file.path)': a WebP of \(width)×\(height) isn't possible; its sides have "
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
  /// - Throws: An error of kind `unsupported` with libwebp's message, for example about memory.
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

  /// Assembles the file, writes it and moves it to its final path.
  ///
  /// - Throws: An error of kind `unsupported` if there are no frames, or with libwebp's message;
  ///   `writeFailed` or `cancelled`. The unfinished file is then removed.
  public func finish() throws(ImageFileError) {
    let bytes: [UInt8]
    do throws(WebPEncoder.Failure) {
      guard frameCount > 0 else {
        throw WebPEncoder.Failure(message: "it has no frames; append some")
      }
      bytes = try encoder.end()
    } catch {
      throw failed(error)
    }
    try file.write(bytes)
    try file.commit()
  }

  /// Cancels the animation and removes the unfinished file.
  public nonisolated func cancel() {
    file.discard()
  }

  private func failed(_ failure: WebPEncoder.Failure) -> ImageFileError {
    cancel()
    return ImageFileError(
      .unsupported, path: file.path, "cannot write '\(file.path)': \(failure.message)")
  }
}
