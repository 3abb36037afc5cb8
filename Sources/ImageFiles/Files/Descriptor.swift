import CImageCodecs
import Glibc

/// An owned file descriptor, closed with its last use.
struct Descriptor: ~Copyable, Sendable {
  /// The system's number.
  let number: Int32

  /// Takes over an open file.
  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Closes the file; returns 0 or the error number of closing.
  consuming func finish() -> Int32 {
    let result = close(number) == 0 ? 0 : errno
    discard self
    return result
  }

  /// Writes all of `bytes`; returns 0 or an error number: EPIPE for a closed reader, without
  /// SIGPIPE.
  ///
  /// A pipe's reader may have stopped. So the write waits at most `slice` at a time, unless the
  /// file is regular, and then calls `isCancelled`. Returns ECANCELED when `isCancelled` returns
  /// true.
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
        // A ready pipe accepts `pipeBuffer` bytes; more could block.
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

  /// Longest wait between two calls of `isCancelled`, milliseconds.
  private static let slice: Int32 = 100
  /// Bytes that a ready pipe accepts without blocking (PIPE_BUF).
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
