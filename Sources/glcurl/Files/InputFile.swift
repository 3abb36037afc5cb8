internal import Glibc
internal import PageCurl
internal import PageFilm

/// Reads files whole or line by line, within limits.
enum InputFile {
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
}
