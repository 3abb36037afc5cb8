internal import CurlSystem
package import ImageFiles
internal import PageCurl

/// An open output for the frames of a film.
package struct FrameSink: Sendable {
  private enum Output {
    /// One file or stream, written in order.
    case film(any FilmWriter)
    /// One file per frame, written in any order.
    case sequence(FrameSequence, writers: Int)
  }

  private let output: Output
  /// Bits per channel.
  let depth: BitDepth
  /// Whether channels are rounded to 8 bits with noise.
  let dithers: Bool
  /// Whether transparency is written.
  let keepsAlpha: Bool

  /// Maximum number of tasks that write at the same time.
  private static let mostWriters = 32
  /// Maximum memory of the frames that several tasks write at the same time, bytes.
  private static let writersMemory = 1 << 29

  /// Opens a destination for a film.
  package init(_ destination: FilmDestination, _ plan: FilmPlan) throws(ImageFileError) {
    depth = destination.depth
    dithers = destination.dithers
    keepsAlpha = destination.format.traits.transparency != .none
    guard let pattern = destination.pattern else {
      output = .film(try Self.writer(destination, plan))
      return
    }
    // Check the first and last path before drawing: the last name is the longest.
    for number in Set([0, plan.range.count - 1]) {
      try AtomicFile(path: pattern.path(number)).discard()
    }
    output = .sequence(
      FrameSequence(pattern: pattern, depth: destination.depth),
      writers: Self.writers(plan.canvas, processors: Machine.processorsOnline))
  }

  private static func writer(
    _ destination: FilmDestination, _ plan: FilmPlan
  ) throws(ImageFileError) -> any FilmWriter {
    let (width, height) = (plan.canvas.width, plan.canvas.height)
    func video(_ format: VideoFormat) throws(ImageFileError) -> VideoWriter {
      var encoder = VideoEncoder(format)
      encoder.joinsProcessGroup = destination.stream != nil
      return try VideoWriter(
        destination.file(), width: width, height: height, rate: destination.rate,
        hasAlpha: plan.canBeTransparent, dithers: destination.dithers, encoder: encoder)
    }
    func raw(_ format: RawWriter.Format) throws(ImageFileError) -> RawWriter {
      RawWriter(
        try destination.file(), width: width, height: height, format: format,
        dithers: destination.dithers)
    }
    switch destination.format {
    case .mp4: return try video(.mp4)
    case .webm: return try video(.webm)
    case .gif: return try video(.gif)
    case .webp:
      return try WebPWriter(
        destination.file(), width: width, height: height, rate: destination.rate,
        quality: destination.webPQuality)
    case .apng:
      return APNGWriter(
        try destination.file(), width: width, height: height,
        frames: plan.range.count,
        rate: destination.rate, depth: destination.depth)
    case .tar:
      return PNGTarWriter(
        try destination.file(), width: width, height: height, depth: destination.depth,
        first: plan.range.lowerBound)
    case .y4m: return try raw(.y4m(destination.rate))
    case .rgba: return try raw(.rgba(destination.depth))
    case .png: preconditionFailure("numbered pictures have a pattern")
    }
  }

  /// Number of tasks that write at the same time.
  var writers: Int {
    switch output {
    case .film: 1
    case .sequence(_, let writers): writers
    }
  }

  /// Number of files written at the same time: one per processor, fewer for large frames.
  static func writers(_ canvas: Canvas, processors: Int) -> Int {
    // A frame of 16 bits per channel, its rows for the file, and the compressed rows.
    let bytes = 24 * canvas.width * canvas.height
    return max(1, min(processors, mostWriters, writersMemory / bytes))
  }

  /// The writer and the background of transparent areas, if the writer takes planes.
  private var planes: (writer: any PlanesWriter, background: UInt32)? {
    guard case .film(let film) = output, let writer = film as? any PlanesWriter,
      let background = writer.planesBackground
    else { return nil }
    return (writer, background)
  }

  /// Background of transparent areas in planes, 0xRRGGBB; nil if the output takes no planes.
  package var planesBackground: UInt32? { planes?.background }

  /// Writes frame `number`; the frame may be planes only if the output takes planes.
  func write(_ frame: FilmFrame, number: Int) async throws(ImageFileError) {
    switch (output, frame) {
    case (.film(let writer), .picture(let picture)): try await writer.append(picture)
    case (.sequence(let sequence, _), .picture(let picture)):
      try sequence.write(picture, number: number)
    case (_, .planes(let bytes)):
      guard let planes else { preconditionFailure("planes for an output that takes none") }
      try await planes.writer.append(planes: bytes)
    }
  }

  /// Completes the output.
  func finish() async throws(ImageFileError) {
    guard case .film(let writer) = output else { return }
    try await writer.finish()
  }

  /// Cancels the output; complete files stay.
  package func cancel() {
    guard case .film(let writer) = output else { return }
    writer.cancel()
  }
}
