internal import PageCurl

/// A whole turn on its way to a video or to numbered pictures.
struct Film {
  let turn: PageTurn
  let path: String
  let destination: FilmDestination
  let options: FilmOptions
  let talk: TalkOptions

  /// Draws and writes the film and says what came of it.
  func make(with rendererOptions: RendererOptions) async throws {
    let canvas = turn.curl.canvas
    let renderer = try await rendererOptions.open(talk)
    let sink = try FrameSink(
      destination, width: canvas.width, height: canvas.height, fps: options.fps)
    sayWhatVideosLose()
    let style: ProgressMeter.Style =
      talk.quiet ? .silent : Console.isErrorTerminal ? .bar : .lines
    let meter = ProgressMeter(total: options.frames, style: style)
    do {
      defer { meter.clear() }
      try await FramePipeline(
        renderer: renderer, turn: turn, moments: (0..<options.frames).map(options.moment),
        sink: sink, meter: meter
      ).run()
    }
    await renderer.shutDown()
    let seconds = meter.seconds
    talk.say(
      "wrote \(path): \(options.frames) frame\(options.frames == 1 ? "" : "s") of "
        + "\(canvas.width)×\(canvas.height) in \(seconds.fixed(1)) s")
    if options.json {
      try Console.write(summary(renderer.info, seconds: seconds).text + "\n")
    }
  }

  /// What an MP4 can't hold is said once: odd sizes, and transparency.
  private func sayWhatVideosLose() {
    guard case .video = destination else { return }
    let canvas = turn.curl.canvas
    if size != (canvas.width, canvas.height) {
      let column = canvas.width.isMultiple(of: 2) ? [] : ["column"]
      let row = canvas.height.isMultiple(of: 2) ? [] : ["row"]
      let repeated = (column + row).joined(separator: " and ")
      talk.say(
        "the video is \(size.width)×\(size.height): its format needs even sides, so the last "
          + "\(repeated) \(column.count + row.count == 1 ? "is" : "are") repeated")
    }
    if turn.canBeTransparent {
      talk.say(
        "what is transparent shows as white, because an MP4 has no alpha: choose a --background, "
          + "or write PNGs (-o f_%04d.png)")
    }
  }

  /// Pixels of what is written: a video's sides are even.
  private var size: (width: Int, height: Int) {
    let canvas = turn.curl.canvas
    guard case .video = destination else { return (canvas.width, canvas.height) }
    return (canvas.width + canvas.width % 2, canvas.height + canvas.height % 2)
  }

  private func summary(_ renderer: Renderer.Info, seconds: Double) -> JSON {
    let curl = turn.curl
    return .object([
      ("output", .string(path)), ("frames", .int(options.frames)),
      ("width", .int(size.width)), ("height", .int(size.height)),
      ("fps", .int(options.fps)), ("seconds", .number((seconds * 1000).rounded() / 1000)),
      ("renderer", renderer.json),
      (
        "page",
        .object([("width", .int(curl.page.width)), ("height", .int(curl.page.height))])
      ),
      ("angle", .number(curl.parameters.angle)), ("radius", .number(curl.radius)),
      ("endTime", .number(curl.endTime)), ("reverse", .bool(options.reverse)),
    ])
  }
}

extension PageTurn {
  /// Whether frames may be transparent somewhere: the next page, which is under the sheet, doesn't
  /// cover the canvas, and neither does the background.
  fileprivate var canBeTransparent: Bool {
    guard layers == .all else { return true }
    switch curl.parameters.background {
    case .colour(let colour) where colour.alpha == 1: return false
    case .picture where pages.pictures.background?.linear.isOpaque ?? false: return false
    default: break
    }
    let canvas = curl.canvas
    let end = canvas.origin + SIMD2(Double(canvas.width), Double(canvas.height)) * canvas.step
    let isCovered =
      canvas.origin.x > -edgeTolerance && canvas.origin.y > -edgeTolerance
      && end.x < Double(curl.page.width) + edgeTolerance
      && end.y < Double(curl.page.height) + edgeTolerance
    return !isCovered || !pages.pictures.next.linear.isOpaque
  }

  /// Page pixels that rounding may let a canvas reach over the page.
  private var edgeTolerance: Double { 1e-6 }
}
