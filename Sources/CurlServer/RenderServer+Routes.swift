#if Server
internal import HTTPTypes

extension RenderServer {
  /// All operations.
  func routes(_ jobs: JobService?) -> RouteTable {
    let limits = configuration.limits
    // The pictures that are kept are counted, too, and take no room from the rest.
    let intake = Intake(
      pool: pool, memory: UploadMemory(most: limits.bodies + limits.cache), limits: limits,
      metrics: metrics)
    let frame = FrameOperation(intake: intake)
    let film = FilmOperation(intake: intake)
    let drawing: [Problem.Kind] = [
      .badRequest, .slowBody, .tooLarge, .mediaType, .invalid, .busy, .internal, .unavailable,
    ]
    let turner = TurnerOperation(
      sessions: sessions, memory: intake.memory, limits: limits, metrics: metrics,
      workerArguments: configuration.workerArguments)
    let probes = Probes(pool, metrics, sessions, limits, version: configuration.version)
    let text = "text/plain"
    var table = RouteTable(routes: [
      Route(
        method: .post, path: "/v1/frame", name: "frame",
        summary: "Draw one moment of the turn of two pages.",
        answer: FrameOperation.pictures, parts: FrameOperation.rules,
        problems: drawing, handler: frame.answer),
      Route(
        method: .post, path: "/v1/film", name: "film",
        summary: "Draw a film of the turns of two or more pages, sent as it is drawn.",
        answer: FilmOperation.mediaTypes, parts: FilmOperation.rules(limits), options: "Film",
        problems: drawing,
        handler: film.answer),
      Route(
        method: .get, path: "/v1/turner", name: "turner",
        summary: "Turn the pages of a book on a WebSocket.", answer: [], status: 101,
        problems: [.badRequest, .upgradeRequired, .busy, .internal, .unavailable],
        handler: turner.answer),
      Route(
        method: .get, path: "/livez", name: "live", summary: "Whether the server answers.",
        answer: [text], isOpen: true, handler: probes.live),
      Route(
        method: .get, path: "/readyz", name: "ready",
        summary: "Whether every worker draws known pixels.", answer: [text],
        problems: [.unavailable], isOpen: true, handler: probes.ready),
      Route(
        method: .get, path: "/startupz", name: "started",
        summary: "Whether every worker has started once.", answer: [text],
        problems: [.unavailable], isOpen: true, handler: probes.startup),
      Route(
        method: .get, path: "/metrics", name: "metrics",
        summary: "Metrics in the text format of Prometheus.", answer: [text],
        handler: probes.scrape),
      Route(
        method: .get, path: "/version", name: "version",
        summary: "Version, renderer, sandbox and limits.", answer: ["application/json"],
        handler: probes.version),
    ])
    if let sources = configuration.sources {
      let render = RenderOperation(sources, intake, version: configuration.version)
      table.add(
        Route(
          method: .get, path: SignedPath.pattern, name: "render",
          summary: "Draw what a signed path describes.", answer: FrameOperation.pictures,
          problems: [
            .notFound, .expired, .tooLarge, .mediaType, .invalid, .busy, .internal, .unavailable,
          ], isOpen: true, isSigned: true, handler: render.answer))
    }
    for route in jobs?.routes(intake) ?? [] { table.add(route) }
    // Made once: it takes milliseconds.
    let description =
      OpenAPI(
        routes: table, api: api, hasKeys: configuration.keys != nil,
        version: configuration.version
      ).text + "\n"
    table.add(
      Route(
        method: .get, path: "/openapi.json", name: "openapi",
        summary: "This description, in OpenAPI 3.1.", answer: ["application/json"]
      ) { _ in Probes.text(description, "application/json") })
    return table
  }
}
#endif
