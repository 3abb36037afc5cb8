/// Finds pixels of a frame that are neither opaque nor transparent.
package enum Translucency {
  /// Runs with fewer pixels than this between them are merged.
  private static let gap = 8

  /// Pixels that are looked at together.
  private static let piece = 32

  private static func isTranslucent(_ alpha: UInt8) -> Bool { alpha &- 1 < 254 }

  /// Whether any of these pixels is translucent.
  private static func isAny(_ pixels: UnsafeRawBufferPointer) -> Bool {
    // Whole pixels without branches, which compilers turn into wide instructions: alpha + 1 is 1 or
    // 256 for the others.
    var found: UInt32 = 0
    for i in 0..<pixels.count / 4 {
      let pixel = unsafe pixels.loadUnaligned(fromByteOffset: 4 &* i, as: UInt32.self)
      found |= (UInt32(littleEndian: pixel) >> 24 &+ 1) & 254
    }
    return found != 0
  }

  /// The first translucent pixel from `x` on; the row's end if there is none.
  private static func first(in row: Span<UInt8>, from x: Int) -> Int {
    unsafe row.withUnsafeBytes { bytes in
      var x = x
      while 4 * (x + piece) <= bytes.count,
        unsafe !isAny(UnsafeRawBufferPointer(rebasing: bytes[4 * x..<4 * (x + piece)]))
      {
        x += piece
      }
      while 4 * x < bytes.count, unsafe !isTranslucent(bytes[4 * x + 3]) { x += 1 }
      return x
    }
  }

  /// Whether any pixel of premultiplied bytes is translucent.
  package static func isAny(in bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 4096).contains { first in
        unsafe isAny(
          UnsafeRawBufferPointer(rebasing: bytes[first..<min(first + 4096, bytes.count)]))
      }
    }
  }

  /// Calls `body` with runs of a row's translucent pixels, which may include a few others.
  package static func forEachRun(in row: Span<UInt8>, _ body: (Range<Int>) -> Void) {
    let count = row.count / 4
    var x = first(in: row, from: 0)
    while x < count {
      var (end, last) = (x + 1, x)
      while end < count, end - last <= gap {
        if isTranslucent(row[4 * end + 3]) { last = end }
        end += 1
      }
      body(x..<last + 1)
      x = first(in: row, from: last + 1)
    }
  }
}
