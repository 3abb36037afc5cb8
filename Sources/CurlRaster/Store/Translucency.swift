/// Finds pixels of a frame that are neither opaque nor transparent.
package enum Translucency {
  /// Runs with fewer pixels than this between them are merged.
  private static let gap = 8

  /// Pixels that are looked at together.
  private static let piece = 32

  /// Whether no pixel of a piece is translucent.
  private static func isSolid(_ row: Span<UInt8>, _ first: Int) -> Bool {
    if 4 * (first + piece) > row.count { return false }
    var found = false
    for i in stride(from: 4 * first + 3, to: 4 * (first + piece), by: 4) {
      found = found || isTranslucent(row[i])
    }
    return !found
  }

  private static func isTranslucent(_ alpha: UInt8) -> Bool { alpha &- 1 < 254 }

  /// Whether any pixel of premultiplied bytes is translucent.
  package static func isAny(in bytes: [UInt8]) -> Bool {
    let span = bytes.span
    var first = 3
    while first < span.count {
      // Search in pieces, which compilers turn into wide instructions.
      var found = false
      for i in stride(from: first, to: min(first + 4096, span.count), by: 4) {
        found = found || isTranslucent(span[i])
      }
      if found { return true }
      first += 4096
    }
    return false
  }

  /// Calls `body` with runs of a row's translucent pixels, which may include a few others.
  package static func forEachRun(in row: Span<UInt8>, _ body: (Range<Int>) -> Void) {
    let count = row.count / 4
    var x = 0
    while x < count {
      guard isTranslucent(row[4 * x + 3]) else {
        x += x % piece == 0 && isSolid(row, x) ? piece : 1
        continue
      }
      var (end, last) = (x + 1, x)
      while end < count, end - last <= gap {
        if isTranslucent(row[4 * end + 3]) { last = end }
        end += 1
      }
      body(x..<last + 1)
      x = last + 1
    }
  }
}
