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
  ///
  /// To anything but a regular file it waits in slices and looks up between them: whoever reads a
  /// pipe may have stopped reading. ECANCELED if `isCancelled` says so then.
  borrowing func write(_ bytes: [UInt8], isCancelled: () -> Bool = { false }) -> Int32 {
    var status = stat()
    let waits = unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    let isBlocking = waits && fcntl(number, F_GETFL) & O_NONBLOCK == 0
    return unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      var done = 0
      while done < bytes.count {
        if waits {
          var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
          if unsafe poll(&request, 1, Self.slice) == 0 {
            if isCancelled() { return ECANCELED }
            continue
          }
        }
        // What a pipe is ready for at least: more could block, where anything can.
        let count = isBlocking ? min(bytes.count - done, Self.pipeBuffer) : bytes.count - done
        let written = unsafe ci_write(number, start + done, count)
        if written >= 0 {
          done += written
        } else if errno != EINTR && errno != EAGAIN {
          return errno
        }
      }
      return 0
    }
  }

  /// Milliseconds that a wait takes at most before it looks up.
  private static let slice: Int32 = 100
  /// Bytes that a pipe takes without blocking once it is ready (PIPE_BUF).
  private static let pipeBuffer = 4096

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
