/// Exit status of the program: the numbers of BSD's `sysexits.h`.
enum ExitStatus: Int32 {
  /// Success.
  case success = 0
  /// A check failed: frames past the parity, a wrong picture, different bytes or too much memory.
  case checkFailed = 1
  /// The command line is invalid.
  case usage = 64
  /// An input is invalid or damaged, exceeds a limit, or doesn't fit another one.
  case badInput = 65
  /// An input is missing or can't be read.
  case inputMissing = 66
  /// A required device, program, memory or thread isn't available.
  case unavailable = 69
  /// A bug in the program.
  case internalError = 70
  /// An output can't be created.
  case cannotCreate = 73
  /// Writing an output failed.
  case writeFailed = 74
  /// The device was lost or too slow, or `--timeout` has passed: the same command may work again.
  case temporary = 75
  /// SIGINT, SIGTERM or SIGHUP.
  case interrupted = 130
}
