public import ImageFiles

/// Path, format and settings of a film's output.
public struct FilmDestination: Sendable {
  /// A file, a name pattern such as `f_%04d.png` for one file per frame, or `-` for standard
  /// output.
  public let path: String
  /// Format of the output.
  public let format: FilmFormat
  /// Name pattern of numbered pictures; nil for other formats.
  let pattern: FramePattern?
  /// Frames per second.
  public let rate: FrameRate
  /// Bits per channel.
  public let depth: BitDepth
  /// Whether channels are rounded to 8 bits with noise.
  let dithers: Bool
  /// Quality of a WebP.
  let webPQuality: WebPWriter.Quality
  /// A server's stream that is written instead of a file at `path`; it ends with its writer's process
  /// group.
  let stream: AtomicFile?

  package init(
    _ path: String, _ format: FilmFormat, _ pattern: FramePattern?, rate: FrameRate,
    depth: BitDepth, dither: Dither, webPQuality: WebPWriter.Quality, stream: AtomicFile? = nil
  ) {
    self.path = path
    self.stream = stream
    self.format = format
    self.pattern = pattern
    self.rate = rate
    self.depth = depth
    dithers = dither == .on || dither == .auto && format.traits.isLossyVideo
    self.webPQuality = webPQuality
  }

  /// A destination; its path's extension names the format unless `format` is given.
  ///
  /// - Parameters:
  ///   - path: A file, a name pattern for one file per frame, or `-` for standard output.
  ///   - format: The format; nil takes it from the path's extension.
  ///   - rate: Frames per second.
  ///   - depth: Bits per channel; 16 only for PNG, APNG and raw RGBA.
  ///   - dither: Noise of the rounding to 8 bits; `auto` dithers MP4 and WebM alone.
  /// - Throws: `mismatch` for an unknown format, and if path, format, rate and depth don't fit
  ///   together; `file` of kind `badPattern` for an invalid name pattern.
  public init(
    _ path: String, format: FilmFormat? = nil, rate: FrameRate = 30, depth: BitDepth = .eight,
    dither: Dither = .auto
  ) throws(FilmError) {
    guard let format = format ?? FilmFormat(path: path) else {
      throw .mismatch("'\(path)' names no format: give it an extension of .\(FilmFormat.names)")
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
        "\(traits.name) shows at most \(fastest) frames a second, not \(rate): choose fewer, or "
          + "another format")
    }
    do throws(ImageFileError) {
      self.init(
        path, format, format == .png ? try FramePattern(path) : nil, rate: rate, depth: depth,
        dither: dither, webPQuality: .lossy(90))
    } catch {
      throw .file(error)
    }
  }

  /// Whether the path is `-`, standard output.
  package var isStandardOutput: Bool { path == "-" }

  /// Name of the output, for messages.
  package var name: String { isStandardOutput ? "standard output" : path }

  /// Paths of the files of a film of `frames` frames; none for standard output.
  package func paths(_ frames: Int) -> some Sequence<String> {
    // Lazy: a long film may have many files.
    (0..<(isStandardOutput ? 0 : pattern == nil ? 1 : frames)).lazy.map {
      pattern?.path($0) ?? path
    }
  }

  /// Opens the file, the stream or standard output.
  func file() throws(ImageFileError) -> AtomicFile {
    if let stream { return stream }
    return isStandardOutput ? try .standardOutput() : try AtomicFile(path: path)
  }
}

/// Noise of less than half a step, added before channels are rounded to 8 bits so that slow gradients don't
/// band.
public enum Dither: String, Sendable, CaseIterable {
  /// For video that loses detail, whose bands the encoder makes wider; everything else stays exact.
  case auto
  /// For any output of 8 bits a channel.
  case on
  /// None.
  case off
}
