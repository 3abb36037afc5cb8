#if Server
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
package import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import Synchronization

/// A server that draws page turns in worker processes.
package final class RenderServer: Sendable {
  /// Why a server can't run.
  package enum Failure: Error, Sendable {
    /// The address can't be listened on; the text is the reason.
    case address(String)
    /// No worker can draw; the worker has said why.
    case workers
    /// Accepted requests weren't answered in the time that they had.
    case cut
  }

  private let configuration: ServerConfiguration
  private let api: RenderAPI
  private let logger: Logger
  private let pool: WorkerPool
  private let metrics = ServerMetrics()
  private let state = Mutex(State())

  private struct State {
    /// Ends the service of requests.
    var end: (@Sendable () -> Void)?
    var isDraining = false
    /// Whether accepted requests have been cut off.
    var isCut = false
  }

  package init(_ configuration: ServerConfiguration, _ api: RenderAPI, _ logger: Logger) {
    self.configuration = configuration
    self.api = api
    self.logger = logger
    pool = WorkerPool(
      WorkerPool.Settings(
        workers: configuration.workers, arguments: configuration.workerArguments,
        capacity: configuration.limits.queue), metrics, logger)
  }

  /// Serves until ``drain()`` has been called and the accepted requests are answered.
  ///
  /// - Parameter onListening: Called once, with the address and the renderer.
  /// - Throws: ``Failure``.
  package func run(
    onListening: @escaping @Sendable (_ address: String, _ renderer: String) -> Void
  ) async throws {
    try await withTaskCancellationHandler {
      async let workers: Void = pool.run()
      let result = await Result.catching { try await whole(onListening) }
      await pool.stop()
      await workers
      try result.get()
    } onCancel: {
      Task { [pool] in await pool.stop() }
    }
  }

  private func whole(
    _ onListening: @escaping @Sendable (_ address: String, _ renderer: String) -> Void
  ) async throws {
    guard let renderer = await pool.firstRenderer() else {
      if state.withLock({ $0.isDraining }) { return }
      throw Failure.workers
    }
    do {
      try await serve { onListening($0, renderer) }
    } catch {
      // Ending late is an error of the framework's, too.
      if !state.withLock({ $0.isDraining }) { throw Failure.address("\(error)") }
    }
    if state.withLock({ $0.isCut }) { throw Failure.cut }
  }

  /// Stops taking requests; ``run(onListening:)`` returns when the accepted ones are answered.
  package func drain() {
    state.withLock { $0.isDraining = true }
    Task {
      let (pool, time) = (pool, configuration.drainTime)
      let isDone = await withTaskGroup(of: Bool.self) { group in
        group.addTask { await pool.drain() }
        group.addTask {
          try? await Task.sleep(for: .seconds(time))
          return false
        }
        let isDone = await group.next() ?? false
        group.cancelAll()
        return isDone
      }
      if !isDone {
        state.withLock { $0.isCut = true }
        await pool.stop()
      }
      guard let end = state.withLock({ $0.end }) else {
        // It isn't listening yet.
        await pool.stop()
        return
      }
      end()
    }
  }

  private func serve(_ onListening: @escaping @Sendable (String) -> Void) async throws {
    let limits = configuration.limits
    let isUnix = if case .unix = configuration.address { true } else { false }
    let responder = Responder(
      routes: routes,
      gate: Gate(keys: configuration.keys, origins: configuration.origins, isUnix: isUnix),
      metrics: metrics, logger: logger)
    let address = configuration.address
    var decoder = HTTP1Channel.Configuration.DecoderConfiguration()
    decoder.maxHeaderListSize = limits.headers
    decoder.maxHeaderFieldSize = limits.headers
    decoder.maxHeaderFieldCount = 100
    let channel = HTTP1Channel.Configuration(
      additionalChannelHandlers: [CloseWatch()], idleTimeout: .seconds(Int64(limits.idleTime)),
      httpDecoderConfiguration: decoder)
    let bind: BindAddress =
      switch address {
      case .tcp(let host, let port): .hostname(host, port: port)
      case .unix(let path): .unixDomainSocket(path: path)
      }
    var quiet = logger
    quiet.logLevel = max(logger.logLevel, .warning)
    let application = Application(
      responder: responder, server: .http1(configuration: channel),
      configuration: ApplicationConfiguration(
        address: bind,
        availableConnectionsDelegate: MaximumAvailableConnections(limits.connections)),
      onServerRunning: { channel in
        switch address {
        case .tcp(let host, let port):
          let shown = host.contains(":") ? "[\(host)]" : host
          onListening("http://\(shown):\(channel.localAddress?.port ?? port)")
        case .unix(let path): onListening("the socket \(path)")
        }
      }, logger: quiet)
    var services = ServiceGroupConfiguration(
      services: [.init(service: application, successTerminationBehavior: .gracefullyShutdownGroup)],
      logger: quiet)
    // A client that doesn't read its answer doesn't hold the server for ever.
    services.maximumGracefulShutdownDuration = .seconds(max(1, min(configuration.drainTime, 10)))
    let group = ServiceGroup(configuration: services)
    let isDraining = state.withLock { state in
      state.end = { Task { await group.triggerGracefulShutdown() } }
      return state.isDraining
    }
    if isDraining { return }
    try await group.run()
  }

  /// All operations.
  private var routes: RouteTable {
    let limits = configuration.limits
    let frame = FrameOperation(
      pool: pool, memory: UploadMemory(most: limits.bodies), limits: limits,
      metrics: metrics)
    let probes = Probes(pool, metrics, limits, version: configuration.version)
    let text = "text/plain"
    var table = RouteTable(routes: [
      Route(
        method: .post, path: "/v1/frame", name: "frame",
        summary: "Draw one moment of the turn of two pages.",
        answer: ["image/png", "image/webp", "image/jpeg"], parts: FrameOperation.rules,
        problems: [
          .badRequest, .slowBody, .tooLarge, .mediaType, .invalid, .busy, .internal, .unavailable,
        ], handler: frame.answer),
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
    table.add(
      Route(
        method: .get, path: "/openapi.json", name: "openapi",
        summary: "This description, in OpenAPI 3.1.", answer: ["application/json"]
      ) { [api, configuration, table] call in
        let description = OpenAPI(
          routes: table, api: api, hasKeys: configuration.keys != nil,
          version: configuration.version)
        return Probes.text(description.text + "\n", "application/json")
      })
    return table
  }
}
#endif
