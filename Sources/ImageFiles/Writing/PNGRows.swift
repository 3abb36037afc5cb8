import CImageCodecs
package import CurlCore

/// A pixmap as a PNG's filtered rows: straight alpha or none, big-endian, differences from the row
/// above.
struct PNGRows {
  /// The rows, each preceded by the number of its filter.
  let bytes: [UInt8]
  /// Adler-32 of the rows, if it was computed while writing them; else 0.
  let checksum: UInt32
  /// Whether pixels are RGBA; otherwise RGB.
  let hasAlpha: Bool

  /// The number of the UP filter.
  private static let up: UInt8 = 2

  /// The rows of `pixmap`.
  init(_ pixmap: Pixmap, depth: BitDepth) {
    if depth == .eight, let rows = Self.opaque(pixmap) {
      (bytes, checksum) = rows
      hasAlpha = false
      return
    }
    let width = pixmap.width
    let channelBytes = depth.rawValue / 8
    let isOpaque = pixmap.isOpaque
    hasAlpha = !isOpaque
    checksum = 0
    bytes = unsafe StraightPixels.withPacker(of: pixmap, depth: depth, order: .bigEndian) { pack in
      guard isOpaque else {
        return unsafe Self.filtered(height: pixmap.height, rowBytes: 4 * width * channelBytes, pack)
      }
      return unsafe withUnsafeTemporaryAllocation(
        of: UInt8.self, capacity: 4 * width * channelBytes
      ) { scratch in
        guard let whole = scratch.baseAddress else { return [] }
        return unsafe Self.filtered(height: pixmap.height, rowBytes: 3 * width * channelBytes) {
          row, target in
          unsafe pack(row, whole)
          unsafe Self.dropAlpha(whole, target, width: width, channelBytes: channelBytes)
        }
      }
    }
  }

  /// The rows of an opaque picture of 8 bits, in one pass; nil for any other.
  private static func opaque(_ pixmap: Pixmap) -> (bytes: [UInt8], checksum: UInt32)? {
    guard case .rgba8(let values) = pixmap.storage, values.last == .max else { return nil }
    var isOpaque = true
    var checksum: UInt32 = 1
    let total = (3 * pixmap.width + 1) * pixmap.height
    let rows = unsafe [UInt8](unsafeUninitializedCapacity: total) { output, count in
      unsafe values.withUnsafeBufferPointer { values in
        guard let start = values.baseAddress, var target = output.baseAddress else { return }
        // In strips, so that a picture with alpha is detected early.
        for first in stride(from: 0, to: pixmap.height, by: strip) where isOpaque {
          let rows = min(strip, pixmap.height - first)
          let pixels = unsafe start + 4 * pixmap.width * first
          let above = first == 0 ? nil : unsafe pixels - 4 * pixmap.width
          isOpaque =
            unsafe ci_filter_opaque(pixels, above, pixmap.width, rows, target, &checksum) != 0
          unsafe target += (3 * pixmap.width + 1) * rows
        }
      }
      count = isOpaque ? total : 0
    }
    return isOpaque ? (rows, checksum) : nil
  }

  /// Rows per strip.
  private static let strip = 64

  /// Filters consecutive rows: subtracts from each the row above.
  static func filtered(_ pixels: [UInt8], height: Int, rowBytes: Int) -> [UInt8] {
    unsafe pixels.withUnsafeBufferPointer { pixels in
      unsafe filtered(height: height, rowBytes: rowBytes) { row, target in
        guard let start = pixels.baseAddress else { return }
        unsafe target.update(from: start + row * rowBytes, count: rowBytes)
      }
    }
  }

  /// Filters the rows that `fill` writes, one a call: subtracts from each the row above.
  @inline(__always)
  static func filtered(
    height: Int, rowBytes: Int, _ fill: (Int, UnsafeMutablePointer<UInt8>) -> Void
  ) -> [UInt8] {
    let total = (rowBytes + 1) * height
    return unsafe [UInt8](unsafeUninitializedCapacity: total) { output, count in
      unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * rowBytes) { rows in
        guard var current = rows.baseAddress, var target = output.baseAddress else { return }
        unsafe rows.initialize(repeating: 0)
        var above = unsafe current + rowBytes
        for row in 0..<height {
          unsafe fill(row, current)
          unsafe target[0] = up
          unsafe target += 1
          for at in 0..<rowBytes { unsafe target[at] = current[at] &- above[at] }
          unsafe target += rowBytes
          unsafe swap(&current, &above)
        }
        count = total
      }
    }
  }

  /// Copies the three colours of a row.
  private static func dropAlpha(
    _ row: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, width: Int,
    channelBytes: Int
  ) {
    guard channelBytes == 1 else {
      for at in 0..<width {
        for byte in 0..<6 { unsafe target[6 * at + byte] = row[8 * at + byte] }
      }
      return
    }
    for at in 0..<width {
      for byte in 0..<3 { unsafe target[3 * at + byte] = row[4 * at + byte] }
    }
  }
}

/// Runs the deflate library alone on a frame's PNG rows: a lower bound for the encoder's time.
package struct DeflateFloor: Sendable {
  private let rows: [UInt8]

  /// Filters a frame's rows in advance.
  package init(_ frame: Pixmap) {
    rows = PNGRows(frame, depth: frame.format == .rgba8 ? .eight : .sixteen).bytes
  }

  /// Compresses the rows with `PNGEncoder`'s default effort; returns the compressed size, bytes.
  package func run() -> Int { ZlibStream.compress(rows, .fast).count }
}
