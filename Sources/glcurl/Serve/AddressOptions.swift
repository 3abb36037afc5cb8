#if Server
internal import ArgumentParser
internal import CurlServer
internal import PageCurl
internal import PageFilm

/// Where a server listens, and who may call it.
struct AddressOptions: ParsableArguments {
  private static let standard = "127.0.0.1:8080"

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
    if keys == nil, case .tcp(let host, _)? = try? address(), let address = try? address(),
      !address.isLocal
    {
      throw ValidationError(
        "--listen \(listen ?? host) can be reached by other machines: add --keys FILE, or listen "
          + "on 127.0.0.1")
    }
  }

  /// The address as the user wrote it.
  var text: String { socket ?? listen ?? Self.standard }

  /// Where to listen.
  func address() throws(CommandError) -> ServerConfiguration.Address {
    if let socket { return .unix(socket) }
    let text = listen ?? Self.standard
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

  /// Reads the keys; nil without a file.
  func readKeys() throws(CommandError) -> KeyFile? {
    guard let text = try keysText() else { return nil }
    do throws(KeyFile.Fault) {
      return try KeyFile(text)
    } catch {
      throw CommandError(.badInput, "\(keys ?? ""):\(error.line): \(error.what)")
    }
  }

  /// Reads the keys again; keeps the old ones if the file is wrong.
  func reload(_ known: KeyFile?) {
    do {
      guard let text = try keysText() else { return }
      try known?.replace(with: text)
      Console.say("the keys have been read again")
    } catch let fault as KeyFile.Fault {
      Console.say("\(keys ?? ""):\(fault.line): \(fault.what); the old keys stay")
    } catch {
      Console.say("\(CommandError(error)?.message ?? "\(error)"); the old keys stay")
    }
  }

  private func keysText() throws(CommandError) -> String? {
    guard let keys else { return nil }
    let bytes = try InputFile.contents(of: keys, "'\(keys)' (--keys)", Limits(), .jsonBytes)
    return String(decoding: bytes, as: UTF8.self)
  }
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
    if let maxConnections { limits.connections = maxConnections }
    return limits
  }
}
#endif
