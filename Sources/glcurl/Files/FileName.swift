internal import Glibc

/// What names of output files are checked for.
enum FileName {
  /// The ending in small letters, without the dot; empty where there is none.
  static func ending(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[dot...].dropFirst().lowercased()
  }

  /// Throws where one of the outputs is a file that is read.
  static func check(_ outputs: [String], areNot inputs: [String]) throws(CommandError) {
    let read = inputs.compactMap(Identity.init)
    for path in outputs {
      if let identity = Identity(path), read.contains(identity) {
        throw CommandError(.usage, "-o would replace '\(path)', which is an input: name another")
      }
    }
  }

  /// Throws where there is nothing to be read by a name.
  static func checkExists(_ path: String) throws(CommandError) {
    guard unsafe access(path, R_OK) != 0 else { return }
    throw CommandError(.inputMissing, "cannot read '\(path)': \(Console.systemText(errno))")
  }

  /// Whether a name is that of standard output, such as `-` or `/dev/stdout`.
  static func isStandardOutput(_ path: String) -> Bool {
    var status = stat()
    guard path != "-" else { return true }
    guard let identity = Identity(path), unsafe fstat(STDOUT_FILENO, &status) == 0 else {
      return false
    }
    return identity == Identity(status)
  }

  /// What makes two names those of one file.
  private struct Identity: Equatable {
    let device: UInt
    let number: UInt

    init?(_ path: String) {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { return nil }
      self.init(status)
    }

    init(_ status: stat) {
      device = UInt(status.st_dev)
      number = UInt(status.st_ino)
    }
  }
}
