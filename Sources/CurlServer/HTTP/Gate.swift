#if Server
internal import HTTPTypes
internal import Hummingbird

/// Decides which requests may pass: their Host, their Origin and their key.
struct Gate: Sendable {
  let keys: KeyFile?
  let origins: [String]
  /// Whether the server listens on a Unix socket, whose clients may name any host.
  let isUnix: Bool
  /// Scheme of the server's own pages.
  let scheme: String

  /// Throws for a request that may not pass; `isOpen` requests need no key.
  ///
  /// - Returns: The entry of the request's key; nil if it needs none.
  func check(_ request: Request, isOpen: Bool) throws(Problem) -> KeyFile.Entry? {
    // A page of another site may send requests to loopback in a browser: by its Origin, or, with a
    // name that its owner points to 127.0.0.1, by its Host.
    if keys == nil && !isUnix {
      let host = Self.host(of: request.head.authority ?? "")
      guard ServerConfiguration.Address.isLoopback(host) else {
        throw Problem(
          .forbidden,
          "Host '\(host.prefix(80))' isn't this machine's loopback: without --keys only that is "
            + "answered")
      }
    }
    if let origin = request.headers[.origin], !origins.contains(origin), origin != own(request) {
      throw Problem(
        .forbidden, "pages of '\(origin.prefix(80))' may not call this server: see --cors")
    }
    guard let keys, !isOpen else { return nil }
    guard let given = Self.key(request) ?? WebSocketHandshake.key(request),
      let entry = keys.entry(of: given)
    else {
      throw Problem(
        .unauthorised, "the request has no valid key: send the header Authorization: Bearer KEY")
    }
    return entry
  }

  /// Begins the use of a key.
  ///
  /// - Throws: A problem if the key has reached one of its limits.
  func use(_ entry: KeyFile.Entry?) throws(Problem) -> KeyUse? {
    guard let keys, let entry else { return nil }
    return try KeyUse(entry, of: keys)
  }

  /// The key in the header Authorization; nil without one.
  private static func key(_ request: Request) -> String? {
    guard let given = request.headers[.authorization], given.lowercased().hasPrefix("bearer ")
    else { return nil }
    return String(given.dropFirst(7).drop(while: \.isWhitespace))
  }

  /// Headers that let pages of a listed origin read an answer.
  func headers(for request: Request) -> HTTPFields {
    guard let origin = request.headers[.origin], origins.contains(origin) else { return [:] }
    return [
      .accessControlAllowOrigin: origin, .vary: "Origin",
      .accessControlExposeHeaders: "Location, Retry-After, ETag, Server-Timing",
    ]
  }

  /// Headers that let pages of every origin show and read an answer, also where they allow only what
  /// allows them.
  ///
  /// A signed path tells who has it nothing else, and the answer is the same for all, so that
  /// caches need one copy.
  static let everyone: HTTPFields = {
    var headers: HTTPFields = [
      .accessControlAllowOrigin: "*",
      .accessControlExposeHeaders: "Retry-After, ETag, Server-Timing",
    ]
    if let name = HTTPField.Name("Cross-Origin-Resource-Policy") { headers[name] = "cross-origin" }
    return headers
  }()

  /// The answer to a preflight request; nil if it is none.
  func preflight(_ request: Request) -> Response? {
    guard request.method == .options, request.headers[.origin] != nil,
      request.headers[.accessControlRequestMethod] != nil
    else { return nil }
    var headers = headers(for: request)
    headers[.accessControlAllowMethods] = "GET, HEAD, POST, DELETE"
    headers[.accessControlAllowHeaders] = "Authorization, Content-Type, Idempotency-Key"
    headers[.accessControlMaxAge] = "600"
    return Response(status: .noContent, headers: headers)
  }

  /// The origin of the server as the client names it.
  private func own(_ request: Request) -> String {
    "\(scheme)://\(request.head.authority ?? "")"
  }

  /// The host of `host:port`, with the brackets of an IPv6 address.
  private static func host(of authority: String) -> String {
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      return String(authority[...end])
    }
    return String(authority.split(separator: ":").first ?? "")
  }
}
#endif
