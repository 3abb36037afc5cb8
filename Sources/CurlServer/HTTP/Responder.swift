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

  func respond(to request: Request, context: CallContext) async throws -> Response {
    let start = ContinuousClock.now
    let id = Self.requestIDs.add(1, ordering: .relaxed).newValue
    let name = "\(Self.run)-\(id)"
    let isRead = Flag()
    var route = "none"
    var isSigned = false
    var response: Response
    var shown: Int?
    do {
      if let preflight = gate.preflight(request) {
        response = preflight
      } else {
        let (found, values) = try routes.find(request.method, request.uri.path)
        route = found.path
        isSigned = found.isSigned
        let entry = isSigned ? nil : try gate.check(request, isOpen: found.isOpen)
        let call = Call(
          request: request, values: values, id: name, owner: entry?.name ?? "",
          channel: context.channel, body: isRead, use: try gate.use(entry))
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
    let access = isSigned ? Gate.everyone : gate.headers(for: request)
    for field in access { response.headers[field.name] = field.value }
    if let field = HTTPField.Name("X-Request-Id") { response.headers[field] = name }
    response.headers[.xContentTypeOptions] = "nosniff"
    // The parser stops behind a request for another protocol.
    let isForeign =
      request.headers[.upgrade] != nil && response.status != .switchingProtocols
      || request.method == .connect
    if Self.hasBody(request) && !isRead.isSet || isForeign || Self.isLast(request) {
      response.headers[.connection] = "close"
    }
    response =
      request.method == .head
      ? response.createHeadResponse() : response.paced(by: context.channel.eventLoop)
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

  static func hasBody(_ request: Request) -> Bool {
    request.headers[.transferEncoding] != nil
      || request.headers[.contentLength].map { $0 != "0" } ?? false
  }

  /// Whether a client wants the connection to end behind the answer.
  private static func isLast(_ request: Request) -> Bool {
    request.headers[.connection]?.lowercased().split(separator: ",").contains {
      $0.trimmingPrefix(while: \.isWhitespace).prefix { !$0.isWhitespace } == "close"
    } ?? false
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
#endif
