#if Server
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
package import Logging
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle
internal import Synchronization
internal import WorkerLink

/// A server that draws page turns in worker processes.
package final class RenderServer: Sendable {
  /// Why a server can't run.
  package enum Failure: Error, Sendable {
    /// The address can't be listened on; the text is the reason.
    case address(String)
    /// No worker can draw; the worker has said why.
    case workers
    /// The folder of jobs can't be used; the text is the reason and the way out.
    case state(String)
    /// Accepted requests weren't answered in the time that they had.
    case cut
  }

  let configuration: ServerConfiguration
  let api: RenderAPI
  private let logger: Logger
  let pool: WorkerPool
  let metrics = ServerMetrics()
  let sessions: Sessions
  private let loops: MultiThreadedEventLoopGroup
  private let state = Mutex(State())

  private struct State {
    /// Ends the service of requests.
    var end: (@Sendable () -> Void)?
    /// Puts the jobs that are drawn back into their queue.
    var endJobs: (@Sendable () async -> Void)?
    /// The loop that accepts connections, once there is one.
    var loop: (any EventLoop)?
    var isDraining = false
    /// Whether accepted requests have been cut off.
    var isCut = false
  }

  package init(_ configuration: ServerConfiguration, _ api: RenderAPI, _ logger: Logger) {
    self.configuration = configuration
    self.api = api
    self.logger = logger
    sessions = Sessions(most: configuration.limits.sessions)
    loops = MultiThreadedEventLoopGroup(
      numberOfThreads: max(1, configuration.workers / Self.workersOfLoop),
      metricsDelegate: LoopPasses.Counter())
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
    let upkeep = Task { await Self.trimHeaps() }
    defer { upkeep.cancel() }
    try await withTaskCancellationHandler {
      try await withTaskExecutorPreference(LoopExecutor(loops.next())) {
        async let workers: Void = pool.run()
        let result = await Result.catching { try await whole(onListening) }
        await pool.stop()
        await workers
        try result.get()
      }
    } onCancel: {
      Task { [pool] in await pool.stop() }
    }
  }

  /// Workers that one loop serves: for a small picture it takes an eighth of a worker's time.
  private static let workersOfLoop = 4

  /// Gives memory of a busy moment back soon after it.
  private static func trimHeaps() async {
    while (try? await Task.sleep(for: .seconds(2))) != nil { Sandbox.trimHeaps() }
  }

  private func whole(
    _ onListening: @escaping @Sendable (_ address: String, _ renderer: String) -> Void
  ) async throws {
    guard let renderer = await pool.firstRenderer() else {
      if state.withLock({ $0.isDraining }) { return }
      throw Failure.workers
    }
    let jobs = try await openJobs()
    async let drawing: Void? = jobs?.run()
    let result = await Result.catching { try await serve(jobs) { onListening($0, renderer) } }
    await jobs?.runner.stop()
    await drawing
    do {
      try result.get()
    } catch {
      // Ending late is an error of the framework's, too.
      if !state.withLock({ $0.isDraining }) { throw Failure.address("\(error)") }
    }
    if state.withLock({ $0.isCut }) { throw Failure.cut }
  }

  /// Opens the jobs, if there is a folder for them.
  private func openJobs() async throws(Failure) -> JobService? {
    guard let path = configuration.state else { return nil }
    do throws(JobError) {
      let jobs = try await JobService(
        path: path, pool, workers: configuration.workers, configuration.limits, logger)
      state.withLock { $0.endJobs = { await jobs.runner.stop() } }
      return jobs
    } catch {
      throw .state(error.description)
    }
  }

  /// Stops taking requests; ``run(onListening:)`` returns when the accepted ones are answered.
  package func drain() {
    state.withLock { $0.isDraining = true }
    Task {
      await pool.announceEnd()
      // A balancer that asks for readiness sends its requests elsewhere meanwhile.
      try? await Task.sleep(for: .seconds(configuration.stopDelay))
      sessions.drain()
      await state.withLock { $0.endJobs }?()
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

  /// Waits until the loop that accepts connections and the pool of workers have answered.
  ///
  /// - Returns: False if the loop has ended.
  package func answers() async -> Bool {
    _ = await pool.numbers
    guard let loop = state.withLock({ $0.loop }) else { return true }
    return (try? await loop.submit {}.get()) != nil
  }

  private func serve(
    _ jobs: JobService?, _ onListening: @escaping @Sendable (String) -> Void
  ) async throws {
    let limits = configuration.limits
    let scheme = configuration.tls == nil ? "http" : "https"
    let isUnix = if case .unix = configuration.address { true } else { false }
    let responder = Responder(
      routes: routes(jobs),
      gate: Gate(
        keys: configuration.keys, origins: configuration.origins, isUnix: isUnix,
        scheme: scheme),
      metrics: metrics, logger: logger)
    let address = configuration.address
    var decoder = HTTP1Channel.Configuration.DecoderConfiguration()
    decoder.maxHeaderListSize = limits.headers
    decoder.maxHeaderFieldSize = limits.headers
    decoder.maxHeaderFieldCount = 100
    let channel = HTTP1Channel.Configuration(
      additionalChannelHandlers: [
        ConnectionWatch(stallTime: limits.stallTime), WebSocketHandler(),
      ],
      idleTimeout: .seconds(Int64(limits.idleTime)),
      httpDecoderConfiguration: decoder)
    let bind: BindAddress =
      switch address {
      case .tcp(let host, let port): .hostname(host, port: port)
      case .unix(let path): .unixDomainSocket(path: path)
      }
    var quiet = logger
    quiet.logLevel = max(logger.logLevel, .warning)
    let http = HTTPServerBuilder { responder in
      LoopChannel(base: HTTP1Channel(responder: responder, configuration: channel))
    }
    let application = Application(
      responder: responder,
      server: try configuration.tls.map {
        try .tls(http, tlsConfiguration: $0.configuration)
      } ?? http,
      configuration: ApplicationConfiguration(
        address: bind,
        availableConnectionsDelegate: MaximumAvailableConnections(limits.connections)),
      onServerRunning: { [self] channel in
        state.withLock { $0.loop = channel.eventLoop }
        switch address {
        case .tcp(let host, let port):
          let shown = host.contains(":") ? "[\(host)]" : host
          onListening("\(scheme)://\(shown):\(channel.localAddress?.port ?? port)")
        case .unix(let path): onListening("the socket \(path)")
        }
      }, eventLoopGroupProvider: .shared(loops), logger: quiet)
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
}
#endif
