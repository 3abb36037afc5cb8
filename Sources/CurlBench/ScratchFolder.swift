internal import CurlSystem
internal import Glibc
internal import ImageFiles
internal import PageCurl
internal import Synchronization

/// A folder for temporary files of measurements; it is removed with its contents.
package final class ScratchFolder: Sendable {
  /// Path of the folder.
  let path: String
  private let isThere = Mutex(true)

  /// Creates the folder in the system's temporary folder; nil if that isn't writable.
  package init?() {
    var template = Array("\(Environment.temporaryFolder)/glcurl-job-XXXXXX".utf8CString)
    guard let made = unsafe mkdtemp(&template) else { return nil }
    path = unsafe String(cString: made)
  }

  deinit { remove() }

  /// Removes the folder with its files.
  package func remove() {
    isThere.withLock { isThere in
      guard isThere else { return }
      isThere = false
      for name in names { unsafe unlink(file(name)) }
      unsafe rmdir(path)
    }
  }

  /// Path of a file in the folder.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Names of the files.
  private var names: [String] {
    guard let stream = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { field in
        unsafe String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// The complete frames of a file of raw 8-bit RGBA, at most `most`.
  func frames(_ name: String, width: Int, height: Int, most: Int) -> [Pixmap] {
    guard let stream = unsafe fopen(file(name), "r") else { return [] }
    defer { unsafe fclose(stream) }
    let size = 4 * width * height
    var frames: [Pixmap] = []
    while frames.count < most {
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = unsafe fread(buffer.baseAddress, 1, size, stream)
      }
      guard bytes.count == size else { break }
      frames.append(Pixmap(width: width, height: height, rgba8: bytes))
    }
    return frames
  }
}
