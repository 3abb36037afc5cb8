#if Server
internal import HTTPTypes
internal import Hummingbird
internal import PageFilm

/// An answer that isn't what the client asked for, sent as problem details (RFC 9457).
package struct Problem: Error, Sendable {
  /// Kind of a problem; clients branch on it.
  enum Kind: String, Sendable, CaseIterable {
    case badRequest = "bad-request"
    case unauthorised
    case forbidden
    case notFound = "not-found"
    case expired
    case methodNotAllowed = "method-not-allowed"
    case slowBody = "slow-body"
    case conflict
    case range
    case tooLarge = "too-large"
    case mediaType = "media-type"
    case invalid
    case upgradeRequired = "upgrade-required"
    case busy
    case `internal`
    case unavailable
    case late

    /// The member `type` of the answer.
    var type: String { "urn:glcurl:problem:\(rawValue)" }

    /// Status of the answer.
    var status: HTTPResponse.Status {
      switch self {
      case .badRequest: .badRequest
      case .unauthorised: .unauthorized
      case .forbidden: .forbidden
      case .notFound: .notFound
      case .expired: .gone
      case .methodNotAllowed: .methodNotAllowed
      case .slowBody: .requestTimeout
      case .conflict: .conflict
      case .range: .rangeNotSatisfiable
      case .tooLarge: .contentTooLarge
      case .mediaType: .unsupportedMediaType
      case .invalid: .unprocessableContent
      case .upgradeRequired: .upgradeRequired
      case .busy: .tooManyRequests
      case .internal: .internalServerError
      case .unavailable, .late: .serviceUnavailable
      }
    }
  }

  let kind: Kind
  /// What was wrong, with which value, and the way out.
  package let detail: String
  /// The part or member at fault, such as `turn.radius` or `pages[1]`; nil if none is.
  var field: String?
  /// Seconds after which the same request may succeed; nil if it never will.
  var retryAfter: Int?
  /// Methods of the path, for `methodNotAllowed`.
  var allowed: [String] = []
  /// Size of the file, bytes, for `range`.
  var size: Int?

  init(_ kind: Kind, _ detail: String, field: String? = nil, retryAfter: Int? = nil) {
    self.kind = kind
    self.detail = detail
    self.field = field
    self.retryAfter = retryAfter
  }

  /// The answer to request `id`.
  func response(id: String) -> Response {
    var members: [(String, JSON)] = [
      ("type", .string(kind.type)),
      ("title", .string(kind.status.reasonPhrase)), ("status", .int(kind.status.code)),
      ("detail", .string(detail)),
    ]
    if let field { members.append(("field", .string(field))) }
    members.append(("request", .string(id)))
    var headers: HTTPFields = [
      .contentType: "application/problem+json", .cacheControl: "no-store",
    ]
    if let retryAfter { headers[.retryAfter] = String(retryAfter) }
    if !allowed.isEmpty { headers[.allow] = allowed.joined(separator: ", ") }
    if let size { headers[.contentRange] = "bytes */\(size)" }
    if kind == .unauthorised { headers[.wwwAuthenticate] = "Bearer" }
    if kind == .upgradeRequired {
      headers[.upgrade] = "websocket"
      headers[.secWebSocketVersion] = "13"
    }
    let body = ByteBuffer(string: JSON.object(members).text + "\n")
    return Response(status: kind.status, headers: headers, body: .init(byteBuffer: body))
  }
}
#endif
