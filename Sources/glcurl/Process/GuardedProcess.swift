internal import Glibc

/// This program run once more, apart, so that a driver that crashes or hangs takes only that one.
struct GuardedProcess {
  /// How it ended.
  enum End: Equatable {
    case exited(Int32)
    case signaled(Int32)
    /// It was still running at the deadline and was killed.
    case late
  }

  /// What it left behind.
  struct Result {
    let end: End
    /// What it wrote by ``report(_:)``; empty if it didn't get that far.
    let report: [UInt8]
    /// What it wrote by ``note(_:)``, a line each.
    let notes: [UInt8]
  }

  /// The descriptors that it finds open.
  private static let notesNumber: Int32 = 3
  private static let reportNumber: Int32 = 4

  /// Runs this program with other words to its end; nil where the system can't start it.
  ///
  /// Its standard output and error are this one's standard error, since drivers print to both. In
  /// a process group of its own, so that a terminal's interrupt comes here alone; cancelling the
  /// task kills it.
  static func run(_ words: [String], deadline: Duration) async throws -> Result? {
    guard let report = ReadPipe(), let notes = ReadPipe() else { return nil }
    // Where it is ignored, the system forgets how a process ended.
    signal(SIGCHLD, SIG_DFL)
    guard let number = spawn(words, report: report.writing, notes: notes.writing) else {
      return nil
    }
    report.closeWriting()
    notes.closeWriting()
    let last = ContinuousClock.now + deadline
    var end = collect(number)
    while end == nil {
      // Read along: a full pipe would stop it.
      report.drain()
      notes.drain()
      if Task.isCancelled || ContinuousClock.now > last {
        kill(number, SIGKILL)
        // Killed inside a driver's system call it may stay for good: nobody waits for that.
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

  /// Ends this process after some seconds, whatever it hangs in: whoever guards it may be gone.
  static func end(after seconds: Int) {
    signal(SIGALRM, SIG_DFL)
    alarm(UInt32(seconds))
  }

  /// Tells the process that guards this one what comes next, or what came of it.
  static func note(_ text: String) {
    send("\(text.replacing("\n", with: " "))\n", to: notesNumber)
  }

  /// Hands the report to the process that guards this one.
  static func report(_ text: String) { send(text, to: reportNumber) }

  /// Whether it arrives is the guard's concern: nobody else would be told.
  private static func send(_ text: String, to number: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe write(number, $0.baseAddress, $0.count)
      }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
    }
  }

  /// How it ended, if it has.
  private static func collect(_ number: pid_t) -> End? {
    var status: Int32 = 0
    guard unsafe waitpid(number, &status, WNOHANG) == number else { return nil }
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .signaled(signal)
  }

  private static func spawn(_ words: [String], report: Int32, notes: Int32) -> pid_t? {
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
    var arguments = unsafe (["glcurl"] + words).map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
    var number: pid_t = 0
    // Nothing of OpenGL may have been touched here: its state doesn't survive a copy.
    let code = unsafe posix_spawn(
      &number, "/proc/self/exe", &actions, &attributes, &arguments, environ)
    return code == 0 ? number : nil
  }
}

/// The reading end of a pipe, emptied without waiting.
private final class ReadPipe {
  /// The end for the other process.
  private(set) var writing: Int32
  private let reading: Int32
  private(set) var bytes: [UInt8] = []

  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    // Numbers that the other process's standard files and notes are to get would be in the way.
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

  /// Takes what is there.
  func drain() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe read(reading, &buffer, buffer.count)
      guard count > 0 else { return }
      bytes += buffer[0..<count]
    }
  }
}
