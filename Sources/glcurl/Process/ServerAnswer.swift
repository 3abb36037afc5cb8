#if Server
internal import CurlServer
internal import CurlSystem
internal import Glibc

/// A server's answer to GET.
struct ServerAnswer {
  /// Why there is no answer.
  struct Failure: Error {
    /// The end of a sentence about the server, such as "can't be reached: Connection refused".
    let what: String
  }

  /// Longest answer, bytes.
  private static let longest = 1 << 16

  /// Status of HTTP.
  let status: Int
  let body: [UInt8]

  /// Asks a server, which isn't trusted.
  ///
  /// - Parameters:
  ///   - path: What is asked for, such as "/readyz".
  ///   - address: Where the server listens.
  ///   - seconds: Most time for all of it.
  /// - Throws: ``Failure``.
  init(
    of path: String, at address: ServerConfiguration.Address, within seconds: Double
  ) throws(Failure) {
    let connection = try Connection(address, until: ContinuousClock.now + .seconds(seconds))
    let host =
      switch address {
      case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
      case .unix: "localhost"
      }
    try connection.send(
      Array("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n".utf8))
    guard let answer = ServerAnswer(try connection.rest(atMost: Self.longest)) else {
      throw Failure(what: "doesn't answer in HTTP")
    }
    self = answer
  }

  /// Whether someone listens at an address.
  static func isListening(at address: ServerConfiguration.Address) -> Bool {
    (try? Connection(address, until: ContinuousClock.now + .seconds(1))) != nil
  }

  /// Parses an answer that ends with its connection; nil if it isn't HTTP 1.
  init?(_ bytes: [UInt8]) {
    let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    guard let match = line.prefixMatch(of: /HTTP\/1\.[0-9] ([1-9][0-9][0-9])(?: |$)/),
      let status = Int(match.1), let head = bytes.firstRange(of: Array("\r\n\r\n".utf8))
    else { return nil }
    self.status = status
    body = Array(bytes[head.upperBound...])
  }
}

/// A connection to a server, for a limited time.
private struct Connection: ~Copyable {
  private let number: Int32
  private let deadline: ContinuousClock.Instant

  init(
    _ address: ServerConfiguration.Address, until deadline: ContinuousClock.Instant
  ) throws(ServerAnswer.Failure) {
    number = try Self.connected(address, deadline)
    self.deadline = deadline
  }

  deinit { close(number) }

  /// Sends bytes.
  borrowing func send(_ bytes: [UInt8]) throws(ServerAnswer.Failure) {
    Self.limit(number, deadline)
    // So few bytes always fit a new connection's buffer.
    guard unsafe Glibc.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw ServerAnswer.Failure(what: "closes the connection")
    }
  }

  /// Reads until the server closes the connection.
  borrowing func rest(atMost most: Int) throws(ServerAnswer.Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while bytes.count < most {
      guard Self.limit(number, deadline) else { break }
      let count = unsafe recv(number, &piece, piece.count, 0)
      if count == 0 { return bytes }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        if errno == EAGAIN { break }
        throw ServerAnswer.Failure(what: "breaks off: \(Console.systemText(errno))")
      }
      bytes += piece[..<count]
    }
    throw ServerAnswer.Failure(
      what: bytes.count < most ? "doesn't answer in time: see --timeout" : "sends without an end")
  }

  /// A new socket that is connected to an address.
  private static func connected(
    _ address: ServerConfiguration.Address, _ deadline: ContinuousClock.Instant
  ) throws(ServerAnswer.Failure) -> Int32 {
    var number: Int32 = -1
    switch address {
    case .unix(let path):
      guard let address = UnixAddress(path: path) else {
        throw ServerAnswer.Failure(what: "can't be reached: the path is too long")
      }
      number = unsafe address.withPointer { unsafe open(AF_UNIX, $0, $1, deadline) }
    case .tcp(let host, let port):
      var hints = unsafe addrinfo()
      unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      var list: UnsafeMutablePointer<addrinfo>?
      let code = unsafe getaddrinfo(host, "\(port)", &hints, &list)
      guard code == 0 else {
        throw unsafe ServerAnswer.Failure(
          what: "can't be found: \(String(cString: gai_strerror(code)))")
      }
      defer { unsafe freeaddrinfo(list) }
      var next = unsafe list
      while let entry = unsafe next, number < 0 {
        number = unsafe open(
          entry.pointee.ai_family, entry.pointee.ai_addr, entry.pointee.ai_addrlen, deadline)
        unsafe next = entry.pointee.ai_next
      }
    }
    guard number >= 0 else {
      throw ServerAnswer.Failure(what: "can't be reached: \(Console.systemText(errno))")
    }
    return number
  }

  /// Connects a new socket; -1, with `errno`, if that fails.
  private static func open(
    _ family: Int32, _ address: UnsafePointer<sockaddr>?, _ size: socklen_t,
    _ deadline: ContinuousClock.Instant
  ) -> Int32 {
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
    let number = socket(family, Int32(kind), 0)
    guard number >= 0 else { return -1 }
    limit(number, deadline)
    guard unsafe connect(number, address, size) != 0 else { return number }
    let code = errno
    close(number)
    errno = code
    return -1
  }

  /// Lets calls on a socket fail at the deadline; false if it has passed.
  @discardableResult
  private static func limit(_ number: Int32, _ deadline: ContinuousClock.Instant) -> Bool {
    let left = (deadline - ContinuousClock.now) / .milliseconds(1)
    // A time of 0 would be none.
    let milliseconds = max(1, Int(left))
    var time = timeval(
      tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      unsafe setsockopt(
        number, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    return left > 0
  }
}
#endif
