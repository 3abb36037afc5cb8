import Glibc

/// A folder of its own for a test, removed with what is in it.
final class TemporaryFolder: Sendable {
  /// The folder's path.
  let path: String

  init() {
    var name = Array("/tmp/imagefiles-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else { preconditionFailure("no temporary folder") }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in names { unsafe unlink("\(path)/\(name)") }
    unsafe rmdir(path)
  }

  /// The path of a file in it.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of all that is in it, hidden files too, sorted.
  var names: [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Makes a file, without any code that is under test.
  @discardableResult
  func make(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o644) -> String {
    let number = unsafe open(file(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    precondition(unsafe write(number, bytes, bytes.count) == bytes.count, "can't make \(name)")
    close(number)
    return file(name)
  }

  /// Makes a program from a shell script.
  ///
  /// What other tests start at that moment has the file open, too, until it runs its own program; and
  /// what is open for writing can't be run. So waits until nobody has it open: only then is a lease
  /// for readers to be had.
  func script(_ name: String, _ text: String) -> String {
    let (setLease, tryAgain) = (Int32(1024), EAGAIN)
    let path = make(name, [UInt8]("#!/bin/sh\n\(text)\n".utf8), mode: 0o755)
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    defer { close(number) }
    while fcntl(number, setLease, Int32(F_RDLCK)) != 0 && errno == tryAgain { usleep(1000) }
    _ = fcntl(number, setLease, Int32(F_UNLCK))
    return path
  }

  /// The bytes of a file, or nil if there is none.
  func contents(_ name: String) -> [UInt8]? {
    let number = unsafe open(file(name), O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    defer { close(number) }
    var status = stat()
    unsafe fstat(number, &status)
    return unsafe [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      count = unsafe max(0, read(number, buffer.baseAddress, buffer.count))
    }
  }
}
