public import CurlCore

/// Numbered PNG files, each written atomically: a run that fails leaves only complete files.
///
/// Safe from any thread; frames may be written in any order and several at once.
public struct FrameSequence: Sendable, Equatable {
  /// Pattern of the file names.
  public let pattern: FramePattern
  /// Bits per channel; nil is the frame's depth.
  public let depth: BitDepth?
  /// Effort for smaller files.
  public let compression: PNGEncoder.Compression

  /// A sequence with a pattern.
  public init(
    pattern: FramePattern, depth: BitDepth? = nil, compression: PNGEncoder.Compression = .fast
  ) {
    self.pattern = pattern
    self.depth = depth
    self.compression = compression
  }

  /// Encodes a frame and writes it to its file, replacing an older one.
  ///
  /// - Parameters:
  ///   - frame: The picture.
  ///   - number: The number in the file's name, ≥ 0.
  /// - Throws: An error of kind `cannotCreate`, `writeFailed` or `cancelled`.
  public func write(_ frame: Pixmap, number: Int) throws(ImageFileError) {
    try AtomicFile.write(
      PNGEncoder.encode(frame, depth: depth, compression: compression),
      path: pattern.path(number))
  }
}
