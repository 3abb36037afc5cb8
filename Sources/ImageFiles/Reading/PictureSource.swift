import CurlCore
import CurlSystem
import Glibc

/// The bytes of picture files: regular files, and pipes until their end.
enum PictureSource {
  /// Longest wait for a pipe's writer, milliseconds.
  private static let patience: Int32 = 2_000
  /// Bytes per read of a pipe: its default capacity.
  private static let piece = 1 << 16

  /// Reads a file that starts like a picture; returns its bytes and its format.
  static func contents(
    path: String, limits: Limits
  ) throws(ImageFileError) -> ([UInt8], PictureCodec) {
    // Without O_NONBLOCK, opening a FIFO without a writer would hang.
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else {
      let code = errno
      guard code == ENOENT || code == ENOTDIR else { throw unreadable(path, systemText(code)) }
      throw ImageFileError(
        .notFound, path: path, "cannot read picture '\(path)': the file doesn't exist")
    }
    let file = Descriptor(number)
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw unreadable(path, systemText()) }
    let size = Int(status.st_size)
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      try check(size, path, limits)
      let start = try bytes(of: file, count: min(size, PictureCodec.signatureLength), path)
      let codec = try codec(of: start, name: path)
      var room = try reserve(size, for: "its file of \(size) bytes", path)
      let whole = try bytes(of: file, count: size, path)
      room.release(size)
      return (whole, codec)
    case S_IFIFO: return try drain(file, path, limits)
    case S_IFDIR: throw unreadable(path, "it is a folder; name a file in it")
    default:
      throw unreadable(path, "it is neither a file nor a pipe; save the picture to a file first")
    }
  }

  /// The format of a file that starts with `bytes`.
  static func codec(of bytes: [UInt8], name: String) throws(ImageFileError) -> PictureCodec {
    guard !bytes.isEmpty else {
      throw ImageFileError(
        .malformed, path: name, "cannot read picture '\(name)': it is empty")
    }
    guard let codec = PictureCodec(bytes) else {
      throw ImageFileError(
        .unknownFormat, path: name,
        "cannot read picture '\(name)': it is neither PNG, JPEG nor WebP; convert it to one of "
          + "these first")
    }
    return codec
  }

  /// Up to `count` bytes from the start of a file; fewer if it has been truncated meanwhile.
  private static func bytes(
    of file: borrowing Descriptor, count: Int, _ path: String
  ) throws(ImageFileError) -> [UInt8] {
    let number = file.number
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count, let start = buffer.baseAddress {
        let read = unsafe pread(number, start + done, count - done, done)
        if read > 0 {
          done += read
        } else if read == 0 {
          break
        } else if errno != EINTR {
          failure = errno
          break
        }
      }
    }
    guard failure == 0 else { throw unreadable(path, systemText(failure)) }
    return bytes
  }

  /// Reserves memory for a part of reading a picture.
  static func reserve(
    _ bytes: Int, for purpose: @autoclosure () -> String, _ name: String
  ) throws(ImageFileError) -> MemoryReservation {
    do throws(MemoryShortage) {
      return try MemoryLedger.shared.reserve(bytes, for: purpose())
    } catch {
      throw ImageFileError(
        .noMemory, path: name, "cannot read picture '\(name)': \(error); make it smaller first")
    }
  }

  private static func check(_ bytes: Int, _ path: String, _ limits: Limits)
    throws(ImageFileError)
  {
    do throws(LimitExceeded) {
      try limits.check(.fileBytes, bytes, of: "picture '\(path)'")
    } catch {
      throw ImageFileError(path: path, error)
    }
  }

  /// Reads all bytes of a pipe, if they start like a picture and are within the limit.
  private static func drain(
    _ pipe: borrowing Descriptor, _ path: String, _ limits: Limits
  ) throws(ImageFileError) -> ([UInt8], PictureCodec) {
    let number = pipe.number
    var bytes: [UInt8] = []
    var codec: PictureCodec?
    var hadWriter = false
    var isOverdue = false
    var buffer = [UInt8](repeating: 0, count: piece)
    while true {
      let count = unsafe read(number, &buffer, piece)
      if count > 0 {
        bytes += buffer[..<count]
        if codec == nil, bytes.count >= PictureCodec.signatureLength {
          codec = try self.codec(of: bytes, name: path)
        }
        try check(bytes.count, path, limits)
      } else if count < 0 && errno == EAGAIN {
        // A writer has the pipe open, so more bytes may follow.
        hadWriter = true
        try wait(number, milliseconds: -1, path)
      } else if count < 0 && errno != EINTR {
        throw unreadable(path, systemText())
      } else if count == 0 {
        // No writer has the pipe open: the last one has closed it, or none has opened it yet.
        if hadWriter || !bytes.isEmpty {
          guard let codec else { return (bytes, try self.codec(of: bytes, name: path)) }
          return (bytes, codec)
        }
        guard !isOverdue else { throw unreadable(path, "the pipe has no writer") }
        // Opening the pipe doesn't end the wait: only the next read detects a writer that hasn't
        // written.
        if try wait(number, milliseconds: patience, path) {
          hadWriter = true
        } else {
          isOverdue = true
        }
      }
    }
  }

  /// Waits until a pipe has bytes or no writers; returns false after the time limit.
  @discardableResult
  private static func wait(
    _ number: Int32, milliseconds: Int32, _ path: String
  ) throws(ImageFileError) -> Bool {
    while true {
      var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&request, 1, milliseconds)
      if ready >= 0 { return ready > 0 }
      guard errno == EINTR else { throw unreadable(path, systemText()) }
    }
  }

  private static func unreadable(_ path: String, _ reason: String) -> ImageFileError {
    ImageFileError(.unreadable, path: path, "cannot read picture '\(path)': \(reason)")
  }
}
