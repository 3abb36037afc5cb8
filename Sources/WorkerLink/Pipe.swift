internal import CWorkerLink
internal import Glibc
internal import Synchronization

/// An end of a pipe; any thread may use and close it.
package final class PipeEnd: Sendable {
  /// Most bytes of a read: the capacity of a pipe.
  package static let capacity = 1 << 20

  /// Number of the descriptor; nil once closed.
  private let descriptor: Mutex<Int32?>

  /// Owns an open descriptor: an end of a pipe, or a file to which a worker writes as if it were one.
  package init(_ descriptor: consuming Descriptor) {
    self.descriptor = Mutex(descriptor.take())
  }

  deinit { close() }

  /// Makes a pipe; its end for reading and its end for writing.
  package static func pair() throws(LinkError) -> (reading: PipeEnd, writing: PipeEnd) {
    var (reading, writing): (Int32, Int32) = (-1, -1)
    let code = unsafe worker_link_pipe(&reading, &writing, Int32(capacity))
    guard code == 0 else { throw .system(call: "pipe2", code: code) }
    return (PipeEnd(Descriptor(reading)), PipeEnd(Descriptor(writing)))
  }

  /// Opens a second descriptor of this end; nil once it is closed.
  package func duplicate() throws(LinkError) -> Descriptor? {
    // Under the lock: a closed number may become another file's.
    let copy = descriptor.withLock { number -> Int32? in
      number.map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
    }
    guard let copy else { return nil }
    guard copy >= 0 else { throw .system(call: "fcntl", code: errno) }
    return Descriptor(copy)
  }

  /// Waits for bytes and returns them; empty once no process has the other end open, or this end is
  /// closed.
  package func read() throws(LinkError) -> [UInt8] {
    // A descriptor of its own: another thread may close this end meanwhile.
    guard let descriptor = try duplicate() else { return [] }
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.capacity) { buffer, count in
      repeat {
        count = unsafe Glibc.read(descriptor.number, buffer.baseAddress, buffer.count)
      } while count < 0 && errno == EINTR
      if count < 0 { (code, count) = (errno, 0) }
    }
    guard code == 0 else { throw .system(call: "read", code: code) }
    return bytes
  }

  /// Closes this end.
  package func close() {
    descriptor.withLock { number in
      if let open = number { _ = Glibc.close(open) }
      number = nil
    }
  }
}
