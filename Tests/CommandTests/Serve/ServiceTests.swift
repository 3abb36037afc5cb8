#if Server
import Foundation
import Glibc
import Testing

@Suite("serve: service")
struct ServiceTests {
  /// What a service manager hears.
  private final class Manager {
    let path: String
    private let number: Int32

    init(in folder: Folder) throws {
      path = folder.url("notify").path
      number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      try #require(path.utf8.count < 108)
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
      let code = unsafe withUnsafePointer(to: address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          unsafe bind(number, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(code == 0, "errno \(errno)")
    }

    deinit { close(number) }

    /// The next message, without those that only tell that the server is alive.
    func next() async throws -> [String] {
      let deadline = ContinuousClock.now + .seconds(60)
      while true {
        let lines = message()
        if let lines, lines != ["WATCHDOG=1"] { return lines }
        try #require(ContinuousClock.now < deadline, "no message")
        if lines == nil { try await Task.sleep(for: .milliseconds(5)) }
      }
    }

    /// Waits until the server tells that it is alive.
    func life() async throws {
      let deadline = ContinuousClock.now + .seconds(60)
      while message() != ["WATCHDOG=1"] {
        try #require(ContinuousClock.now < deadline, "no sign of life")
        try await Task.sleep(for: .milliseconds(5))
      }
    }

    private func message() -> [String]? {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = unsafe recv(number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      guard count >= 0 else { return nil }
      return String(decoding: bytes[..<count], as: UTF8.self).components(separatedBy: "\n")
    }
  }

  @Test("A service tells its manager when it is ready, reloads, lives and stops")
  func life() async throws {
    let folder = try Folder()
    let manager = try Manager(in: folder)
    let running = try Glcurl.start(
      ["serve", "--listen", "127.0.0.1:0", "--backend", "cpu", "--workers", "1"], in: folder,
      environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "200000"])
    defer { kill(running.process.processIdentifier, SIGKILL) }
    let ready = try await manager.next()
    #expect(ready.first == "READY=1")
    #expect(ready.last?.hasPrefix("STATUS=listening on http://127.0.0.1:") == true, "\(ready)")
    try await manager.life()
    // Without keys, too: a service's reload must not end it.
    kill(running.process.processIdentifier, SIGHUP)
    let reloading = try await manager.next()
    #expect(reloading.first == "RELOADING=1")
    #expect(reloading.last?.hasPrefix("MONOTONIC_USEC=") == true, "\(reloading)")
    #expect(try await manager.next() == ["READY=1"])
    running.process.terminate()
    #expect(try await manager.next().first == "STOPPING=1")
    #expect(await running.status() == 0)
  }

  @Test(
    "Workers don't get what is for the server's process alone",
    .enabled(if: geteuid() == 0, "only root can read the environment of a sandboxed worker"))
  func workerEnvironment() async throws {
    let folder = try Folder()
    let manager = try Manager(in: folder)
    let server = try Glcurl.start(
      ["serve", "--listen", "127.0.0.1:0", "--backend", "cpu", "--workers", "1"], in: folder,
      environment: [
        "NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "60000000", "GLCURL_SEEN": "1",
      ])
    let id = server.process.processIdentifier
    defer { kill(id, SIGKILL) }
    #expect(try await manager.next().first == "READY=1")
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")
    let worker = try #require(
      threads.lazy.compactMap { thread -> pid_t? in
        let path = "/proc/\(id)/task/\(thread)/children"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: " ").first.flatMap { pid_t($0) }
      }.first)
    let text = try String(contentsOfFile: "/proc/\(worker)/environ", encoding: .utf8)
    let names = text.split(separator: "\0").map { $0.prefix { $0 != "=" } }
    #expect(names.contains("GLCURL_SEEN"))
    #expect(!names.contains("NOTIFY_SOCKET") && !names.contains("WATCHDOG_USEC"))
    server.process.terminate()
    #expect(await server.status() == 0)
  }
}
#endif
