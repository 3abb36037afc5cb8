import Glibc
import Testing

@testable import CurlSystem

@Suite("service manager")
struct ServiceManagerTests {
  /// A socket as a manager has it.
  private final class Inbox {
    let number: Int32
    let path: String

    /// Listens on a path, or on an abstract name after "@".
    init(_ path: String, queue: Int32? = nil) throws {
      self.path = path
      number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { field in
        unsafe field.copyBytes(from: path.utf8)
        if path.hasPrefix("@") { unsafe field[0] = 0 }
      }
      let size = socklen_t(2 + path.utf8.count)
      let code = unsafe withUnsafePointer(to: address) { address in
        unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          unsafe bind(number, address, size)
        }
      }
      try #require(code == 0, "bind: errno \(errno)")
    }

    deinit {
      close(number)
      unsafe unlink(path)
    }

    /// The next message; nil if there is none.
    func next() -> String? {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = unsafe recv(number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }
  }

  private static func path() -> String {
    "/tmp/glcurl-\(getpid())-\(UInt64.random(in: 0 ... .max))"
  }

  private static func manager(
    _ socket: String, _ others: [String: String] = [:]
  ) -> ServiceManager? {
    ServiceManager(process: 42) { others.merging(["NOTIFY_SOCKET": socket]) { $1 }[$0] }
  }

  @Test("Messages arrive at a path and at an abstract name", arguments: ["", "@"])
  func messages(_ prefix: String) throws {
    let inbox = try Inbox(prefix + Self.path())
    let manager = try #require(Self.manager(inbox.path))
    #expect(manager.tell(.ready, status: "listening\non two\r\nlines"))
    #expect(inbox.next() == "READY=1\nSTATUS=listening on two lines")
    #expect(manager.tell(nil, status: "draws"))
    #expect(inbox.next() == "STATUS=draws")
    #expect(manager.tell(.stopping))
    #expect(inbox.next() == "STOPPING=1")
    #expect(manager.tell(.alive))
    #expect(inbox.next() == "WATCHDOG=1")
    #expect(inbox.next() == nil)
  }

  @Test("A reload tells its time on the monotonic clock")
  func reload() throws {
    func now() -> Int {
      var now = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &now)
      return now.tv_sec * 1_000_000 + now.tv_nsec / 1000
    }
    let inbox = try Inbox(Self.path())
    let manager = try #require(Self.manager(inbox.path))
    let before = now()
    manager.tell(.reloading)
    let after = now()
    let message = try #require(inbox.next())
    let match = try #require(message.wholeMatch(of: /RELOADING=1\nMONOTONIC_USEC=(\d+)/))
    let time = try #require(Int(match.1))
    #expect((before...after).contains(time))
  }

  @Test("Without a socket that can be reached there is no manager, or nothing is told")
  func nobody() throws {
    #expect(ServiceManager { _ in nil } == nil)
    let long = String(repeating: "a", count: 107)
    for name in ["", "@", "relative", "/a\0b", "vsock:2:1234", "/" + long, "@" + long + "b"] {
      #expect(Self.manager(name) == nil, "\(name)")
    }
    // As long as an address can be.
    for name in ["/" + long.dropLast(), "@" + long] {
      #expect(Self.manager(name) != nil, "\(name)")
    }
    #expect(try #require(Self.manager(Self.path())).tell(.ready) == false)
  }

  @Test("A manager that reads nothing holds nobody up")
  func fullQueue() throws {
    let inbox = try Inbox(Self.path())
    let manager = try #require(Self.manager(inbox.path))
    var sent = 0
    // The system's queue has some hundred messages at most.
    while sent < 1 << 20, manager.tell(.alive) { sent += 1 }
    #expect((1..<1 << 20).contains(sent))
    #expect(inbox.next() == "WATCHDOG=1")
    #expect(manager.tell(.ready))
  }

  @Test(
    "The watchdog's period is told for this process alone",
    arguments: [
      ([:], nil), (["WATCHDOG_USEC": "3000000"], 3),
      (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "42"], 3),
      (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "43"], nil),
      (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "-1"], nil),
      (["WATCHDOG_USEC": "soon"], nil), (["WATCHDOG_USEC": "99999999999999999999"], nil),
    ] as [([String: String], Int?)])
  func watchdog(_ variables: [String: String], _ seconds: Int?) throws {
    let manager = try #require(Self.manager("/run/notify", variables))
    #expect(manager.watchdogPeriod == seconds.map { .seconds($0) })
  }
}
