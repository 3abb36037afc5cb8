import CurlCore

/// A pixmap as a PNG's filtered rows: straight alpha or none, big-endian, differences to the row
/// above.
struct PNGRows {
  /// The rows, each with its filter's number first.
  let bytes: [UInt8]
  /// Bits of a channel: 8 or 16.
  let depth: Int
  /// Whether there are four channels and not three.
  let hasAlpha: Bool

  /// The number of the UP filter.
  private static let up: UInt8 = 2

  /// The rows of `pixmap`.
  init(_ pixmap: Pixmap) {
    let width = pixmap.width
    switch pixmap.storage {
    case .rgba8(let values):
      let isOpaque = unsafe values.withUnsafeBufferPointer { unsafe Alpha.isOpaque($0) }
      depth = 8
      hasAlpha = !isOpaque
      bytes = unsafe values.withUnsafeBufferPointer { values in
        unsafe Self.filtered(
          values, stride: 4 * width, height: pixmap.height, rowBytes: (isOpaque ? 3 : 4) * width,
          pack: isOpaque ? Self.packOpaque : Self.packStraight)
      }
    case .rgba16(let values):
      let isOpaque = unsafe values.withUnsafeBufferPointer { unsafe Alpha.isOpaque($0) }
      depth = 16
      hasAlpha = !isOpaque
      bytes = unsafe values.withUnsafeBufferPointer { values in
        unsafe Self.filtered(
          values, stride: 4 * width, height: pixmap.height, rowBytes: (isOpaque ? 6 : 8) * width,
          pack: isOpaque ? Self.packOpaque : Self.packStraight)
      }
    }
  }

  /// Packs row after row with `pack`, called once a row, and takes the row above away.
  @inline(__always)
  private static func filtered<Value>(
    _ values: UnsafeBufferPointer<Value>, stride: Int, height: Int, rowBytes: Int,
    pack: (UnsafePointer<Value>, Int, UnsafeMutablePointer<UInt8>) -> Void
  ) -> [UInt8] {
    guard let start = values.baseAddress else { return [] }
    let total = (rowBytes + 1) * height
    return unsafe [UInt8](unsafeUninitializedCapacity: total) { output, count in
      unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * rowBytes) { rows in
        guard var current = rows.baseAddress, var target = output.baseAddress else { return }
        unsafe rows.initialize(repeating: 0)
        var above = unsafe current + rowBytes
        for row in 0..<height {
          unsafe pack(start + row * stride, stride, current)
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

  private static func packOpaque(
    _ values: UnsafePointer<UInt8>, _ count: Int, _ row: UnsafeMutablePointer<UInt8>
  ) {
    var to = 0
    for at in Swift.stride(from: 0, to: count, by: 4) {
      unsafe row[to] = values[at]
      unsafe row[to + 1] = values[at + 1]
      unsafe row[to + 2] = values[at + 2]
      to += 3
    }
  }

  private static func packStraight(
    _ values: UnsafePointer<UInt8>, _ count: Int, _ row: UnsafeMutablePointer<UInt8>
  ) {
    for at in Swift.stride(from: 0, to: count, by: 4) {
      let alpha = unsafe values[at + 3]
      for channel in 0..<3 {
        let value = unsafe values[at + channel]
        unsafe row[at + channel] = alpha == 255 ? value : Alpha.straight(value, alpha)
      }
      unsafe row[at + 3] = alpha
    }
  }

  private static func packOpaque(
    _ values: UnsafePointer<UInt16>, _ count: Int, _ row: UnsafeMutablePointer<UInt8>
  ) {
    var to = 0
    for at in Swift.stride(from: 0, to: count, by: 4) {
      for channel in 0..<3 {
        let value = unsafe values[at + channel]
        unsafe row[to] = UInt8(truncatingIfNeeded: value >> 8)
        unsafe row[to + 1] = UInt8(truncatingIfNeeded: value)
        to += 2
      }
    }
  }

  private static func packStraight(
    _ values: UnsafePointer<UInt16>, _ count: Int, _ row: UnsafeMutablePointer<UInt8>
  ) {
    for at in Swift.stride(from: 0, to: count, by: 4) {
      let alpha = unsafe values[at + 3]
      for channel in 0..<4 {
        let stored = unsafe values[at + channel]
        let value = channel == 3 ? alpha : Alpha.straight(stored, alpha)
        unsafe row[2 * (at + channel)] = UInt8(truncatingIfNeeded: value >> 8)
        unsafe row[2 * (at + channel) + 1] = UInt8(truncatingIfNeeded: value)
      }
    }
  }
}
