internal import ImageFiles
internal import PageCurl

/// A film on its way to its output.
struct Film {
  let plan: FilmPlan
  let destination: FilmDestination
  let options: FilmOptions
  let talk: TalkOptions

  private var losses: FilmLosses {
    FilmLosses(plan: plan, format: destination.format, options: options)
  }

  /// Draws and writes the film and says what came of it.
  func make(with opening: OpeningRenderer) async throws {
    let canvas = plan.canvas
    let sink = try FrameSink(destination, plan, options)
    let renderer: Renderer
    do {
      renderer = try await opening.renderer(talk)
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
      let (depth, traits) = (options.depth, destination.format.traits)
      try await FramePipeline(
        renderer: renderer, plan: plan,
        format: { $0.frameFormat(depth: depth, keepsAlpha: traits.transparency != .none) },
        sink: sink, meter: meter
      ).run()
    } catch let error as RenderError where error.code == .page {
      throw plan.failure() ?? CommandError(error)
    }
    await renderer.shutDown()
    let seconds = meter.seconds
    talk.say(
      "wrote \(destination.name): \(plan.count) frame\(plan.count == 1 ? "" : "s") of "
        + "\(canvas.width)×\(canvas.height) in \(seconds.fixed(1)) s")
    if options.json {
      try Console.write(summary(renderer.info, seconds: seconds).text + "\n")
    }
  }

  private func summary(_ renderer: Renderer.Info, seconds: Double) -> JSON {
    let size = losses.size
    let rate = options.fps
    return .object(
      [
        ("output", .string(destination.path)), ("format", .string(destination.format.rawValue)),
        ("frames", .int(plan.count)), ("width", .int(size.width)), ("height", .int(size.height)),
        ("depth", .int(options.depth.rawValue)),
        ("fps", .number(rate.framesPerSecond)),
        ("seconds", .number((seconds * 1000).rounded() / 1000)),
        ("peakMemoryBytes", Machine.peakMemory.map(JSON.int) ?? .null),
        ("renderer", renderer.json),
      ] + plan.members())
  }
}
