internal import Glibc

/// The program's outputs: data on standard output, messages on standard error.
enum Console {
  /// Whether standard error is a terminal.
  static let isErrorTerminal = isatty(STDERR_FILENO) == 1
  /// Whether standard output is a terminal.
  static let isOutputTerminal = isatty(STDOUT_FILENO) == 1

  /// Opens closed standard files as the null device, for reading only.
  ///
  /// Otherwise a file that is opened later could get a standard file's descriptor, and messages
  /// would be written to that file.
  static func guardStandardFiles() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", O_RDONLY)
    }
  }

  /// Writes a message to standard error, after the program's name.
  ///
  /// Control characters, which a file's name may contain, are escaped.
  static func say(_ message: String) {
    _ = send("glcurl: \(plain(message))\n".utf8, to: STDERR_FILENO)
  }

  private static func plain(_ message: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in message.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control
      if isControl, scalar != "\n", scalar != "\t" {
        text += "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }

  /// Writes text to standard error unchanged, such as a progress bar.
  static func show(_ text: String) {
    _ = send(text.utf8, to: STDERR_FILENO)
  }

  /// Writes text to standard output.
  static func write(_ text: String) throws(CommandError) {
    try write(Array(text.utf8))
  }

  /// Writes bytes to standard output.
  static func write(_ bytes: [UInt8]) throws(CommandError) {
    let code = send(bytes, to: STDOUT_FILENO)
    guard code == 0 else {
      throw CommandError(.writeFailed, "cannot write to standard output: \(systemText(code))")
    }
  }

  /// Writes all bytes; returns 0, or the system's error number.
  private static func send(_ bytes: some Collection<UInt8>, to number: Int32) -> Int32 {
    let bytes = Array(bytes)
    return unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      var done = 0
      while done < bytes.count {
        let count = unsafe Glibc.write(number, start + done, bytes.count - done)
        if count >= 0 {
          done += count
        } else if errno == EAGAIN {
          // Another process may have made the descriptor non-blocking: wait until it accepts more.
          var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
          unsafe poll(&request, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }

  /// The system's text for an error number.
  static func systemText(_ code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }

  /// The system's text for a signal.
  static func signalText(_ number: Int32) -> String {
    guard let text = unsafe strsignal(number) else { return "unknown" }
    return unsafe String(cString: text)
  }
}
