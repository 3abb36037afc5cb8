#if Server
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import PageFilm
internal import Synchronization

/// Answers every request: finds its route, checks that it may pass, and turns errors into problems.
struct Responder: HTTPResponder {
  typealias Context = CallContext

  let routes: RouteTable
  let gate: Gate
  let metrics: ServerMetrics
  let logger: Logger

  /// Time that a client gets to read an answer before its connection is closed although its body is
  /// unread.
  private static let grace = Duration.seconds(2)

  func respond(to request: Request, context: CallContext) async throws -> Response {
    let start = ContinuousClock.now
    let id = Self.requestIDs.add(1, ordering: .relaxed).newValue
    let name = "\(Self.run)-\(id)"
    let isRead = BodyState()
    var route = "none"
    var response: Response
    var shown: Int?
    do {
      if let preflight = gate.preflight(request) {
        response = preflight
      } else {
        let (found, values) = try routes.find(request.method, request.uri.path)
        route = found.path
        let entry = try gate.check(request, isOpen: found.isOpen)
        if let entry { try gate.keys?.begin(entry) }
        defer { if let entry { gate.keys?.end(entry) } }
        let call = Call(
          request: request, values: values, id: name, channel: context.channel, body: isRead)
        response = try await found.handler(call)
      }
    } catch {
      let problem = Self.problem(error)
      // The client has gone: the answer is for nobody, the status for the log.
      if problem == nil { shown = Self.clientClosed }
      if problem?.kind == .internal {
        logger.error("request failed", metadata: ["id": "\(name)", "error": "\(error)"])
      }
      response = (problem ?? Problem(.badRequest, "the connection is closed")).response(id: name)
    }
    for field in gate.headers(for: request) { response.headers[field.name] = field.value }
    if let field = HTTPField.Name("X-Request-Id") { response.headers[field] = name }
    response.headers[.xContentTypeOptions] = "nosniff"
    if Self.hasBody(request) && !isRead.isRead {
      response.headers[.connection] = "close"
      Task {
        try? await Task.sleep(for: Self.grace)
        context.channel.close(promise: nil)
      }
    }
    if request.method == .head { response = response.createHeadResponse() }
    let time = ContinuousClock.now - start
    let status = shown ?? response.status.code
    metrics.answered(route, status: status, in: time)
    logger.info(
      "request",
      metadata: [
        "id": "\(name)", "method": "\(request.method.rawValue.prefix(20))", "route": "\(route)",
        "status": "\(status)",
        "ms": "\((1000 * (time / .seconds(1))).fixed(1))",
      ])
    return response
  }

  /// Distinguishes the requests of one run of the server from those of another.
  private static let run = String(UInt32.random(in: 0 ... .max), radix: 36)
  private static let requestIDs = Atomic(0)

  private static func hasBody(_ request: Request) -> Bool {
    request.headers[.transferEncoding] != nil
      || request.headers[.contentLength].map { $0 != "0" } ?? false
  }

  /// Status in logs of requests whose client closed the connection, as nginx has it.
  private static let clientClosed = 499

  /// The problem of an error; nil if the client closed the connection.
  private static func problem(_ error: any Error) -> Problem? {
    switch error {
    case let error as Problem: error
    case is CancellationError, is ClientClosed: nil
    default: Problem(.internal, "the server failed; its log says more")
    }
  }
}

/// Whether a request's body has been read to its end.
final class BodyState: Sendable {
  private let read = Atomic(false)

  var isRead: Bool { read.load(ordering: .relaxed) }

  /// Says that the body has been read.
  func finish() { read.store(true, ordering: .relaxed) }
}
#endif
