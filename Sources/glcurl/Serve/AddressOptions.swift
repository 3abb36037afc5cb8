#if Server
internal import ArgumentParser
internal import CurlServer
internal import PageFilm

/// Where a server listens, and who may call it.
struct AddressOptions: ParsableArguments {
  static let standard = "127.0.0.1:8080"

  @Option(
    help: ArgumentHelp(
      """
      Address and port to listen on, such as 127.0.0.1:8080 or [::1]:8080; port 0 chooses a free \
      one. An address beyond this machine needs --keys. (default: \(Self.standard))
      """, valueName: "host:port"))
  var listen: String?

  @Option(
    help: ArgumentHelp(
      "Path of a Unix socket to listen on instead.", valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp(
      """
      Keys that clients must send as Authorization: Bearer KEY. A line is a name, a colon and the \
      SHA-256 of the key (printf %s KEY | sha256sum); then, if need be, concurrent=N and \
      per-minute=N. (default: no key)
      """, valueName: "file"),
    completion: .file())
  var keys: String?

  @Option(
    help: ArgumentHelp(
      "Certificate chain for HTTPS, PEM; read once, at the start. (default: HTTP)",
      valueName: "file"),
    completion: .file())
  var tlsCert: String?

  @Option(
    help: ArgumentHelp("Private key of the certificate, PEM.", valueName: "file"),
    completion: .file())
  var tlsKey: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      """
      Origin whose pages may call the server from a browser, such as https://example.org. May be \
      repeated.
      """, valueName: "origin"))
  var cors: [String] = []

  func validate() throws {
    if listen != nil && socket != nil {
      throw ValidationError("--listen and --socket both say where to listen: drop one of them")
    }
    for origin in cors where origin.wholeMatch(of: /https?:\/\/[^\/*\s]+/) == nil {
      throw ValidationError(
        "--cors \(origin): give an origin as browsers send it, https://HOST or https://HOST:PORT")
    }
    if (tlsCert == nil) != (tlsKey == nil) {
      throw ValidationError("--tls-cert and --tls-key belong together: give both")
    }
    if keys == nil, case .tcp(let host, _)? = try? address(), let address = try? address(),
      !address.isLocal
    {
      throw ValidationError(
        "--listen \(listen ?? host) can be reached by other machines: add --keys FILE, or listen "
          + "on 127.0.0.1")
    }
  }

  /// Certificate and key; nil without them.
  func tls() throws(CommandError) -> TLSFiles? {
    guard let tlsCert, let tlsKey else { return nil }
    do throws(TLSFiles.Fault) {
      return try TLSFiles(certificates: tlsCert, key: tlsKey)
    } catch {
      throw CommandError(.badInput, error.description)
    }
  }

  /// The address as the user wrote it.
  var text: String { socket ?? listen ?? Self.standard }

  /// Where to listen.
  func address() throws(CommandError) -> ServerConfiguration.Address {
    if let socket { return .unix(socket) }
    return try Self.tcp(listen ?? Self.standard)
  }

  /// The address that a value of `--listen` means.
  static func tcp(_ text: String) throws(CommandError) -> ServerConfiguration.Address {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else {
      throw CommandError(
        .usage, "--listen \(text): give an address and a port, such as 127.0.0.1:8080")
    }
    var host = String(text[..<colon])
    if host.hasPrefix("[") && host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    guard !host.isEmpty else {
      throw CommandError(
        .usage, "--listen \(text) has no address: write 127.0.0.1:\(port) for this machine alone")
    }
    return .tcp(host: host, port: Int(port))
  }

  /// Where the keys are; nil without a file.
  var reader: KeysReader? { keys.map { KeysReader(path: $0, option: "--keys") } }
}

/// Limits of a server.
struct ServerLimitOptions: ParsableArguments {
  private static let defaults = ServerLimits()

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Most bytes of a request's body, with K, M or G. (default: 256M)", valueName: "bytes"),
    transform: Value.bytes)
  var maxBody: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Most bytes of all bodies in memory at once, with K, M or G. (default: 1G)",
      valueName: "bytes"),
    transform: Value.bytes)
  var maxBodies: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Most seconds from a request's head to its picture. (default: \(Self.defaults.time.short))",
      valueName: "seconds"),
    transform: Value.number(0.1...86_400))
  var maxTime: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Most seconds in which a body must arrive. (default: \(Self.defaults.bodyTime.short))",
      valueName: "seconds"),
    transform: Value.number(0.1...86_400))
  var bodyTime: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Most requests that wait or are drawn at once; others get 429. \
      (default: \(Self.defaults.queue))
      """, valueName: "count"),
    transform: Value.count(1...100_000))
  var queue: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Most connections at once. (default: \(Self.defaults.connections))", valueName: "count"),
    transform: Value.count(1...100_000))
  var maxConnections: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Most pages of a film. (default: \(Self.defaults.pages))", valueName: "count"),
    transform: Value.count(2...100_000))
  var maxPages: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Most seconds that a worker draws a film. (default: \(Self.defaults.filmTime.short))",
      valueName: "seconds"),
    transform: Value.number(0.1...864_000))
  var maxFilmTime: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Most seconds for a client to take a piece of its answer. \
      (default: \(Self.defaults.stallTime.short))
      """, valueName: "seconds"),
    transform: Value.number(0.1...86_400))
  var stallTime: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Most jobs that wait. (default: \(Self.defaults.jobs))", valueName: "count"),
    transform: Value.count(1...1_000_000))
  var maxJobs: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Most jobs of one key that wait. (default: \(Self.defaults.jobsOfKey))", valueName: "count"),
    transform: Value.count(1...1_000_000))
  var maxJobsPerKey: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds that ended jobs are kept. (default: \(Self.defaults.jobTime.short))",
      valueName: "seconds"),
    transform: Value.number(1...1e9))
  var jobTime: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Most bytes of the results of all jobs, with K, M or G; the oldest are removed first. \
      (default: 20G)
      """, valueName: "bytes"),
    transform: Value.bytes)
  var jobBytes: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Most sessions of turners at once, each with a process of its own, 0 to 1000. \
      (default: \(Self.defaults.sessions))
      """, valueName: "count"),
    transform: Value.count(0...1000))
  var maxSessions: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Seconds after SIGTERM in which requests are still accepted, while /readyz already fails, so \
      that a load balancer notices. (default: 0)
      """, valueName: "seconds"),
    transform: Value.number(0...3600))
  var stopDelay: Double?

  @Option(
    name: .customLong("drain-time"), parsing: .unconditional,
    help: ArgumentHelp(
      "Most seconds that accepted requests get after SIGTERM. (default: 30)",
      valueName: "seconds"),
    transform: Value.number(0...86_400))
  var givenDrainTime: Double?

  /// Seconds that accepted requests get after SIGTERM.
  var drainTime: Double { givenDrainTime ?? 30 }

  /// All limits.
  var limits: ServerLimits {
    var limits = ServerLimits()
    if let maxBody { limits.body = maxBody }
    if let maxBodies { limits.bodies = maxBodies }
    if let maxTime { limits.time = maxTime }
    if let bodyTime { limits.bodyTime = bodyTime }
    if let queue { limits.queue = queue }
    if let maxJobs { limits.jobs = maxJobs }
    if let maxJobsPerKey { limits.jobsOfKey = maxJobsPerKey }
    if let jobTime { limits.jobTime = jobTime }
    if let jobBytes { limits.jobBytes = jobBytes }
    if let maxPages { limits.pages = maxPages }
    if let maxFilmTime { limits.filmTime = maxFilmTime }
    if let stallTime { limits.stallTime = stallTime }
    if let maxConnections { limits.connections = maxConnections }
    if let maxSessions { limits.sessions = maxSessions }
    return limits
  }
}
#endif
