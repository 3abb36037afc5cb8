internal import CurlSystem
internal import ImageFiles
internal import PageCurl
internal import PageFilm

/// A film and its output.
struct Film {
  let plan: FilmPlan
  let destination: FilmDestination
  let options: OutputOptions
  let talk: TalkOptions

  private var losses: FilmLosses {
    FilmLosses(plan, destination)
  }

  /// Draws and writes the film, and reports the result.
  func make(with opening: OpeningRenderer) async throws {
    let canvas = plan.canvas
    let sink = try CommandError.wrapping { () throws(ImageFileError) in
      try FrameSink(destination, plan)
    }
    Watchdog.shared.onAbandon { sink.cancel() }
    let renderer: Renderer
    let planes: UInt32?
    do {
      renderer = try await opening.renderer(talk)
      planes = try await self.planes(renderer, sink)
    } catch {
      sink.cancel()
      throw error
    }
    for sentence in losses.sentences { talk.say(sentence) }
    let style: ProgressMeter.Style =
      talk.quiet ? .silent : Console.isErrorTerminal ? .bar : .lines
    let meter = ProgressMeter(total: plan.count, style: style)
    do {
      defer { meter.clear() }
      try await plan.write(to: sink, with: renderer, planes: planes) { meter.advance() }
    }
    await renderer.shutDown()
    let seconds = meter.seconds
    talk.say(
      "wrote \(destination.name): \(plan.count) frame\(plan.count == 1 ? "" : "s") of "
        + "\(canvas.width)×\(canvas.height) in \(seconds.fixed(1)) s")
    if options.json {
      try Console.write(
        summary(
          renderer.info, seconds: seconds,
          isConverted: sink.planesBackground.map { _ in planes != nil }
        ).text + "\n")
    }
  }

  /// Background of the Y′CbCr planes that OpenGL makes, 0xRRGGBB; nil if OpenGL makes none.
  private func planes(_ renderer: Renderer, _ sink: FrameSink) async throws -> UInt32? {
    let demand = options.conversion
    guard demand != .cpu, !plan.needsPictures else { return nil }
    guard let background = sink.planesBackground else {
      guard demand == .auto else {
        throw CommandError(
          .usage, "--convert gpu makes planes without alpha, but this film keeps alpha: drop it")
      }
      return nil
    }
    guard demand == .gpu else { return try await renderer.fasterPlanes(of: plan, for: sink) }
    guard renderer.info.backend == .gpu else {
      throw CommandError(
        .unavailable, "--convert gpu needs OpenGL, but the CPU path draws: drop it")
    }
    return background
  }

  /// `isConverted` says whether OpenGL makes the planes; nil for a film without planes.
  private func summary(_ renderer: Renderer.Info, seconds: Double, isConverted: Bool?) -> JSON {
    let size = losses.size
    let rate = destination.rate
    return .object(
      [
        ("output", .string(destination.path)), ("format", .string(destination.format.rawValue)),
        ("frames", .int(plan.count)), ("width", .int(size.width)), ("height", .int(size.height)),
        ("depth", .int(destination.depth.rawValue)),
        ("fps", .number(rate.framesPerSecond)),
        ("seconds", .number((seconds * 1000).rounded() / 1000)),
        ("converter", isConverted.map { .string($0 ? "gpu" : "cpu") } ?? .null),
        ("peakMemoryBytes", SystemMemory.peak.map(JSON.int) ?? .null),
        ("renderer", renderer.json),
      ] + plan.members())
  }
}
