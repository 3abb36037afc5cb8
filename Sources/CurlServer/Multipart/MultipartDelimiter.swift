#if Server
/// The bytes between parts, CR LF `--` boundary, and the search for them.
struct MultipartDelimiter: Sendable {
  /// The delimiter; CR is its first byte and no other.
  let bytes: [UInt8]
  /// Shift of the search window per byte that ends it; 0 for the delimiter's last byte.
  private let skip: [UInt8]
  /// Shift after a window that ends with the delimiter's last byte but doesn't match.
  private let again: Int

  /// A delimiter; `boundary` is valid, 1 to 70 bytes without CR.
  init(boundary: String) {
    bytes = [0x0D, 0x0A, 0x2D, 0x2D] + boundary.utf8
    let last = bytes.count - 1
    var skip = [UInt8](repeating: UInt8(bytes.count), count: 256)
    for (i, byte) in bytes.dropLast().enumerated() { skip[Int(byte)] = UInt8(last - i) }
    again = Int(skip[Int(bytes[last])])
    skip[Int(bytes[last])] = 0
    self.skip = skip
  }

  /// Finds the first delimiter, or the beginning of one that ends the data.
  ///
  /// `length` is the delimiter's if it is whole, less for a beginning, and 0 if `data` has neither;
  /// `start` is its offset, or the data's length.
  ///
  /// Horspool's search. Comparing from the front keeps it linear for any data: bytes that match a
  /// delimiter in part have no second CR, so no later comparison reads them again.
  func search(_ data: Span<UInt8>) -> (start: Int, length: Int) {
    let (skip, last) = (skip.span, bytes.count - 1)
    var end = last
    while end < data.count {
      let step = Int(skip[Int(data[end])])
      if step > 0 {
        end += step
        continue
      }
      if matches(data, at: end - last) == bytes.count { return (end - last, bytes.count) }
      end += again
    }
    var start = end - last
    while start < data.count {
      let length = matches(data, at: start)
      if start + length == data.count { return (start, length) }
      start += max(1, length)
    }
    return (data.count, 0)
  }

  /// Bytes at `start` that are the delimiter's first ones.
  private func matches(_ data: Span<UInt8>, at start: Int) -> Int {
    let bytes = bytes.span
    let most = min(bytes.count, data.count - start)
    var length = 0
    while length < most, data[start + length] == bytes[length] { length += 1 }
    return length
  }
}
#endif
