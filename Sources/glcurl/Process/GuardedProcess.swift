internal import Glibc

/// A second process of this program, so that a driver that crashes or hangs stops only that
/// process.
struct GuardedProcess {
  /// End of the process.
  enum End: Equatable {
    case exited(Int32)
    case signaled(Int32)
    /// The process was still running at the deadline and was killed.
    case late
  }

  /// Output of the process.
  struct Result {
    let end: End
    /// Text of ``report(_:)``; empty if the process ended before it.
    let report: [UInt8]
    /// Texts of ``note(_:)``, one per line.
    let notes: [UInt8]
  }

  /// Descriptors of the pipes in the second process.
  private static let notesNumber: Int32 = 3
  private static let reportNumber: Int32 = 4

  /// Runs this program with other arguments until it ends; nil if the system can't start it.
  ///
  /// Its standard output and error go to this process's standard error, because drivers print to
  /// both. It has its own process group, so that a terminal's interrupt reaches only this process.
  /// Cancelling the task kills it.
  static func run(_ arguments: [String], deadline: Duration) async throws -> Result? {
    guard let report = ReadPipe(), let notes = ReadPipe() else { return nil }
    // If SIGCHLD is ignored, the system discards the exit status of a child process.
    signal(SIGCHLD, SIG_DFL)
    guard let number = spawn(arguments, report: report.writing, notes: notes.writing) else {
      return nil
    }
    report.closeWriting()
    notes.closeWriting()
    let last = ContinuousClock.now + deadline
    var end = collect(number)
    while end == nil {
      // Read continuously: a full pipe would block the process.
      report.drain()
      notes.drain()
      if Task.isCancelled || ContinuousClock.now > last {
        kill(number, SIGKILL)
        // A process killed inside a driver's system call may stay forever: don't wait for it.
        for _ in 0..<100 {
          if collect(number) != nil { break }
          usleep(10_000)
        }
        guard !Task.isCancelled else { throw CancellationError() }
        end = .late
      } else {
        try? await Task.sleep(for: .milliseconds(5))
        end = collect(number)
      }
    }
    report.drain()
    notes.drain()
    return Result(end: end ?? .late, report: report.bytes, notes: notes.bytes)
  }

  /// Ends this process after `seconds`, even if it hangs and the guarding process has ended.
  static func end(after seconds: Int) {
    signal(SIGALRM, SIG_DFL)
    alarm(UInt32(seconds))
  }

  /// Sends the next step, or a result, to the guarding process.
  static func note(_ text: String) {
    send("\(text.replacing("\n", with: " "))\n", to: notesNumber)
  }

  /// Sends the report to the guarding process.
  static func report(_ text: String) { send(text, to: reportNumber) }

  /// Ignores errors, because nothing could receive them.
  private static func send(_ text: String, to number: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe write(number, $0.baseAddress, $0.count)
      }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
    }
  }

  /// The end of the process; nil while it runs.
  private static func collect(_ number: pid_t) -> End? {
    var status: Int32 = 0
    guard unsafe waitpid(number, &status, WNOHANG) == number else { return nil }
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .signaled(signal)
  }

  private static func spawn(_ arguments: [String], report: Int32, notes: Int32) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, notes, notesNumber)
    unsafe posix_spawn_file_actions_adddup2(&actions, report, reportNumber)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var pointers = unsafe (["glcurl"] + arguments).map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    var number: pid_t = 0
    // This process must not have used OpenGL: a copy of the process can't use its state.
    let code = unsafe posix_spawn(
      &number, "/proc/self/exe", &actions, &attributes, &pointers, environ)
    return code == 0 ? number : nil
  }
}

/// A pipe; reading from it never waits.
private final class ReadPipe {
  /// Writing end, for the other process.
  private(set) var writing: Int32
  private let reading: Int32
  private(set) var bytes: [UInt8] = []

  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    // Use descriptors from 10 on: lower ones are the other process's standard files, notes and
    // report.
    let high = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    for end in ends { close(end) }
    (reading, writing) = (high[0], high[1])
    guard reading >= 0, writing >= 0, fcntl(reading, F_SETFL, O_NONBLOCK) == 0 else { return nil }
  }

  deinit {
    if reading >= 0 { close(reading) }
    closeWriting()
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Reads the available bytes.
  func drain() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe read(reading, &buffer, buffer.count)
      guard count > 0 else { return }
      bytes += buffer[0..<count]
    }
  }
}
