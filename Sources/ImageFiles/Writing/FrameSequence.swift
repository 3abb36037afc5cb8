public import CurlCore

/// Numbered PNG files, each of them whole: a run that fails leaves the earlier ones.
///
/// Safe from any thread; frames may be written in any order and several at once.
public struct FrameSequence: Sendable, Equatable {
  /// How the files are named.
  public let pattern: FramePattern
  /// Bits of a channel; nil is what a frame has.
  public let depth: BitDepth?
  /// How much work to spend on smaller files.
  public let compression: PNGEncoder.Compression

  /// A sequence named after `pattern`.
  public init(
    pattern: FramePattern, depth: BitDepth? = nil, compression: PNGEncoder.Compression = .fast
  ) {
    self.pattern = pattern
    self.depth = depth
    self.compression = compression
  }

  /// Encodes a frame and writes it to its file, in place of any older one.
  ///
  /// - Parameters:
  ///   - frame: The picture.
  ///   - number: The number in the file's name, 0 or more.
  /// - Throws: An error of kind `cannotCreate`, `writeFailed` or `cancelled`.
  public func write(_ frame: Pixmap, number: Int) throws(ImageFileError) {
    try AtomicFile.write(
      PNGEncoder.encode(frame, depth: depth, compression: compression),
      path: pattern.path(number))
  }
}
