#if Server
import Foundation
import Glibc
import Testing

@Suite("health")
struct HealthTests {
  /// A server that sends these bytes to its first client, and then closes or waits.
  private final class Impostor: Sendable {
    let port: UInt16

    init(_ answer: String, closes: Bool) throws {
      let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          unsafe bind(number, pointer, size) + listen(number, 1)
            + getsockname(number, pointer, &size)
        }
      }
      try #require(code == 0, "errno \(errno)")
      port = UInt16(bigEndian: address.sin_port)
      Thread.detachNewThread {
        let client = accept(number, nil, nil)
        // What isn't read would make the end a reset.
        var piece = [UInt8](repeating: 0, count: 4096)
        _ = unsafe recv(client, &piece, piece.count, 0)
        let bytes = Array(answer.utf8)
        _ = unsafe send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        if !closes { _ = unsafe recv(client, &piece, piece.count, 0) }
        close(client)
        close(number)
      }
    }
  }

  private static func health(_ options: [String]) async throws -> Glcurl.Run {
    try await Glcurl.run(["health"] + options, in: Folder())
  }

  @Test("A server that draws is healthy, one that has ended isn't")
  func life() async throws {
    let server = try await Server(in: Folder.withPages())
    let options = ["--listen", "127.0.0.1:\(server.port)"]
    let run = try await Self.health(options)
    #expect(run.status == 0 && run.text == "ready\n", "\(run.errors)")
    // A server on all addresses is asked on this machine's own.
    #expect(try await Self.health(["--listen", "0.0.0.0:\(server.port)"]).status == 0)
    #expect(await server.stop() == 0)
    let gone = try await Self.health(options)
    #expect(gone.status == 69 && gone.errors.contains("can't be reached"), "\(gone.errors)")
  }

  @Test("A server on a Unix socket is asked there")
  func unixSocket() async throws {
    let folder = try Folder()
    let path = folder.url("s").path
    let missing = try await Self.health(["--socket", path])
    #expect(missing.status == 69 && missing.errors.contains(path), "\(missing.errors)")
    let running = try Glcurl.start(
      ["serve", "--socket", path, "--backend", "cpu", "--workers", "1"], in: folder)
    let deadline = ContinuousClock.now + .seconds(60)
    while try await Self.health(["--socket", path]).status != 0 {
      try #require(ContinuousClock.now < deadline && running.process.isRunning)
      try await Task.sleep(for: .milliseconds(50))
    }
    running.process.terminate()
    #expect(await running.status() == 0)
    let long = try await Self.health(["--socket", String(repeating: "a", count: 108)])
    #expect(long.status == 69 && long.errors.contains("too long"), "\(long.errors)")
  }

  @Test(
    "What isn't a server's yes is told with status 69",
    arguments: [
      ("", true, "doesn't answer in HTTP"), ("SSH-2.0\r\n\r\n", true, "doesn't answer in HTTP"),
      ("HTTP/1.1 20\r\n\r\n", true, "doesn't answer in HTTP"),
      ("HTTP/1.1 200 OK\r\n", true, "doesn't answer in HTTP"),
      ("HTTP/1.1 404 No\r\n\r\nok\n", true, "status 404"),
      ("HTTP/1.1 503 No\r\n\r\n{\"detail\": 3}", true, "status 503"),
      ("HTTP/1.1 503 No\r\n\r\n{\"detail\": \"0 of 2 workers draw\"}", true, "0 of 2 workers"),
      ("HTTP/1.1 200 OK\r\n\r\nok\n", false, "--timeout"),
      (String(repeating: "x", count: 1 << 17), true, "without an end"),
    ])
  func impostors(_ answer: String, _ closes: Bool, _ words: String) async throws {
    let server = try Impostor(answer, closes: closes)
    let run = try await Self.health(
      ["--listen", "127.0.0.1:\(server.port)", "--timeout", closes ? "60" : "0.2"])
    #expect(run.status == 69 && run.errors.contains(words), "\(run.errors)")
  }

  @Test("An address that is no server's is wrong usage")
  func usage() async throws {
    for options in [
      ["--listen", "127.0.0.1:0"], ["--listen", "8080"], ["--listen", "a:1", "--socket", "s"],
      ["--timeout", "0"],
    ] {
      #expect(try await Self.health(options).status == 64, "\(options)")
    }
  }
}
#endif
