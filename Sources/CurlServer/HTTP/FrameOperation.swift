#if Server
internal import HTTPTypes
internal import Hummingbird
internal import PageFilm
internal import WorkerLink

/// `POST /v1/frame`: pages in, a picture of one moment of their turn out.
struct FrameOperation: Sendable {
  /// Media types of the answers.
  static let pictures = ["image/png", "image/webp", "image/jpeg"]

  /// Parts of a request beside its options.
  static let rules = [
    Upload.Rule(name: "pages", count: 2...2), Upload.Rule(name: "back", count: 0...1),
    Upload.Rule(name: "background", count: 0...1),
  ]

  let intake: Intake

  func answer(_ call: Call) async throws -> Response {
    let deadline = ContinuousClock.now + .seconds(intake.limits.time)
    let (upload, share, place) = try await intake.take(call, Self.rules, until: deadline)
    let job = WorkerJob(
      WorkerOrder(.frame, options: upload.turn, parts: upload.parts), files: [upload.file],
      deadline: deadline)
    let answer = try await call.untilClosed { [intake] in
      defer { withExtendedLifetime(share) {} }
      return try await intake.perform(job)
    }
    intake.metrics.did(answer)
    guard let file = answer.file, Self.pictures.contains(answer.mediaType) else {
      throw Problem(.internal, "the worker sent no picture")
    }
    return try response(file, answer, call, place)
  }

  private func response(
    _ file: SharedFile, _ answer: WorkerAnswer, _ call: Call, _ place: Tally.Place
  ) throws -> Response {
    let size = try Problem.wrapping { () throws(LinkError) in try file.size }
    let share = intake.memory.share()
    try share.add(size)
    intake.metrics.wrote(size)
    var timing = ["queue;dur=\(Self.milliseconds(answer.queued / .seconds(1)))"]
    for stage in WorkerStage.allCases {
      guard let seconds = answer.stages[stage] else { continue }
      timing.append("\(stage.rawValue);dur=\(Self.milliseconds(seconds))")
    }
    var headers: HTTPFields = [.contentType: answer.mediaType, .cacheControl: "no-store"]
    if let name = HTTPField.Name("Server-Timing") {
      headers[name] = timing.joined(separator: ", ")
    }
    let body = FileBody.body(file, size: size) {
      // All last as long as the picture.
      withExtendedLifetime((place, share, call.use)) {}
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
      self.init(.internal, "the request ended its worker, and isn't tried again")
    case .quarantined:
      self.init(.invalid, "this request has ended workers before, so it isn't drawn")
    case .refused(let fault):
      let kind: Problem.Kind =
        switch fault.cause {
        case .invalid: .invalid
        case .mediaType: .mediaType
        case .tooLarge: .tooLarge
        case .unavailable: .unavailable
        case .internal, .cancelled: .internal
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
