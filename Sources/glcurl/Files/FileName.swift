internal import Glibc
internal import PageCurl
internal import PageFilm

/// Checks of file names, and reading of files.
enum FileName {
  /// Extension in lower case, without the dot; empty if there is none.
  static func ending(_ path: String) -> String {
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

  /// All bytes of a file, which may be a pipe; `what` is the file's name in messages.
  ///
  /// - Throws: If the file can't be read, with the system's reason, or exceeds the limit `name`.
  static func contents(
    of path: String, _ what: String, _ limits: Limits, _ name: Limits.Name
  ) throws(CommandError) -> [UInt8] {
    guard let file = unsafe fopen(path, "re") else { throw unreadable(what, errno) }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // A short read is the last one.
      let count = unsafe fread(&chunk, 1, chunk.count, file)
      if count < chunk.count, unsafe ferror(file) != 0 { throw unreadable(what, errno) }
      bytes += chunk.prefix(count)
      do throws(LimitExceeded) {
        try limits.check(name, bytes.count, of: what)
      } catch {
        throw CommandError(error)
      }
      if count < chunk.count { return bytes }
    }
  }

  /// Calls `take` with each line of a file, without the line end, and with its number from 1.
  ///
  /// The file may be a pipe.
  ///
  /// - Throws: As `contents`; for a line that is too long; and the errors of `take`.
  static func forEachLine(
    of path: String, _ what: String, _ limits: Limits,
    _ take: ([UInt8], _ number: Int) throws(JSONFault) -> Void
  ) throws(CommandError) {
    guard let file = unsafe fopen(path, "re") else { throw unreadable(what, errno) }
    defer { unsafe fclose(file) }
    var (total, number) = (0, 1)
    var line: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&chunk, 1, chunk.count, file)
      if count < chunk.count, unsafe ferror(file) != 0 { throw unreadable(what, errno) }
      total += count
      var rest = chunk[..<count]
      do throws(LimitExceeded) {
        try limits.check(.fileBytes, total, of: what)
      } catch {
        throw CommandError(error)
      }
      while true {
        let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        line += rest[..<(end ?? rest.endIndex)]
        do throws(JSONFault) {
          try JSONFault.check(limits, .jsonBytes, line.count, line: number)
          if end != nil { try take(line, number) }
        } catch {
          throw CommandError(error, in: path)
        }
        guard let end else { break }
        number += 1
        line.removeAll(keepingCapacity: true)
        rest = rest[(end + 1)...]
      }
      if count < chunk.count { break }
    }
    do throws(JSONFault) {
      try take(line, number)
    } catch {
      throw CommandError(error, in: path)
    }
  }

  private static func unreadable(_ what: String, _ code: Int32) -> CommandError {
    CommandError(.inputMissing, "cannot read \(what): \(Console.systemText(code))")
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
