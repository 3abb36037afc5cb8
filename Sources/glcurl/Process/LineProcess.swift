// For `environ`, which nothing here changes.
@unsafe @preconcurrency internal import Glibc

/// A child process driven by pipes, which answers in lines.
///
/// Only one task may use it; calls wait for the other process.
final class LineProcess {
  /// Longest wait for an answer, or until the other process reads, milliseconds.
  private static let patience: Int32 = 120_000
  /// Longest answer, bytes.
  private static let longest = 1024

  /// Makes an error from a failure's description.
  private let failure: (String) -> CommandError
  private var process: pid_t = 0
  private var input: Int32 = -1
  private var output: Int32 = -1

  /// Starts the program at `path`; `failure` makes an error from a description such as "doesn't
  /// answer".
  init(_ path: String, _ arguments: [String], failure: @escaping (String) -> CommandError)
    throws(CommandError)
  {
    self.failure = failure
    let code = start(path, arguments)
    guard code == 0 else { throw failure("doesn't start: \(Console.systemText(code))") }
  }

  deinit { end() }

  /// Ends the process; may be called twice.
  func end() {
    guard process > 0 else { return }
    close(input)
    close(output)
    var status: Int32 = 0
    // Closing the input should end the process; the signal ends any other program.
    kill(process, SIGKILL)
    unsafe waitpid(process, &status, 0)
    process = 0
  }

  /// Sends the bytes of values, such as text or texels.
  func send(_ values: [some BitwiseCopyable]) throws(CommandError) {
    let failed = unsafe values.withUnsafeBytes { unsafe write($0) }
    if failed { throw failure("stopped listening") }
  }

  /// Reads the next line of the process's answer.
  func line() throws(CommandError) -> String {
    var text: [UInt8] = []
    while text.count < Self.longest {
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&waiting, 1, Self.patience)
      if ready < 0 && errno == EINTR { continue }
      guard ready > 0 else { throw failure("doesn't answer") }
      var byte: UInt8 = 0
      let count = unsafe read(output, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      guard count == 1 else { throw failure("ended without an answer") }
      if byte == UInt8(ascii: "\n") { return String(decoding: text, as: UTF8.self) }
      text.append(byte)
    }
    throw failure("answers without end")
  }

  private func start(_ path: String, _ arguments: [String]) -> Int32 {
    var toChild: [Int32] = [-1, -1]
    var fromChild: [Int32] = [-1, -1]
    guard unsafe pipe(&toChild) == 0 else { return errno }
    guard unsafe pipe(&fromChild) == 0 else {
      let code = errno
      for number in toChild { close(number) }
      return code
    }
    // The child gets its two ends as standard files, and no other ends.
    for number in toChild + fromChild { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    var files = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&files)
    unsafe posix_spawnattr_init(&attributes)
    unsafe posix_spawn_file_actions_adddup2(&files, toChild[0], STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&files, fromChild[1], STDOUT_FILENO)
    // Signals that this process blocks must end the child.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let pointers = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    let code = unsafe posix_spawn(&process, path, &files, &attributes, pointers, environ)
    for at in unsafe pointers.indices { unsafe free(pointers[at]) }
    unsafe posix_spawnattr_destroy(&attributes)
    unsafe posix_spawn_file_actions_destroy(&files)
    if code != 0 { process = 0 }
    close(toChild[0])
    close(fromChild[1])
    // A child that never reads must not block this process forever.
    _ = fcntl(toChild[1], F_SETFL, O_NONBLOCK)
    input = toChild[1]
    output = fromChild[0]
    return code
  }

  /// Writes all bytes, waiting while the pipe is full; returns whether writing failed.
  private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = bytes.baseAddress else { return false }
    var done = 0
    while done < bytes.count {
      var waiting = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
      let ready = unsafe poll(&waiting, 1, Self.patience)
      if ready < 0 && errno == EINTR { continue }
      guard ready > 0 else { return true }
      let count = unsafe Glibc.write(input, start + done, bytes.count - done)
      if count > 0 {
        done += count
      } else if errno != EINTR && errno != EAGAIN {
        return true
      }
    }
    return false
  }
}
