internal import CWorkerLink
// For `environ`, which nothing here changes.
@unsafe @preconcurrency internal import Glibc
internal import Synchronization

/// A worker: a process started by this one, connected by a socket.
///
/// Call ``wait()`` or ``poll()`` until the worker's end is known: until then the system keeps an entry
/// for it.
package final class WorkerProcess: Sendable {
  /// End of a worker.
  package enum End: Equatable, Sendable, CustomStringConvertible {
    /// The program ended with an exit status.
    case exited(Int32)
    /// A signal ended the program.
    case signaled(Int32)
    /// The system has discarded the end, because other code asked for it or ignores SIGCHLD.
    case unknown

    /// The message, such as "ended by signal 9 (Killed)".
    package var description: String {
      switch self {
      case .exited(let code): "exited with status \(code)"
      case .signaled(let number): "ended by signal \(number) (\(Self.name(number)))"
      case .unknown: "ended for an unknown reason"
      }
    }

    private static func name(_ signal: Int32) -> String {
      guard let text = unsafe strsignal(signal) else { return "unknown" }
      return unsafe String(cString: text)
    }
  }

  /// ID of the process and of its process group.
  package let id: Int32
  /// This process's end of the connection.
  package let socket: WorkerSocket

  private let end = Mutex<End?>(nil)

  private init(id: Int32, socket: WorkerSocket) {
    self.id = id
    self.socket = socket
  }

  deinit {
    kill(SIGKILL)
    // A killed process takes a moment to end, and a stuck one longer.
    if poll() == nil { worker_link_reap(id) }
  }

  /// Starts this program as a worker.
  ///
  /// The worker has its own process group, default signal handlers, no blocked signals, and the
  /// descriptors 0 (empty), 1 and 2 (both this process's standard error) and 3 (the connection).
  ///
  /// - Parameters:
  ///   - arguments: Arguments without the program's name.
  ///   - environment: Changes of the environment; nil removes a variable.
  ///   - niceness: Priority, −20 (first) to 19 (last); nil keeps this process's.
  /// - Returns: The running worker.
  /// - Throws: ``LinkError/system(call:code:)``.
  package static func spawn(
    arguments: [String], environment: [String: String?] = [:], niceness: Int32? = nil
  ) throws(LinkError) -> WorkerProcess {
    try spawn(
      path: "/proc/self/exe", name: "glcurl", arguments: arguments, environment: environment,
      niceness: niceness)
  }

  /// Starts the program at `path`, to which its own name is `name`.
  static func spawn(
    path: String, name: String, arguments: [String], environment: [String: String?] = [:],
    niceness: Int32? = nil
  ) throws(LinkError) -> WorkerProcess {
    let (ours, theirs) = try WorkerSocket.pair()
    // If SIGCHLD is ignored, the system discards the exit status of a child process.
    signal(SIGCHLD, SIG_DFL)
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    var code = unsafe worker_link_set_descriptors(&actions, theirs.descriptor.number)
    guard code == 0 else { throw .system(call: "posix_spawn_file_actions", code: code) }
    var (none, all) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var words = unsafe ([name] + arguments).map { unsafe strdup($0) } + [nil]
    var variables = unsafe changed(environment).map { unsafe strdup($0) } + [nil]
    defer {
      for at in unsafe words.indices { unsafe free(words[at]) }
      for at in unsafe variables.indices { unsafe free(variables[at]) }
    }
    var id: pid_t = 0
    unsafe code = worker_link_spawn(&id, path, &actions, &attributes, &words, &variables)
    withExtendedLifetime(theirs) {}
    guard code == 0 else { throw .system(call: "posix_spawn", code: code) }
    // Threads that the worker starts later have the same priority.
    if let niceness { setpriority(Int32(PRIO_PROCESS.rawValue), id_t(id), niceness) }
    return WorkerProcess(id: id, socket: ours)
  }

  /// Sends a signal to the worker and to all processes that it has started.
  package func kill(_ signal: Int32) {
    // Under the lock: once the end is collected, the ID may be another process's.
    end.withLock { end in
      if end == nil { _ = Glibc.kill(-id, signal) }
    }
  }

  /// Waits until the worker has ended.
  package func wait() -> End {
    while true {
      if let end = poll() { return end }
      var state = unsafe siginfo_t()
      // The end stays for `poll`: two threads may wait.
      _ = unsafe waitid(P_PID, id_t(id), &state, WEXITED | WNOWAIT)
    }
  }

  /// The worker's end; nil while it runs.
  ///
  /// Kills processes that the ended worker has left.
  package func poll() -> End? {
    end.withLock { end in
      if let end { return end }
      var state = unsafe siginfo_t()
      let code = unsafe waitid(P_PID, id_t(id), &state, WEXITED | WNOWAIT | WNOHANG)
      if code != 0 {
        if errno == ECHILD { end = .unknown }
        return end
      }
      guard unsafe state.si_signo == SIGCHLD else { return nil }
      // Before the end is collected, because the group's ID is reserved until then.
      _ = Glibc.kill(-id, SIGKILL)
      var status: Int32 = 0
      if unsafe waitpid(id, &status, 0) == id {
        let signal = status & 0x7f
        end = signal == 0 ? .exited(status >> 8 & 0xff) : .signaled(signal)
      } else {
        end = .unknown
      }
      return end
    }
  }

  /// This process's environment with changes, as `NAME=value`.
  private static func changed(_ changes: [String: String?]) -> [String] {
    var result: [String] = []
    var next = unsafe environ
    while let text = unsafe next.pointee {
      let variable = unsafe String(cString: text)
      let name = variable.prefix { $0 != "=" }
      if !changes.keys.contains(String(name)) { result.append(variable) }
      unsafe next += 1
    }
    for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
      if let value { result.append("\(name)=\(value)") }
    }
    return result
  }
}

extension WorkerSocket {
  /// A worker's end of the connection, descriptor 3; call it once, first of all in a worker.
  ///
  /// From here on the worker is killed when the server ends.
  ///
  /// - Throws: ``LinkError/closed`` if the server has ended; ``LinkError/invalidMessage(_:)`` if this
  ///   process isn't a worker.
  package static func inherited() throws(LinkError) -> WorkerSocket {
    guard worker_link_is_packet_socket(3) != 0 else {
      throw .invalidMessage("descriptor 3 isn't a server's connection")
    }
    _ = fcntl(3, F_SETFD, FD_CLOEXEC)
    let socket = WorkerSocket(Descriptor(3))
    var code = worker_link_die_with_parent()
    guard code == 0 else { throw .system(call: "prctl", code: code) }
    var server: pid_t = 0
    unsafe code = worker_link_maker(3, &server)
    guard code == 0 else { throw .system(call: "getsockopt", code: code) }
    // The server may have ended before the first call.
    guard getppid() == server else { throw .closed }
    return socket
  }
}
