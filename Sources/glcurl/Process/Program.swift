internal import ArgumentParser
internal import CurlSystem
internal import Glibc
internal import ImageFiles

/// The program: from its arguments to its exit status.
@main
enum Program {
  nonisolated static func main() async {
    #if Server
    WorkerSandbox.enterIfWorker()
    #endif
    Signals.prepare()
    // A server's frames are made by its workers. Memory that its own process kept would only grow.
    if CommandLine.arguments.dropFirst().first != "serve" { FreedMemory.keepForReuse() }
    Console.guardStandardFiles()
    checkThreads()
    if let number = Self.numberOfBrokenWord {
      Console.say(
        "argument \(number) isn't UTF-8, and would mean another name: rename the file, or "
          + "name it by a link")
      _exit(ExitStatus.usage.rawValue)
    }
    let words = OverlayKind.joined(Array(CommandLine.arguments.dropFirst()))
    let work = Task { await Self.perform(words) }
    guard Watchdog.shared.start({ work.cancel() }) else { endWithoutThreads(0) }
    let status = await work.value
    // Skip the exit handlers of graphics drivers, which may conflict with their own threads.
    _exit(status.rawValue)
  }

  /// Ends the program if the system can't provide the threads that tasks and renderers wait for.
  private static func checkThreads() {
    // Besides one per processor: one each for the watchdog, OpenGL, the encoder and the system.
    let wanted = sysconf(Int32(_SC_NPROCESSORS_ONLN)) + 4
    // Memory that isn't reserved before it is allocated must be there: without it, the runtime aborts.
    let available = SystemThreads.available(wanted, beside: MemoryLedger.slack)
    if available < wanted { endWithoutThreads(available) }
  }

  private static func endWithoutThreads(_ available: Int) -> Never {
    Console.say(
      "cannot start the necessary threads, only \(available) of them: allow more processes and "
        + "memory (ulimit -u, ulimit -v, or a container's limits)")
    _exit(ExitStatus.unavailable.rawValue)
  }

  /// Parses and runs the command, and prints its error.
  private static func perform(_ words: [String]) async -> ExitStatus {
    do {
      // The parser's own help accepts any word as a command, without an error.
      if words.first == "help", let word = words.dropFirst().first,
        !word.hasPrefix("-"), !(commands + ["help"]).contains(word)
      {
        return refuse(word)
      }
      var command = try Glcurl.parseAsRoot(words)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return .success
    } catch {
      return report(error, words)
    }
  }

  /// Index of the first argument that isn't UTF-8, from 1; nil if all are.
  ///
  /// Swift repairs such arguments, so they would name other files.
  private static var numberOfBrokenWord: Int? {
    let words = unsafe CommandLine.unsafeArgv
    return (1..<max(1, Int(CommandLine.argc))).first { number in
      guard let word = unsafe words[number] else { return false }
      return unsafe String(validatingCString: word) == nil
    }
  }

  private static let commands = Glcurl.configuration.subcommands.map { $0._commandName }

  private static func refuse(_ word: String) -> ExitStatus {
    // Builds with the server have these.
    if ["serve", "health", "sign"].contains(word) {
      Console.say(
        "\(word): this build has no server; 'swift build -c release --traits Server' has one")
      return .usage
    }
    let possible = commands.joined(separator: ", ")
    Console.say("unknown command '\(word)': choose one of \(possible)")
    Console.say("see 'glcurl --help'")
    return .usage
  }

  private static func report(_ error: any Error, _ words: [String]) -> ExitStatus {
    if let error = Watchdog.shared.cause?.error {
      Console.say(error.message)
      return error.status
    }
    if let error = CommandError(error) {
      if !error.message.isEmpty { Console.say(error.message) }
      return error.status
    }
    let code = Glcurl.exitCode(for: error)
    guard code == .success else {
      let command = commands.first { $0 == words.first }
      if let word = words.first, command == nil, !word.hasPrefix("-") { return refuse(word) }
      Console.say(Glcurl.message(for: error))
      Console.say("see 'glcurl \(command.map { $0 + " " } ?? "")--help'")
      return code == .validationFailure ? .usage : .internalError
    }
    do throws(CommandError) {
      try Console.write(Glcurl.fullMessage(for: error) + "\n")
      return .success
    } catch {
      Console.say(error.message)
      return error.status
    }
  }
}
