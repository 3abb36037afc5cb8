import Glibc

/// Random access to a file of any size; reading past its end is an error.
struct FileWindow: ~Copyable {
  /// The file is truncated or can't be read.
  struct Cut: Error {}

  /// Bytes per read.
  private static let length = 1 << 16

  /// Size of the file, bytes.
  let size: Int
  private let file: Descriptor
  private var start = 0
  private var bytes: [UInt8] = []

  /// Opens a file; nil if it isn't a readable regular file.
  init?(_ path: String) {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { return nil }
    self.init(Descriptor(number))
  }

  /// Takes over an open file, whose position is neither used nor moved; nil if it isn't regular.
  init?(_ file: consuming Descriptor) {
    var status = stat()
    guard unsafe fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    size = Int(status.st_size)
    self.file = file
  }

  /// Bytes from an offset on: at least one, at most `limit`, as many as are at hand.
  mutating func bytes(_ offset: Int, limit: Int) throws(Cut) -> ArraySlice<UInt8> {
    _ = try byte(offset)
    let at = offset - start
    return bytes[at..<min(bytes.count, at + limit)]
  }

  /// The byte at an offset.
  mutating func byte(_ offset: Int) throws(Cut) -> UInt8 {
    guard offset >= 0, offset < size else { throw Cut() }
    if offset < start || offset >= start + bytes.count { try move(to: offset) }
    return bytes[offset - start]
  }

  /// The big-endian number of up to eight bytes; an error if it doesn't fit into `Int`.
  mutating func number(_ offset: Int, bytes count: Int) throws(Cut) -> Int {
    var value: UInt64 = 0
    for at in 0..<count { value = value << 8 | UInt64(try byte(offset + at)) }
    guard let number = Int(exactly: value) else { throw Cut() }
    return number
  }

  /// The offset after `count` bytes at `offset`; an error if it exceeds `limit`.
  borrowing func end(of offset: Int, count: Int, limit: Int) throws(Cut) -> Int {
    guard count >= 0, offset <= limit, count <= limit - offset else { throw Cut() }
    return offset + count
  }

  private mutating func move(to offset: Int) throws(Cut) {
    let number = file.number
    let read = unsafe [UInt8](unsafeUninitializedCapacity: Self.length) { buffer, count in
      repeat {
        count = unsafe max(-1, pread(number, buffer.baseAddress, buffer.count, offset))
      } while count < 0 && errno == EINTR
      count = max(0, count)
    }
    guard !read.isEmpty else { throw Cut() }
    (start, bytes) = (offset, read)
  }
}
