#if Server
internal import Crypto
internal import CurlSystem
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import PageFilm
internal import WorkerLink

/// `/v1/jobs`: films that are drawn in their turn and kept.
struct JobOperations: Sendable {
  let intake: Intake
  let state: StateFolder
  let store: JobStore
  let spool: JobSpool
  let runner: JobRunner

  /// Bytes that must stay free beside a new job's pictures.
  private static let reserve = 256 << 20
  /// Longest name of a request by its client, bytes.
  private static let longestKey = 255

  /// `POST /v1/jobs`: accepts a film.
  func add(_ call: Call) async throws -> Response {
    let limits = intake.limits
    let deadline = ContinuousClock.now + .seconds(limits.time)
    let key = call.request.headers[Self.idempotencyKey]
    if let key, !(1...Self.longestKey).contains(key.utf8.count) {
      throw Problem(
        .invalid, "Idempotency-Key has \(key.utf8.count) bytes: give it 1 to \(Self.longestKey)",
        field: "Idempotency-Key")
    }
    let (upload, share, arrival) = try await intake.upload(
      call, FilmOperation.rules(limits), until: deadline)
    defer { withExtendedLifetime((share, arrival)) {} }
    let order = WorkerOrder(.film(frames: nil), options: upload.turn, parts: upload.parts)
    return try await Problem.ofJobs { () throws in
      guard try state.hasRoom(share.count + Self.reserve) else {
        throw Problem(
          .unavailable, "the disk for jobs is nearly full: try again later, or delete jobs",
          retryAfter: 60)
      }
      let job = Job(owner: call.owner, parts: [JobRunner.order, JobRunner.pictures])
      let addition: JobStore.Addition
      do {
        try await write(order, upload.file, of: job)
        addition = try await store.add(
          job, idempotencyKey: key, digest: await Self.digest(order, upload.file))
      } catch {
        try? await spool.remove(job.id)
        throw error
      }
      switch addition {
      case .added(let added):
        await runner.wake()
        return try await Self.answer(.accepted, json(added), [.location: Self.path(added)])
      case .existing(let known):
        try await spool.remove(job.id)
        return try await Self.answer(.accepted, json(known), [.location: Self.path(known)])
      case .conflict:
        try await spool.remove(job.id)
        throw Problem(
          .invalid, "another request had this Idempotency-Key: choose another",
          field: "Idempotency-Key")
      case .full(let ofOwner):
        try await spool.remove(job.id)
        throw Problem(
          .busy, "\(ofOwner ? "this key has" : "there are") too many jobs that wait: try later",
          retryAfter: 30)
      }
    }
  }

  /// Writes a job's parts.
  private func write(_ order: WorkerOrder, _ pictures: SharedFile, of job: Job) async throws {
    try await spool.makeFolder(job.id)
    let message = try spool.create(.part(JobRunner.order), of: job.id)
    try JobError.wrapping { () throws(FileFault) in try message.append(order.message[...]) }
    try await spool.commit(message)
    let file = try spool.create(.part(JobRunner.pictures), of: job.id)
    try await BlockingCalls.run { () throws in
      let size = try pictures.size
      for start in stride(from: 0, to: size, by: FileBody.chunk) {
        let bytes = try pictures.bytes(start..<min(start + FileBody.chunk, size))
        try JobError.wrapping { () throws(FileFault) in try file.append(bytes[...]) }
      }
    }
    try await spool.commit(file)
  }

