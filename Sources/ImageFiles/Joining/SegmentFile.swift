import Glibc

/// A segment's file while it is joined, and its place in the film.
///
/// The file is untrusted: each read beyond its end throws.
struct SegmentFile: ~Copyable {
  /// The segment's frames, numbered as in the film.
  let span: Range<Int>
  /// The film's rate.
  let rate: FrameRate
  private var window: FileWindow

  /// Opens a segment that begins with the film's frame `first`.
  init(_ segment: FilmSegment, first: Int, rate: FrameRate) throws(JoinFault) {
    let number = fcntl(segment.file, F_DUPFD_CLOEXEC, 0)
    guard number >= 0, let window = FileWindow(Descriptor(number)) else {
      throw .finding("isn't a regular file that is open")
    }
    self.window = window
    self.rate = rate
    span = first..<(first + segment.frames)
  }

  /// Size of the file, bytes.
  var size: Int { window.size }

  /// Whether the segment is the film's first.
  var isFirst: Bool { span.lowerBound == 0 }

  /// Bytes from an offset on: at least one, at most `limit`, as many as are at hand.
  mutating func some(_ offset: Int, limit: Int) throws(JoinFault) -> ArraySlice<UInt8> {
    do throws(FileWindow.Cut) {
      return try window.bytes(offset, limit: limit)
    } catch {
      throw .damage
    }
  }

  /// Exactly the bytes of a range, for small ranges.
  mutating func bytes(_ range: Range<Int>) throws(JoinFault) -> [UInt8] {
    guard range.upperBound <= size else { throw .damage }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    while bytes.count < range.count {
      bytes += try some(range.lowerBound + bytes.count, limit: range.count - bytes.count)
    }
    return bytes
  }

  /// The byte at an offset.
  mutating func byte(_ offset: Int) throws(JoinFault) -> UInt8 {
    do throws(FileWindow.Cut) {
      return try window.byte(offset)
    } catch {
      throw .damage
    }
  }

  /// The big-endian number of up to eight bytes at an offset.
  mutating func number(_ offset: Int, bytes count: Int) throws(JoinFault) -> Int {
    do throws(FileWindow.Cut) {
      return try window.number(offset, bytes: count)
    } catch {
      throw .damage
    }
  }

  /// The `count` bytes at `offset`, which must end at `limit` or before; the file's end if nil.
  borrowing func range(_ offset: Int, count: Int, limit: Int? = nil) throws(JoinFault) -> Range<Int>
  {
    do throws(FileWindow.Cut) {
      return offset..<(try window.end(of: offset, count: count, limit: limit ?? size))
    } catch {
      throw .damage
    }
  }

  /// Start of the film's frame `index`, rounded, in units of `1 / units` seconds.
  func start(_ index: Int, unitsPerSecond units: Int) -> Int {
    rate.start(ofFrame: index, unitsPerSecond: units)
  }

  /// Rounded duration of the film's frame `index`.
  func duration(_ index: Int, unitsPerSecond units: Int) -> Int {
    start(index + 1, unitsPerSecond: units) - start(index, unitsPerSecond: units)
  }

  /// The number in the film of the frame that comes after `count` others of this segment.
  ///
  /// Throws if the segment should have no more frames.
  func frame(after count: Int) throws(JoinFault) -> Int {
    guard count < span.count else { throw .finding("has more frames than \(span.count)") }
    return span.lowerBound + count
  }
}
