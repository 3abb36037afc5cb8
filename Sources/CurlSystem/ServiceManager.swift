internal import Glibc

/// The service manager that started this process and waits for its messages, such as systemd.
///
/// The protocol is that of sd_notify(3): datagrams to the Unix socket that a variable names. A message
/// never waits and raises no signal; one that the manager's full queue doesn't take is lost.
package struct ServiceManager: Sendable {
  /// What a message says about this process.
  package enum State: Sendable {
    /// It has started, or has read its settings again.
    case ready
    /// It reads its settings again; ``ready`` follows.
    case reloading
    /// It takes no more work and will end.
    case stopping
    /// It works; to be said in each ``watchdogPeriod``.
    case alive

    /// The message's lines.
    fileprivate var text: String {
      switch self {
      case .ready: "READY=1"
      // systemd tells by the time to which of several reloads the message belongs.
      case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(ServiceManager.microseconds)"
      case .stopping: "STOPPING=1"
      case .alive: "WATCHDOG=1"
      }
    }
  }

  /// Variables that are for this process alone.
  ///
  /// Remove them from the environment of processes that it starts: a damaged one could speak for
  /// the service.
  package static let variables = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]

  /// Time after which the manager ends a silent process; nil if it never does.
  package let watchdogPeriod: Duration?

  private let address: UnixAddress

  /// The manager that the environment names; nil without one, or if it has no Unix socket.
  ///
  /// - Parameters:
  ///   - process: ID of this process.
  ///   - variable: Value of a variable of the environment; nil if it is unset.
  package init?(
    process: Int32 = SystemMemory.ownProcess,
    variable: (String) -> String? = Environment.path
  ) {
    guard let name = variable("NOTIFY_SOCKET"), let address = Self.address(name) else {
      return nil
    }
    self.address = address
    let isForThis = variable("WATCHDOG_PID").map { $0 == "\(process)" } ?? true
    let period = variable("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
    watchdogPeriod = isForThis && period > 0 ? .microseconds(period) : nil
  }

  /// Sends a message.
  ///
  /// - Parameters:
  ///   - state: What this process does now; nil if that hasn't changed.
  ///   - status: A line for people; nil leaves the last one.
  /// - Returns: Whether the manager has got it.
  @discardableResult
  package func tell(_ state: State?, status: String? = nil) -> Bool {
    var lines = state.map { [$0.text] } ?? []
    if let status {
      // A second line would be another message.
      lines.append("STATUS=\(String(status.map { $0.isNewline ? " " : $0 }))")
    }
    let kind = SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue
    let number = socket(AF_UNIX, Int32(kind), 0)
    guard number >= 0 else { return false }
    defer { close(number) }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    let sent = unsafe address.withPointer { address, size in
      unsafe sendto(number, bytes, bytes.count, flags, address, size)
    }
    return sent == bytes.count
  }

  /// The address of a path, or of an abstract name after "@"; nil if it is neither.
  private static func address(_ name: String) -> UnixAddress? {
    if name.hasPrefix("/") { return UnixAddress(path: name) }
    return name.hasPrefix("@") ? UnixAddress(abstract: String(name.dropFirst())) : nil
  }

  /// Time since the machine's start, microseconds.
  private static var microseconds: Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1_000_000 + now.tv_nsec / 1000
  }
}
