public import ImageFiles

/// Where a film goes, in which format and how.
public struct FilmDestination: Sendable {
  /// A file, the pattern of many such as `f_%04d.png`, or `-` for standard output.
  public let path: String
  /// The format.
  public let format: FilmFormat
  /// How numbered pictures are named; nil for other formats.
  let pattern: FramePattern?
  /// Frames per second.
  public let rate: FrameRate
  /// Bits a channel.
  public let depth: BitDepth
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

  /// A destination whose format its ending names, unless the caller does.
  ///
  /// - Parameters:
  ///   - path: A file, the pattern of numbered pictures, or `-` for standard output.
  ///   - format: The format; nil takes the one that the path's ending names.
  ///   - rate: Frames per second.
  ///   - depth: Bits a channel; 16 for PNG, APNG and raw RGBA alone.
  /// - Throws: `mismatch` where these don't go together, `file` of kind `badPattern`.
  public init(
    _ path: String, format: FilmFormat? = nil, rate: FrameRate = 30, depth: BitDepth = .eight
  ) throws(FilmError) {
    guard let format = format ?? FilmFormat(path: path) else {
      throw .mismatch("'\(path)' names no format: end it in .\(FilmFormat.names)")
    }
    let traits = format.traits
    if depth == .sixteen && !traits.holds16Bits {
      throw .mismatch(
        "\(traits.name) holds 8 bits a channel, not 16: choose "
          + FilmFormat.names { $0.holds16Bits })
    }
    if path == "-" && !traits.isStream {
      throw .mismatch(
        "standard output can't take \(traits.name): choose " + FilmFormat.names { $0.isStream })
    }
    if let fastest = traits.fastest, rate.framesPerSecond > fastest.framesPerSecond {
      throw .mismatch(
        "\(traits.name) shows \(fastest) frames a second at most, not \(rate): choose fewer, or "
          + "another format")
    }
    do throws(ImageFileError) {
      self.init(
        path, format, format == .png ? try FramePattern(path) : nil, rate: rate, depth: depth,
        webPQuality: .lossy(90))
    } catch {
      throw .file(error)
    }
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
