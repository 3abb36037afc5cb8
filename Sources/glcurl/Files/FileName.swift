internal import Glibc

/// Tells what a file name means: its extension, and which file it is.
enum FileName {
  /// Extension in lower case, without the dot; empty if there is none.
  static func fileExtension(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[dot...].dropFirst().lowercased()
  }

  /// Throws if an output of an option is also an input.
  static func check(
    _ outputs: some Sequence<String>, of option: String = "-o", areNot inputs: [String]
  ) throws(CommandError) {
    let read = inputs.compactMap(Identity.init)
    for path in outputs {
      if let identity = Identity(path), read.contains(identity) {
        throw CommandError(
          .usage, "\(option) would replace '\(path)', which is an input: give another name")
      }
    }
  }

  /// Whether two names mean the same file, which may not exist yet; false for devices, such as the
  /// null device.
  static func areSameFile(_ a: String, _ b: String) -> Bool {
    if let a = Identity(a), let b = Identity(b) { return a == b && !a.isDevice }
    let (a, b) = (Place(a), Place(b))
    return a.name == b.name && a.folder != nil && a.folder == b.folder
  }

  /// Folder and name of a file that exists or will be created.
  private struct Place {
    let folder: Identity?
    let name: Substring

    init(_ path: String) {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      name = parts.last ?? ""
      let folder = parts.dropLast().joined(separator: "/")
      self.folder = Identity(parts.count == 1 ? "." : folder.isEmpty ? "/" : folder)
    }
  }

  /// Whether a name means standard output, such as `-` or `/dev/stdout`.
  static func isStandardOutput(_ path: String) -> Bool {
    var status = stat()
    guard path != "-" else { return true }
    guard let identity = Identity(path), unsafe fstat(STDOUT_FILENO, &status) == 0 else {
      return false
    }
    return identity == Identity(status)
  }

  /// Device and number of a file, which identify it.
  private struct Identity: Equatable {
    let device: UInt
    let number: UInt
    let isDevice: Bool

    init?(_ path: String) {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { return nil }
      self.init(status)
    }

    init(_ status: stat) {
      device = UInt(status.st_dev)
      number = UInt(status.st_ino)
      isDevice = status.st_mode & S_IFMT == S_IFCHR
    }
  }
}
