#if Server
import Foundation
import Glibc
import Testing

@Suite("serve: access")
struct ServerAccessTests {
  /// SHA-256 of "open sesame".
  private static let digest = "41ef4bb0b23661e66301aac36066912dac037827b4ae63a7b1165a5aa93ed4eb"

  @Test("Without keys only loopback's names are answered, and no other site's pages")
  func loopback() async throws {
    let server = try await Server(in: try Folder())
    #expect(try server.ask("GET", "/livez", host: "localhost:80").status == 200)
    #expect(try server.ask("GET", "/livez", host: "[::1]").status == 200)
    #expect(try server.ask("GET", "/livez", host: "rebound.example").status == 403)
    #expect(try server.ask("GET", "/livez", host: "127.0.0.1.example").status == 403)
    let foreign = ["Origin": "https://elsewhere.example"]
    #expect(try server.ask("GET", "/livez", headers: foreign).status == 403)
    let words = ["serve", "--listen", "0.0.0.0:0"]
    let open = try await Glcurl.run(words, in: server.folder)
    #expect(open.status == 64 && open.errors.contains("--keys"), "\(open.errors)")
  }

  @Test("Listed origins get their headers, preflights an answer")
  func origins() async throws {
    let server = try await Server(["--cors", "https://app.example"], in: try Folder())
    let origin = ["Origin": "https://app.example"]
    let answer = try server.ask("GET", "/livez", headers: origin)
    #expect(answer.status == 200)
    #expect(answer.headers["access-control-allow-origin"] == "https://app.example")
    let preflight = try server.ask(
      "OPTIONS", "/v1/frame",
      headers: origin.merging(["Access-Control-Request-Method": "POST"]) { $1 })
    #expect(preflight.status == 204)
    #expect(preflight.headers["access-control-allow-methods"]?.contains("POST") == true)
  }

  @Test("Keys are asked for, have limits, and are read again on SIGHUP; probes need none")
  func keys() async throws {
    let folder = try Folder.withPages()
    try Data("# keys\nann:\(Self.digest) per-minute=2\n".utf8).write(to: folder.url("keys"))
    let server = try await Server(["--keys", "keys"], in: folder)
    let form = Form.frame(
      try [folder.bytes("a.png"), folder.bytes("b.png")], #"{"progress": 0.5}"#)
    let key = ["Authorization": "Bearer open sesame"]
    #expect(try server.ask("GET", "/readyz", host: "any.example").status == 200)
    let without = try server.frame(form)
    #expect(without.status == 401 && without.headers["www-authenticate"] == "Bearer")
    #expect(try server.frame(form, headers: ["Authorization": "Bearer open"]).status == 401)
    #expect(try server.frame(form, headers: key).status == 200)
    #expect(try server.frame(form, headers: key).status == 200)
    let third = try server.frame(form, headers: key)
    #expect(third.status == 429 && third.headers["retry-after"] != nil)
    try Data("bob:\(Self.digest)\n".utf8).write(to: folder.url("keys"))
    kill(server.running.process.processIdentifier, SIGHUP)
    let deadline = ContinuousClock.now + .seconds(30)
    while try server.frame(form, headers: key).status != 200 {
      try #require(ContinuousClock.now < deadline)
      try await Task.sleep(for: .milliseconds(50))
    }
    // A wrong file changes nothing.
    try Data("bob:12\n".utf8).write(to: folder.url("keys"))
    kill(server.running.process.processIdentifier, SIGHUP)
    while !server.log.contains("the old keys stay") {
      try #require(ContinuousClock.now < deadline)
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(try server.frame(form, headers: key).status == 200)
    for (text, line) in [
      ("bob\n", "wrong:1:"), ("\n# x\n", "no key"), ("a:\(Self.digest) x=1", "x=1"),
    ] {
      try Data(text.utf8).write(to: folder.url("wrong"))
      let run = try await Glcurl.run(
        ["serve", "--listen", "127.0.0.1:0", "--keys", "wrong"], in: folder)
      #expect(run.status == 65 && run.errors.contains(line), "\(run.errors)")
    }
  }

  @Test("An address that is taken is told")
  func takenAddress() async throws {
    let server = try await Server(in: try Folder())
    let run = try await Glcurl.run(
      ["serve", "--listen", "127.0.0.1:\(server.port)", "--backend", "cpu"], in: server.folder)
    #expect(run.status == 69 && run.errors.contains("cannot listen"), "\(run.errors)")
  }
}
#endif
