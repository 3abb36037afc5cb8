public import CurlCore

/// Writes a tar archive with a PNG for each frame, `f_00000.png` and so on.
///
/// Safe from any task; a slow reader blocks the writing thread.
public actor PNGTarWriter: FilmWriter {
  /// Names of the frames.
  package static let names = FramePattern(prefix: "f_", digits: 5, suffix: ".png")

  private let file: AtomicFile
  private let width: Int
  private let height: Int
  private let depth: BitDepth
  private var number: Int

  /// Begins an archive in `file`.
  ///
  /// - Parameters:
  ///   - file: The output.
  ///   - width: Width of the frames, pixels, ≥ 1.
  ///   - height: Height of the frames, pixels, ≥ 1.
  ///   - depth: Bits per channel.
  ///   - first: Number of the first frame, ≥ 0.
  public init(_ file: AtomicFile, width: Int, height: Int, depth: BitDepth, first: Int = 0) {
    precondition(width > 0 && height > 0, "a film needs at least one pixel")
    self.file = file
    self.width = width
    self.height = height
    self.depth = depth
    number = first
  }

  /// Writes a frame.
  ///
  /// - Throws: An error of kind `writeFailed`, also if the reader has closed the pipe, or
  ///   `cancelled`.
  public func append(_ frame: Pixmap) throws(ImageFileError) {
    precondition(
      frame.width == width && frame.height == height,
      "a \(frame.width)×\(frame.height) frame in a \(width)×\(height) film")
    let bytes = PNGEncoder.encode(frame, depth: depth)
    try file.write(
      TarWriter.header(name: Self.names.path(number), size: bytes.count) + bytes
        + TarWriter.padding(size: bytes.count))
    number += 1
  }

  /// Closes the file and moves it to its final path.
  ///
  /// - Throws: An error of kind `writeFailed` or `cancelled`.
  public func finish() throws(ImageFileError) {
    try file.write(TarWriter.end)
    try file.commit()
  }

  /// Cancels the film and removes the unfinished file.
  public nonisolated func cancel() {
    file.discard()
  }
}
