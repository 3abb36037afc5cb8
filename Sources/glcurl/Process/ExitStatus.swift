/// What the program ends with: the numbers of BSD's `sysexits.h`.
enum ExitStatus: Int32 {
  /// All is done.
  case success = 0
  /// A check failed: `compare` found frames past the parity, or `doctor` a wrong picture.
  case checkFailed = 1
  /// The command line makes no sense.
  case usage = 64
  /// A picture is damaged, too large, or doesn't fit the other.
  case badInput = 65
  /// A picture isn't there or can't be read.
  case inputMissing = 66
  /// A device, a program, memory or threads that are needed aren't there.
  case unavailable = 69
  /// A fault in the program.
  case internalError = 70
  /// An output can't be created.
  case cannotCreate = 73
  /// Writing an output failed.
  case writeFailed = 74
  /// The device was lost or too slow, or `--timeout` was over: the same command may work again.
  case temporary = 75
  /// SIGINT, SIGTERM or SIGHUP.
  case interrupted = 130
}