  private static func digest(_ order: WorkerOrder, _ pictures: SharedFile) async -> String {
    let job = WorkerJob(order, files: [pictures])
    let digest = await BlockingCalls.run { () throws(Never) in Quarantine.digest(of: job) }
    return digest.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  /// Jobs of a page of the list, and most of them.
  private static let pageSize = (standard: 50, most: 500)

  /// `GET /v1/jobs`: the client's jobs, the newest first.
  func list(_ call: Call) async throws -> Response {
    let query = call.request.uri.queryParameters
    func number(_ name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
      guard let text = query[Substring(name)] else { return nil }
      guard let value = Int(text), range.contains(value) else {
        throw Problem(
          .invalid,
          "\(name)=\(text.prefix(40)): give a number, "
            + "\(range.lowerBound) to \(range.upperBound)", field: name)
      }
      return value
    }
    let limit = try number("limit", 1...Self.pageSize.most) ?? Self.pageSize.standard
    let before = try number("before", 1...(.max))
    return try await Problem.ofJobs { () throws in
      let jobs = try await store.jobs(owner: call.owner, limit: limit, before: before)
      var texts: [JSON] = []
      for job in jobs { texts.append(try await json(job)) }
      let next = jobs.count == limit ? jobs.last.map { JSON.int($0.number) } : nil
      return Self.answer(
        .ok, .object([("jobs", .array(texts)), ("before", next ?? .null)]))
    }
  }

  /// `GET /v1/jobs/{id}`: one job.
  func show(_ call: Call) async throws -> Response {
    try await Problem.ofJobs { () throws in
      Self.answer(.ok, try await json(try await find(call)))
    }
  }

  /// `DELETE /v1/jobs/{id}`: cancels a job, or removes one that has ended.
  func delete(_ call: Call) async throws -> Response {
    try await Problem.ofJobs { () throws in
      let job = try await find(call)
      if job.state.isEnded {
        _ = try await store.remove(job.id)
        try await spool.remove(job.id)
      } else {
        let state = try await store.cancel(job.id, owner: call.owner)
        await runner.cancel(job.id)
        // The runner removes the files of one that it draws.
        if state == .queued, let cancelled = try await store.job(job.id, owner: call.owner) {
          try await spool.trim(cancelled)
        }
      }
      return Response(status: .noContent)
    }
  }

  /// `GET /v1/jobs/{id}/result`: the film.
  func result(_ call: Call) async throws -> Response {
    try await Problem.ofJobs { () throws in
      let job = try await find(call)
      guard job.state == .done else {
        throw Problem(
          .conflict,
          job.failure.map { "the job has failed: \($0.detail)" }
            ?? "the job is \(job.state.rawValue): its result isn't there",
          retryAfter: job.state.isEnded ? nil : 1)
      }
      let file = SharedFile(try spool.open(.result, of: job.id))
      return try FileBody(
        file, mediaType: job.mediaType ?? "application/octet-stream", tag: job.id
      ).response(call)
    }
  }

  /// Interval between looks at a job, and longest silence of a stream of events.
  private static let (look, silence) = (Duration.milliseconds(200), Duration.seconds(15))

  /// `GET /v1/jobs/{id}/events`: changes of a job as they happen, until it ends.
  func events(_ call: Call) async throws -> Response {
    let job = try await Problem.ofJobs { () throws in try await find(call) }
    let body = ResponseBody { [self] writer in
      defer { withExtendedLifetime(call.use) {} }
      var (last, told) = (Optional<String>.none, ContinuousClock.now)
      var job = Optional(job)
      while let known = job {
        let text = try await json(known).text
        if text != last {
          let event = ByteBuffer(string: "event: job\ndata: \(text)\n\n")
          try await writer.write(event)
          (last, told) = (text, ContinuousClock.now)
        } else if ContinuousClock.now - told >= Self.silence {
          // A comment keeps connections open.
          try await writer.write(ByteBuffer(string: ":\n\n"))
          told = ContinuousClock.now
        }
        if known.state.isEnded { break }
        try await Task.sleep(for: Self.look)
        job = try await store.job(known.id, owner: call.owner)
      }
      try await writer.finish(nil)
    }
    return Response(
      status: .ok,
      headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
  }

  private func find(_ call: Call) async throws -> Job {
    let id = call.values["id"] ?? ""
    guard let job = try await store.job(id, owner: call.owner) else {
      throw Problem(.notFound, "there is no job '\(id.prefix(40))', or it isn't yours")
    }
    return job
  }

  // Texts

  private static let idempotencyKey = HTTPField.Name.idempotencyKey

  private static func path(_ job: Job) -> String { "/v1/jobs/\(job.id)" }

  /// A job as clients see it.
  private func json(_ job: Job) async throws -> JSON {
    let drawn = job.drawn + (job.state == .running ? runner.openFrames(job.id) : 0)
    var members: [(String, JSON)] = [
      ("id", .string(job.id)), ("number", .int(job.number)),
      ("state", .string(job.state.rawValue)),
      ("created", .number(job.created.rounded3)), ("drawn", .int(drawn)),
    ]
    if job.state == .queued, let position = try await store.position(job.id) {
      members.append(("position", .int(position)))
    }
    if let started = job.started { members.append(("started", .number(started.rounded3))) }
    if let ended = job.ended { members.append(("ended", .number(ended.rounded3))) }
    if let frames = job.frames {
      members.append(("frames", .int(frames)))
      if job.state == .running, let started = job.started, drawn > 0 {
        let left = (store.clock() - started) / Double(drawn) * Double(frames - drawn)
        members.append(("secondsLeft", .number(left.rounded())))
      }
    }
    if let mediaType = job.mediaType { members.append(("mediaType", .string(mediaType))) }
    if let bytes = job.bytes { members.append(("bytes", .int(bytes))) }
    if let failure = job.failure {
      members.append(
        (
          "failure",
          .object([
            ("kind", .string(failure.kind)), ("detail", .string(failure.detail)),
            ("field", failure.field.map(JSON.string) ?? .null),
          ])
        ))
    }
    return .object(members)
  }

  private static func answer(
    _ status: HTTPResponse.Status, _ json: JSON, _ more: HTTPFields = [:]
  ) -> Response {
    var headers = more
    headers[.contentType] = "application/json"
    headers[.cacheControl] = "no-store"
    return Response(
      status: status, headers: headers,
      body: .init(byteBuffer: ByteBuffer(string: json.text + "\n")))
  }
}

extension HTTPField.Name {
  /// A client's name of a request, so that a repeated one isn't done twice.
  static var idempotencyKey: HTTPField.Name {
    HTTPField.Name("Idempotency-Key") ?? .ifMatch
  }
}

extension Double {
  /// The value to the thousandth.
  fileprivate var rounded3: Double { (1000 * self).rounded() / 1000 }
}

extension Problem {
  /// Runs a step on the store or the spool, and converts its error.
  static func ofJobs<Result>(
    _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let error as JobError {
      throw Problem(.unavailable, error.description, retryAfter: 10)
    } catch let error as LinkError {
      throw Problem(.unavailable, "the server lacks memory: \(error)", retryAfter: 5)
    }
  }
}
#endif
