internal import ImageFiles
internal import PageCurl

/// A whole turn on its way to its output.
struct Film {
  let turn: PageTurn
  let destination: FilmDestination
  let options: FilmOptions
  let talk: TalkOptions

  private var losses: FilmLosses {
    FilmLosses(turn: turn, format: destination.format, options: options)
  }

  /// Draws and writes the film and says what came of it.
  func make(with rendererOptions: RendererOptions) async throws {
    let canvas = turn.canvas
    let sink = try FrameSink(destination, turn, options)
    let renderer: Renderer
    do {
      renderer = try await rendererOptions.open(talk)
    } catch {
      sink.cancel()
      throw error
    }
    for sentence in losses.sentences { talk.say(sentence) }
    let style: ProgressMeter.Style =
      talk.quiet ? .silent : Console.isErrorTerminal ? .bar : .lines
    let meter = ProgressMeter(total: options.frames, style: style)
    do {
      defer { meter.clear() }
      try await FramePipeline(
        renderer: renderer, turn: turn, moments: (0..<options.frames).map(options.moment),
        format: turn.frameFormat(
          depth: options.depth, keepsAlpha: destination.format.traits.transparency != .none),
        sink: sink, meter: meter
      ).run()
    }
    await renderer.shutDown()
    let seconds = meter.seconds
    talk.say(
      "wrote \(destination.name): \(options.frames) frame\(options.frames == 1 ? "" : "s") of "
        + "\(canvas.width)×\(canvas.height) in \(seconds.fixed(1)) s")
    if options.json {
      try Console.write(summary(renderer.info, seconds: seconds).text + "\n")
    }
  }

  private func summary(_ renderer: Renderer.Info, seconds: Double) -> JSON {
    let size = losses.size
    let rate = options.fps
    let page = turn.stage.page
    var members: [(String, JSON)] = [
      ("output", .string(destination.path)), ("format", .string(destination.format.rawValue)),
      ("frames", .int(options.frames)), ("width", .int(size.width)), ("height", .int(size.height)),
      ("depth", .int(options.depth.rawValue)),
      ("fps", .number(rate.framesPerSecond)),
      ("seconds", .number((seconds * 1000).rounded() / 1000)),
      ("renderer", renderer.json),
      ("page", .object([("width", .int(page.width)), ("height", .int(page.height))])),
      ("turn", .string(type(of: turn.turn).name)),
    ]
    if let curl = turn.curl {
      members += [
        ("angle", .number(curl.parameters.angle)), ("radius", .number(curl.radius)),
      ]
    }
    members += [
      ("endTime", .number(turn.endTime)), ("reverse", .bool(options.reverse)),
      ("turnMargin", turn.margin.json),
    ]
    return .object(members)
  }
}
