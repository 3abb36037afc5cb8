#if Server
internal import Crypto
internal import HTTPTypes
internal import Hummingbird

/// The request that opens a WebSocket, and its answer (RFC 6455 §4.2).
enum WebSocketHandshake {
  /// The protocol that a client may ask for beside its key.
  static let name = "glcurl"
  /// Before the key of a client that can't send the header Authorization, in Base64 for URLs.
  private static let keyPrefix = "key."
  /// What every server appends to a client's nonce.
  private static let salt = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  /// Whether a request asks for a WebSocket.
  static func isAsked(_ request: Request) -> Bool {
    tokens(request, .upgrade).contains { $0.lowercased() == "websocket" }
      && tokens(request, .connection).contains { $0.lowercased() == "upgrade" }
  }

  /// The key among the protocols of a request for a WebSocket; nil without one.
  static func key(_ request: Request) -> String? {
    guard isAsked(request) else { return nil }
    let found = tokens(request, .secWebSocketProtocol).first { $0.hasPrefix(keyPrefix) }
    return found.flatMap { Base64.decode($0.dropFirst(keyPrefix.count), .url) }
      .flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The fields of the answer that opens the WebSocket.
  ///
  /// - Throws: A problem of the request.
  static func answer(_ request: Request) throws(Problem) -> HTTPFields {
    guard request.method == .get, isAsked(request),
      request.headers[.secWebSocketVersion] == "13"
    else {
      throw Problem(
        .upgradeRequired,
        "this path takes WebSockets of version 13 alone: open it as ws:// or wss://")
    }
    let nonce = request.headers[.secWebSocketKey] ?? ""
    guard Base64.decode(nonce)?.count == 16 else {
      throw Problem(
        .badRequest, "Sec-WebSocket-Key '\(nonce.prefix(40))' isn't the Base64 of 16 bytes")
    }
    guard !Responder.hasBody(request) else {
      throw Problem(.badRequest, "a request for a WebSocket has no body")
    }
    let digest = Insecure.SHA1.hash(data: Array((nonce + salt).utf8))
    var fields: HTTPFields = [
      .upgrade: "websocket", .connection: "Upgrade",
      .secWebSocketAccept: Base64.encode(Array(digest)),
    ]
    if tokens(request, .secWebSocketProtocol).contains(name) {
      fields[.secWebSocketProtocol] = name
    }
    return fields
  }

  private static func tokens(_ request: Request, _ field: HTTPField.Name) -> [String] {
    (request.headers[field] ?? "").split(separator: ",").map { part in
      let words = part.split(whereSeparator: { $0 == " " || $0 == "\t" })
      return words.count == 1 ? String(words[0]) : String(part)
    }
  }
}
#endif
