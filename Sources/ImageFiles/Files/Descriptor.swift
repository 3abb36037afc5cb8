import CImageCodecs
import Glibc

/// An open file of our own, closed with its last use.
struct Descriptor: ~Copyable, Sendable {
  /// The system's number for it.
  let number: Int32

  /// Takes over an open file.
  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Closes it now and returns 0, or the error number of what only turns up at the end.
  consuming func finish() -> Int32 {
    let result = close(number) == 0 ? 0 : errno
    discard self
    return result
  }

  /// Writes all of `bytes` and returns 0, or an error number; EPIPE instead of a signal.
  borrowing func write(_ bytes: [UInt8]) -> Int32 {
    unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      var done = 0
      while done < bytes.count {
        let count = unsafe ci_write(number, start + done, bytes.count - done)
        if count >= 0 {
          done += count
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }

  /// The last `limit` bytes of the file, or fewer.
  borrowing func tail(limit: Int) -> [UInt8] {
    let end = Int(lseek(number, 0, SEEK_END))
    let start = max(0, end - limit)
    guard end > start else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: end - start) { buffer, count in
      count = unsafe max(0, pread(number, buffer.baseAddress, buffer.count, start))
    }
  }
}
