#if Server
internal import ArgumentParser
internal import CurlServer
internal import CurlSystem
internal import Glibc
internal import Logging
internal import PageCurl
internal import PageFilm
internal import Synchronization
internal import WorkerLink

/// `glcurl serve`: draws over HTTP.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Draw page turns over HTTP.",
    discussion: """
      Listens on this machine's loopback, and draws in worker processes. SIGTERM answers what has \
      been accepted and then ends; SIGHUP reads the keys again. The log is JSON lines on standard \
      error.

      EXAMPLES
        glcurl serve
        glcurl serve --listen 0.0.0.0:8080 --keys keys.txt --workers 4
        glcurl serve --socket /run/glcurl.sock
        glcurl serve --sources pictures --sign-keys sign.txt
        curl -F pages=@a.png -F pages=@b.png -F 'turn={"progress": 0.4}' \\
          http://127.0.0.1:8080/v1/frame -o f.png
      """)

  @OptionGroup(title: "Server")
  var address: AddressOptions

  @Option(
    help: ArgumentHelp(
      """
      Folder in which jobs are kept, so that they survive the end of the server; created if missing. \
      (default: no jobs)
      """, valueName: "folder"),
    completion: .directory)
  var state: String?

  @OptionGroup(title: "Server")
  var guarding: ServerLimitOptions

  @OptionGroup(title: "Server")
  var signed: SourceOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Processes that draw, 1 to 64. (default: one per processor)", valueName: "count"),
    transform: Value.count(1...64))
  var workers: Int?

  @Option(
    help: ArgumentHelp(
      """
      GPUs over which the workers are spread, each as --gpu takes it, with commas between, such as \
      cuda:0,cuda:1. (default: one for all, that of --gpu)
      """, valueName: "devices"),
    transform: { $0.split(separator: ",").map(String.init) })
  var gpus: [String]?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A fault of every worker, for tests: lost-gpu, stuck-driver, crash or no-memory, a colon and "
        + "the number of its order.", valueName: "fault:order", visibility: .private))
  var inject: [WorkerInjection] = []

  @OptionGroup(title: "Renderer")
  var renderer: RendererOptions

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  @OptionGroup
  var talk: TalkOptions

  func validate() throws {
    if limits.timeout != nil {
      throw ValidationError("--timeout ends a run, but a server runs on: use --max-time")
    }
    if let gpus {
      if renderer.device.gpu.gpu != nil {
        throw ValidationError("--gpu and --gpus both choose: drop one of them")
      }
      for device in gpus { _ = try GPUOptions.parse(["--gpu=\(device)"]) }
    }
  }

  func run() async throws {
    let workers = workers ?? min(Machine.processorsOnline, 64)
    Sandbox.shareHeaps()
    // The limit is each worker's, not this process's with all of them.
    Watchdog.shared.limit(memory: nil)
    MemoryLedger.shared.most = .max
    SystemFiles.raiseLimit()
    if let cache = renderer.programs.folder { SystemFiles.makeFolder(cache) }
    var configuration = ServerConfiguration(
      address: try address.address(), workers: workers, version: Glcurl.version,
      workerArguments: { [arguments = workerArguments(workers), gpus] number in
        guard let gpus, !gpus.isEmpty else { return arguments }
        return arguments + ["--gpu=\(gpus[number % gpus.count])"]
      })
    // The framework would take the path from the server that has it.
    if case .unix(let path) = configuration.address,
      ServerAnswer.isListening(at: configuration.address)
    {
      throw CommandError(
        .unavailable, "cannot listen on \(path): another server does; choose another --socket")
    }
    configuration.limits = guarding.limits
    configuration.drainTime = guarding.drainTime
    configuration.stopDelay = guarding.stopDelay ?? 0
    configuration.origins = address.cors
    configuration.state = state
    configuration.limits.cache = signed.cacheMemory ?? configuration.limits.cache
    let keys = try address.reader?.keys { text throws(KeyFile.Fault) in try KeyFile(text) }
    configuration.keys = keys
    let sources = try signed.open()
    configuration.sources = sources
    configuration.tls = try address.tls()
    let manager = ServiceManager()
    // A service is reloaded by SIGHUP, and a server under nohup can read its keys again, too.
    let isReloadable = keys != nil || sources != nil || manager != nil
    LoggingSystem.bootstrap { _ in JSONLog() }
    var logger = Logger(label: "glcurl")
    logger.logLevel = talk.quiet ? .warning : .info
    let server = RenderServer(configuration, api, logger)
    let signals = ServerSignals()
    if isReloadable { Signals.count(SIGHUP) }
    Watchdog.shared.onSignal { number in
      if number == SIGHUP, isReloadable {
        manager?.tell(.reloading)
        if let keys { address.reader?.reload(keys.replace) }
        if let sources { signed.reader?.reload(sources.keys.replace) }
        manager?.tell(.ready)
        return true
      }
      // A second signal is the watchdog's: it ends the program at once.
      guard signals.isFirst else { return false }
      manager?.tell(.stopping, status: "answering what has been accepted")
      server.drain()
      return true
    }
    let life = Task { await manager?.report(server) }
    defer { life.cancel() }
    do {
      try await server.run { place, renderer in
        let line =
          "listening on \(place) with \(workers) worker\(workers == 1 ? "" : "s"): \(renderer)"
        talk.say(line)
        manager?.tell(.ready, status: line)
      }
    } catch let failure as RenderServer.Failure {
      switch failure {
      case .address(let reason):
        throw CommandError(
          .unavailable,
          "cannot listen on \(address.text): \(reason); choose another "
            + "\(address.socket == nil ? "--listen" : "--socket")")
      case .state(let reason): throw CommandError(.unavailable, reason)
      case .workers:
        throw CommandError(.unavailable, "no worker can draw; its message is above")
      case .cut:
        throw CommandError(
          .temporary, "requests were cut off after \(guarding.drainTime.short) s: see --drain-time")
      }
    }
    // The second signal has cut it short.
    try Task.checkCancellation()
  }

  /// Arguments of a worker's process.
  private func workerArguments(_ workers: Int) -> [String] {
    let threads = renderer.device.threads ?? max(1, Machine.processorsOnline / workers)
    var arguments = [
      "worker", "--backend", renderer.backend.rawValue, "--threads", "\(threads)",
      "--max-pixels", "\(limits.maxPixels)",
    ]
    arguments += renderer.device.gpu.arguments
    if renderer.device.requireGPU { arguments.append("--require-gpu") }
    if renderer.programs.noProgramCache { arguments.append("--no-program-cache") }
    for fault in inject { arguments += ["--inject", fault.word] }
    if let memory = limits.maxMemory { arguments += ["--max-memory", "\(memory)"] }
    for limit in limits.limit {
      arguments += ["--limit", "\(limit.name.rawValue)=\(limit.value)"]
    }
    return arguments
  }

  /// What the server draws.
  private var api: RenderAPI {
    RenderAPI(
      frameOptions: RequestOptions(FrameRequest.self, limits.values).described,
      filmOptions: RequestOptions(FilmRequest.self, limits.values).described
        + TimelineMembers.described)
  }
}

/// Tells the first signal that ends the server from the next.
private final class ServerSignals: Sendable {
  private let count = Atomic(0)

  var isFirst: Bool { count.add(1, ordering: .relaxed).newValue == 1 }
}

extension ServiceManager {
  /// Tells that a server is alive for as long as it is, if the manager wants to know.
  fileprivate func report(_ server: RenderServer) async {
    guard let watchdogPeriod else { return }
    // The manager ends a server that never answers here.
    while (try? await Task.sleep(for: watchdogPeriod / 2)) != nil, await server.answers() {
      tell(.alive)
    }
  }
}
#endif
