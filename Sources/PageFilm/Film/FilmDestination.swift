package import ImageFiles

/// Where a film goes, in which format and how.
package struct FilmDestination: Sendable {
  /// A file, the pattern of many, or `-`.
  package let path: String
  package let format: FilmFormat
  /// How numbered pictures are named; nil for other formats.
  let pattern: FramePattern?
  /// Frames per second.
  package let rate: FrameRate
  package let depth: BitDepth
  /// What a WebP may lose.
  let webPQuality: WebPWriter.Quality

  package init(
    _ path: String, _ format: FilmFormat, _ pattern: FramePattern?, rate: FrameRate,
    depth: BitDepth, webPQuality: WebPWriter.Quality
  ) {
    self.path = path
    self.format = format
    self.pattern = pattern
    self.rate = rate
    self.depth = depth
    self.webPQuality = webPQuality
  }

  /// Whether it goes to standard output, by that name.
  package var isStandardOutput: Bool { path == "-" }

  /// Where it goes, for people.
  package var name: String { isStandardOutput ? "standard output" : path }

  /// The files that it writes.
  package func paths(_ frames: Int) -> some Sequence<String> {
    // One at a time: of a long film they are many.
    (0..<(isStandardOutput ? 0 : pattern == nil ? 1 : frames)).lazy.map {
      pattern?.path($0) ?? path
    }
  }

  /// The file, or standard output.
  func file() throws(ImageFileError) -> AtomicFile {
    isStandardOutput ? try .standardOutput() : try AtomicFile(path: path)
  }
}
