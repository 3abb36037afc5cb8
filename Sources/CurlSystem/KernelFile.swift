internal import Glibc

/// A small file of the kernel, such as in /proc.
enum KernelFile {
  /// The first 8192 bytes of a file as text; nil if the file can't be read.
  static func text(_ path: String) -> String? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return unsafe withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 1) { buffer in
      let count = unsafe read(file, buffer.baseAddress, buffer.count)
      guard count > 0 else { return nil }
      return unsafe String(decoding: buffer.prefix(count), as: UTF8.self)
    }
  }
}
