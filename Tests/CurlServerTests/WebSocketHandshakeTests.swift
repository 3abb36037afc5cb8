#if Server
import HTTPTypes
import Hummingbird
import Testing

@testable import CurlServer

@Suite("WebSocket handshakes")
struct WebSocketHandshakeTests {
  private static func request(_ changes: HTTPFields = [:]) -> Request {
    var fields: HTTPFields = [
      .upgrade: "websocket", .connection: "keep-alive, Upgrade", .secWebSocketVersion: "13",
      .secWebSocketKey: "dGhlIHNhbXBsZSBub25jZQ==",
    ]
    for change in changes { fields[change.name] = change.value.isEmpty ? nil : change.value }
    return Request(
      head: HTTPRequest(
        method: .get, scheme: "http", authority: "127.0.0.1", path: "/v1/turner",
        headerFields: fields),
      body: .init(buffer: ByteBuffer()))
  }

  @Test("The example of RFC 6455 §1.3")
  func example() throws {
    let answer = try WebSocketHandshake.answer(Self.request())
    #expect(answer[.secWebSocketAccept] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    #expect(answer[.upgrade] == "websocket" && answer[.connection] == "Upgrade")
    #expect(answer[.secWebSocketProtocol] == nil)
  }

  @Test("The protocol is chosen if it's offered; others aren't")
  func protocols() throws {
    let ours = try WebSocketHandshake.answer(
      Self.request([.secWebSocketProtocol: "other, glcurl ,key.YQ"]))
    #expect(ours[.secWebSocketProtocol] == "glcurl")
    let others = try WebSocketHandshake.answer(Self.request([.secWebSocketProtocol: "other"]))
    #expect(others[.secWebSocketProtocol] == nil)
  }

  @Test("Requests that open no WebSocket get problems", arguments: 0..<8)
  func problems(index: Int) {
    let (changes, kind): (HTTPFields, Problem.Kind) = [
      ([.upgrade: ""], .upgradeRequired), ([.upgrade: "h2c"], .upgradeRequired),
      ([.connection: "keep-alive"], .upgradeRequired),
      ([.secWebSocketVersion: "8"], .upgradeRequired),
      ([.secWebSocketKey: ""], .badRequest), ([.secWebSocketKey: "AAAA"], .badRequest),
      ([.secWebSocketKey: "dGhlIHNhbXBsZSBub25jZR=="], .badRequest),
      ([.contentLength: "4"], .badRequest),
    ][index]
    #expect {
      _ = try WebSocketHandshake.answer(Self.request(changes))
    } throws: {
      ($0 as? Problem)?.kind == kind
    }
  }

  @Test("A key comes as a protocol, in requests for WebSockets alone")
  func key() {
    let key = "öpen sesame?>"
    let word = "key." + Base64.encode(Array(key.utf8), .url)
    let fields: HTTPFields = [.secWebSocketProtocol: "glcurl, \(word)"]
    #expect(WebSocketHandshake.key(Self.request(fields)) == key)
    #expect(!word.contains("=") && !word.contains("/") && !word.contains("+"))
    #expect(WebSocketHandshake.key(Self.request([.secWebSocketProtocol: "glcurl"])) == nil)
    #expect(WebSocketHandshake.key(Self.request([.secWebSocketProtocol: "key.a"])) == nil)
    var plain = fields
    plain[.upgrade] = ""
    plain[.upgrade] = "h2c"
    #expect(WebSocketHandshake.key(Self.request(plain)) == nil)
  }

  @Test(
    "Base64 as in RFC 4648 §10",
    arguments: zip(
      ["", "f", "fo", "foo", "foob", "fooba", "foobar"],
      ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]))
  func base64(plain: String, coded: String) {
    #expect(Base64.encode(plain.utf8) == coded)
    #expect(Base64.decode(coded) == Array(plain.utf8))
    let short = String(coded.prefix { $0 != "=" })
    #expect(Base64.encode(plain.utf8, .url) == short)
    #expect(Base64.decode(short, .url) == Array(plain.utf8))
  }

  @Test(
    "Base64 has one form alone", arguments: ["Zg", "Zh==", "Z", "Zg=", "=Zg=", "Zm9v\n", "Zm-v"])
  func wrongBase64(text: String) { #expect(Base64.decode(text) == nil) }
}
#endif
