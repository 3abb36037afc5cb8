#if Server
internal import HTTPTypes
internal import Hummingbird
internal import PageFilm
internal import Synchronization

/// What operators and load balancers ask.
struct Probes: Sendable {
  let pool: WorkerPool
  let metrics: ServerMetrics
  let sessions: Sessions
  let limits: ServerLimits
  let version: String
  private let state = Cache()

  init(
    _ pool: WorkerPool, _ metrics: ServerMetrics, _ sessions: Sessions, _ limits: ServerLimits,
    version: String
  ) {
    self.pool = pool
    self.metrics = metrics
    self.sessions = sessions
    self.limits = limits
    self.version = version
  }

  /// The last answer of readiness, for two seconds.
  private actor Cache {
    private var isReady = false
    private var failures = 0
    private var last: ContinuousClock.Instant?
    private var running: Task<Bool, Never>?

    /// The state now; a second failure in a row makes a ready server unready.
    func isReady(_ ask: @escaping @Sendable () async -> Bool) async -> Bool {
      if let last, ContinuousClock.now - last < .seconds(2), isReady { return true }
      // Requests at the same time share one question.
      let task = running ?? Task { await ask() }
      running = task
      let answer = await task.value
      guard running == task else { return isReady }
      running = nil
      last = ContinuousClock.now
      failures = answer ? 0 : failures + 1
      isReady = answer || isReady && failures < 2
      return isReady
    }
  }

  /// `/livez`: the process answers.
  func live(_ call: Call) -> Response { Self.text("ok\n") }

  /// `/startupz`: each worker has been able to draw once.
  func startup(_ call: Call) async throws -> Response {
    guard await pool.hasStarted else {
      throw Problem(.unavailable, "workers are starting", retryAfter: 1)
    }
    return Self.text("ok\n")
  }

  /// `/readyz`: every worker draws known pixels.
  func ready(_ call: Call) async throws -> Response {
    let numbers = await pool.numbers
    if numbers.isEnding {
      throw Problem(.unavailable, "the server is shutting down", retryAfter: 5)
    }
    guard await state.isReady({ await pool.isReady() }) else {
      throw Problem(
        .unavailable, "\(numbers.ready) of \(numbers.workers) workers draw", retryAfter: 1)
    }
    return Self.text("ok\n")
  }

  /// `/metrics`: Prometheus' text format.
  func scrape(_ call: Call) async -> Response {
    let numbers = await pool.numbers
    metrics.show(numbers, sessions: sessions.count)
    return Self.text(
      metrics.factory.text(), "text/plain; version=0.0.4; charset=utf-8")
  }

  /// `/version`: program, renderer and limits.
  func version(_ call: Call) async -> Response {
    let limits: JSON = .object([
      ("bodyBytes", .int(limits.body)), ("bodiesBytes", .int(limits.bodies)),
      ("jsonBytes", .int(limits.json)), ("headerBytes", .int(limits.headers)),
      ("seconds", .number(limits.time)), ("bodySeconds", .number(limits.bodyTime)),
      ("idleSeconds", .number(limits.idleTime)), ("queue", .int(limits.queue)),
      ("connections", .int(limits.connections)), ("cacheBytes", .int(limits.cache)),
      ("sessions", .int(limits.sessions)),
      ("pages", .int(limits.pages)),
      ("filmSeconds", .number(limits.filmTime)), ("stallSeconds", .number(limits.stallTime)),
      ("jobs", .int(limits.jobs)), ("jobsOfKey", .int(limits.jobsOfKey)),
      ("jobSeconds", .number(limits.jobTime)), ("jobBytes", .int(limits.jobBytes)),
    ])
    let numbers = await pool.numbers
    let json = JSON.object([
      ("program", "glcurl"), ("version", .string(version)),
      ("renderer", await pool.renderer.map(JSON.string) ?? .null),
      ("sandbox", .array((await pool.sandbox ?? []).map(JSON.string))),
      ("workers", .int(numbers.workers)), ("limits", limits),
    ])
    return Self.text(json.text + "\n", "application/json")
  }

  /// An answer of a text.
  static func text(
    _ text: String, _ type: String = "text/plain; charset=utf-8"
  ) -> Response {
    Response(
      status: .ok, headers: [.contentType: type, .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(string: text)))
  }
}
#endif
