#if Server
internal import HTTPTypes
internal import Hummingbird
internal import PageFilm
internal import WorkerLink

/// `POST /v1/frame`: pages in, a picture of one moment of their turn out.
struct FrameOperation: Sendable {
  /// Parts of a request beside its options.
  static let rules = [
    Upload.Rule(name: "pages", count: 2...2), Upload.Rule(name: "back", count: 0...1),
    Upload.Rule(name: "background", count: 0...1),
  ]

  let pool: WorkerPool
  let memory: UploadMemory
  let limits: ServerLimits
  let metrics: ServerMetrics

  func answer(_ call: Call) async throws -> Response {
    let deadline = ContinuousClock.now + .seconds(limits.time)
    // The place comes first: a request that would wait in vain needn't send its body.
    let place: WorkerPool.Place
    do throws(WorkerFailure) {
      place = try await pool.enter(deadline)
    } catch {
      throw Problem(error)
    }
    let answer = try await draw(call, deadline)
    metrics.did(answer)
    guard let file = answer.file else { throw Problem(.internal, "the worker sent no picture") }
    return try response(file, answer, call, place)
  }

  /// Reads a request and lets a worker draw it.
  private func draw(
    _ call: Call, _ deadline: ContinuousClock.Instant
  ) async throws -> WorkerAnswer {
    let share = memory.share()
    defer { withExtendedLifetime(share) {} }
    try await call.allowBody()
    let upload = try await upload(call.request, share, deadline)
    call.body.finish()
    metrics.read(share.count)
    let (back, background) = (upload["back"], upload["background"])
    let order = WorkerOrder(
      .frame, options: upload.turn,
      parts: ["pages[0]", "pages[1]"] + back.map { _ in "back" }
        + background.map { _ in "background" })
    let job = WorkerJob(order, parts: upload["pages"] + back + background, deadline: deadline)
    if await pool.hasQuarantine, await pool.condemns(Quarantine.digest(of: job)) {
      throw Problem(WorkerFailure.quarantined)
    }
    do {
      return try await call.untilClosed { [pool] in try await pool.perform(job) }
    } catch let failure as WorkerFailure {
      throw Problem(failure)
    }
  }

  private func upload(
    _ request: Request, _ share: UploadMemory.Share, _ deadline: ContinuousClock.Instant
  ) async throws -> Upload {
    let end = min(ContinuousClock.now + .seconds(limits.bodyTime), deadline)
    return try await withThrowingTaskGroup(of: Upload.self) { [limits] group in
      group.addTask { try await Upload(request, Self.rules, share, limits) }
      group.addTask {
        try await Task.sleep(until: end, clock: .continuous)
        let seconds = min(limits.bodyTime, limits.time)
        throw Problem(
          .slowBody, "the body didn't arrive within \(seconds.short) s: see --body-time")
      }
      defer { group.cancelAll() }
      guard let upload = try await group.next() else { throw CancellationError() }
      return upload
    }
  }

  /// Bytes of a picture that are written at once.
  private static let chunk = 1 << 18

  private func response(
    _ file: MemoryFile, _ answer: WorkerAnswer, _ call: Call, _ place: WorkerPool.Place
  ) throws -> Response {
    let size = try Problem.wrapping { () throws(LinkError) in try file.size }
    let share = memory.share()
    try share.add(size)
    metrics.wrote(size)
    var timing = ["queue;dur=\(Self.milliseconds(answer.queued / .seconds(1)))"]
    for stage in WorkerStage.allCases {
      guard let seconds = answer.stages[stage] else { continue }
      timing.append("\(stage.rawValue);dur=\(Self.milliseconds(seconds))")
    }
    var headers: HTTPFields = [.contentType: answer.mediaType, .cacheControl: "no-store"]
    if let name = HTTPField.Name("Server-Timing") {
      headers[name] = timing.joined(separator: ", ")
    }
    let body = ResponseBody(contentLength: size) { [limits, channel = call.channel] writer in
      // A client that doesn't read keeps the picture in memory, and the server from ending.
      let watch = Task {
        try await Task.sleep(for: .seconds(limits.time))
        channel.close(promise: nil)
      }
      defer { watch.cancel() }
      // Both last as long as the picture.
      defer { withExtendedLifetime((place, share)) {} }
      for start in stride(from: 0, to: size, by: Self.chunk) {
        let bytes = try file.bytes(start..<min(start + Self.chunk, size))
        try await writer.write(ByteBuffer(bytes: bytes))
      }
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: headers, body: body)
  }

  private static func milliseconds(_ seconds: Double) -> String { (1000 * seconds).fixed(1) }
}

extension Problem {
  /// The answer to a job without a result.
  init(_ failure: WorkerFailure) {
    switch failure {
    case .full(let seconds):
      self.init(.busy, "the queue is full: try again in \(seconds) s", retryAfter: seconds)
    case .draining:
      self.init(.unavailable, "the server is shutting down: ask another one", retryAfter: 5)
    case .late:
      self.init(
        .late, "the time of a request is over (--max-time): draw less, or try again", retryAfter: 5)
    case .crashed:
      self.init(.internal, "the request ended two workers: it isn't tried again")
    case .quarantined:
      self.init(.invalid, "this request has ended workers before, so it isn't drawn")
    case .refused(let fault):
      let kind: Problem.Kind =
        switch fault.cause {
        case .invalid: .invalid
        case .mediaType: .mediaType
        case .tooLarge: .tooLarge
        case .unavailable: .unavailable
        case .internal: .internal
        }
      self.init(
        kind, fault.detail, field: fault.field, retryAfter: kind == .unavailable ? 5 : nil)
    }
  }

  /// Runs a step that needs memory or descriptors, and converts its error.
  static func wrapping<Result>(_ body: () throws(LinkError) -> Result) throws(Problem) -> Result {
    do throws(LinkError) {
      return try body()
    } catch {
      throw Problem(.unavailable, "the server lacks memory: \(error)", retryAfter: 5)
    }
  }
}
#endif
