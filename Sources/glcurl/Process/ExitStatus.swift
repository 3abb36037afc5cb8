/// Exit status of the program: the numbers of BSD's `sysexits.h`.
enum ExitStatus: Int32 {
  /// Success.
  case success = 0
  /// A check failed: `compare` found frames past the parity, or `doctor` a wrong picture.
  case checkFailed = 1
  /// The command line is invalid.
  case usage = 64
  /// A picture is damaged, too large, or doesn't fit the other one.
  case badInput = 65
  /// A picture is missing or can't be read.
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
