package import Glibc

/// The address of a Unix socket.
package struct UnixAddress: Sendable {
  private var address = sockaddr_un()
  private let size: socklen_t

  /// The address of a path; nil if it is empty, too long or has a zero byte.
  package init?(path: String) {
    self.init(Array(path.utf8) + [0])
  }

  /// The address of a name without a file; nil if it is empty or too long.
  package init?(abstract name: String) {
    self.init([0] + Array(name.utf8))
  }

  /// A path ends with a zero, an abstract name begins with one.
  private init?(_ name: [UInt8]) {
    let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 0
    let most = MemoryLayout<sockaddr_un>.size - start
    guard (2...most).contains(name.count), name.first == 0 || !name.dropLast().contains(0) else {
      return nil
    }
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
    size = socklen_t(start + name.count)
  }

  /// Calls `body` with the address as the system takes it, and its size in bytes.
  package func withPointer<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    unsafe withUnsafePointer(to: address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, size) }
    }
  }
}
