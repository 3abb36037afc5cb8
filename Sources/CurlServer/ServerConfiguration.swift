#if Server
/// Limits of a server; the defaults are safe for untrusted clients.
package struct ServerLimits: Sendable {
  /// Bytes of a request's body.
  package var body = 256 << 20
  /// Bytes of all bodies in memory at once.
  package var bodies = 1 << 30
  /// Bytes of a request's options, JSON; escaped, they must fit a message to a worker.
  package var json = 128 << 10
  /// Bytes of a request's header fields.
  package var headers = 16 << 10
  /// Time of a request, from its head to its picture, seconds.
  package var time = 60.0
  /// Time in which a body must arrive, seconds.
  package var bodyTime = 30.0
  /// Time after which an idle connection is closed, seconds.
  package var idleTime = 75.0
  /// Bytes of drawn pictures that are kept for requests like theirs; 0 keeps none.
  package var cache = 64 << 20
  /// Pages of a film.
  package var pages = 1000
  /// Time of a film on a worker, seconds.
  package var filmTime = 600.0
  /// Time in which a client must take a piece of its answer, seconds.
  package var stallTime = 30.0
  /// Requests that wait or run at once; those beyond are answered with 429.
  package var queue = 64
  /// Jobs that wait.
  package var jobs = 1000
  /// Jobs of one key that wait.
  package var jobsOfKey = 200
  /// Time that ended jobs are kept, seconds.
  package var jobTime = 86_400.0
  /// Bytes of the results of all jobs.
  package var jobBytes = 20 << 30
  /// Connections at once.
  package var connections = 1024
  /// Sessions of turners at once, each with a process of its own.
  package var sessions = 8

  package init() {}
}

/// What a server listens on, and how it draws.
package struct ServerConfiguration: Sendable {
  /// Where a server listens.
  package enum Address: Sendable, Equatable {
    /// A host's name or address, and a port; port 0 chooses a free one.
    case tcp(host: String, port: Int)
    /// Path of a Unix socket.
    case unix(String)

    /// Whether only this machine can connect.
    package var isLocal: Bool {
      switch self {
      case .unix: true
      case .tcp(let host, _): Self.isLoopback(host)
      }
    }

    /// Whether a host is this machine's loopback.
    static func isLoopback(_ host: String) -> Bool {
      let host = host.lowercased()
      if host == "localhost" || host == "::1" || host == "[::1]" { return true }
      let parts = host.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
  }

  package var address: Address
  /// Processes that draw.
  package var workers: Int
  /// Arguments of a worker's process, by its number.
  package var workerArguments: @Sendable (Int) -> [String]
  package var limits = ServerLimits()
  /// Keys that clients must give; nil asks for none.
  package var keys: KeyFile?
  /// Origins of other sites whose pages may call the server.
  package var origins: [String] = []
  /// What signed paths may draw from; nil answers none.
  package var sources: SignedSources?
  /// Certificate and key for HTTPS; nil is HTTP.
  package var tls: TLSFiles?
  /// Folder in which jobs are kept; without one the server takes none.
  package var state: String?
  /// Time after SIGTERM in which requests are still accepted, seconds.
  package var stopDelay = 0.0
  /// Time that accepted requests get after SIGTERM, seconds.
  package var drainTime = 30.0
  /// Version of the program.
  package var version: String

  package init(
    address: Address, workers: Int, version: String,
    workerArguments: @escaping @Sendable (Int) -> [String]
  ) {
    self.address = address
    self.workers = workers
    self.version = version
    self.workerArguments = workerArguments
  }
}
#endif
