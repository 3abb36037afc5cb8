#if Server
internal import ArgumentParser
internal import CurlServer
internal import PageCurl
internal import PageFilm

/// `glcurl health`: asks a server whether it draws.
struct HealthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health",
    abstract: "Ask a server on this machine whether it can draw.",
    discussion: """
      Asks a running 'glcurl serve' for /readyz, for which each worker draws a known picture. \
      Ends with status 0 if all pictures are right, else with 69 and the reason. Give it the \
      address that the server was given. It needs no key.

      EXAMPLES
        glcurl health
        glcurl health --socket /run/glcurl/socket
      """)

  private static let standardTimeout = 10.0

  @Option(
    help: ArgumentHelp(
      """
      Address and port that the server listens on; 0.0.0.0 and [::] mean this machine. \
      (default: \(AddressOptions.standard))
      """, valueName: "host:port"))
  var listen: String?

  @Option(
    help: ArgumentHelp("Path of the server's Unix socket.", valueName: "path"))
  var socket: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Most seconds to wait for the answer. (default: \(Self.standardTimeout.short))",
      valueName: "seconds"),
    transform: Value.number(0.001...3600))
  var timeout: Double?

  func validate() throws {
    if listen != nil && socket != nil {
      throw ValidationError("--listen and --socket both name a server: drop one of them")
    }
  }

  func run() throws {
    let address = try socket.map { .unix($0) } ?? reachable()
    let answer: ServerAnswer
    do throws(ServerAnswer.Failure) {
      answer = try ServerAnswer(
        of: "/readyz", at: address, within: timeout ?? Self.standardTimeout)
    } catch {
      throw CommandError(.unavailable, "the server at \(place) \(error.what)")
    }
    guard answer.status == 200 else {
      let reason = Self.detail(answer.body) ?? "status \(answer.status)"
      throw CommandError(.unavailable, "the server at \(place) isn't ready: \(reason)")
    }
    try Console.write("ready\n")
  }

  /// The server's address as the user wrote it.
  private var place: String { socket ?? listen ?? AddressOptions.standard }

  /// The address at which a server is reached that listens on `--listen`.
  private func reachable() throws(CommandError) -> ServerConfiguration.Address {
    guard case .tcp(let host, let port) = try AddressOptions.tcp(place), port > 0 else {
      throw CommandError(.usage, "--listen \(place): port 0 is no server's, give its real one")
    }
    let own = ["0.0.0.0": "127.0.0.1", "::": "::1"]
    return .tcp(host: own[host] ?? host, port: port)
  }

  /// What problem details say; nil for any other body.
  private static func detail(_ body: [UInt8]) -> String? {
    guard let members = try? JSONParser.parse(body, Limits()).members,
      case .string(let text)? = members.first(where: { $0.name == "detail" })?.node.value
    else { return nil }
    return text
  }
}
#endif
