internal import CurlCore

/// The numbers that the kernels read for a group of four taps: vectors of eight, the taps' x, then
/// their y.
///
/// A tap is an axis-aligned box on the page; lengths are in 1/2^13 texel.
enum SheetLanes {
  /// A box of a tap on the page and its share of the pixel.
  struct Box {
    /// Low corner and extent, texels.
    var low: SIMD2<Float>
    var extent: SIMD2<Float>
    /// Share of the pixel, 0…1.
    var weight: Float

    var high: SIMD2<Float> { low + extent }
  }

  /// Largest number of taps in a group.
  static let taps = 4

  /// Rows of the blocks of texels that groups of a frame lie in, for texels by page pixels.
  ///
  /// Pixels larger than a texel need four to hold all taps of most of them.
  static func rows(_ frame: CurlFrame, _ scale: SIMD2<Double>) -> Int {
    let pixel = SIMD2<Double>(frame.step) * scale
    return max(abs(pixel.x), abs(pixel.y)) > 1 ? 4 : 3
  }

  /// Largest extent of a group across and down, texels.
  static func reach(_ rows: Int) -> SIMD2<Float> { SIMD2(2.95, Float(rows) - 1.05) }
  static let unit: Float = 8192
  /// The share that means all of a tap; a larger share is limited to it.
  static let whole = 32764

  /// A tap's size, at least 64: weights can't tell finer ones apart.
  static func size(_ extent: Float) -> Int16 {
    Int16(min(max(extent * unit + 0.5, 64), 32767))
  }

  /// The distance from a tap's low edge to the end of the group's first texel; the edge lies `low`
  /// texels beyond that texel's start.
  static func edge(_ low: Float) -> Int16 {
    // The distance is at least −2: with 2 added, truncating rounds it.
    Int16(clamping: Int32((3 - low) * unit + 0.5) - 16384)
  }

  /// The factor that brings a size, at most `size`, just below 2^16.
  static func factor(_ size: Int16) -> Int16 { Int16(65535 / Float(size)) }

  /// 2^15 / size in 1/2^16, divided by that factor.
  static func inverse(_ size: Int16, _ factor: Int16) -> UInt16 {
    UInt16(min(2_147_483_648 / Float(Int32(size) * Int32(factor)), 65535))
  }

  /// Writes a group's 40 lanes, and returns its first texel; boxes lie on the page.
  static func write(_ boxes: SheetQuad, _ lanes: UnsafeMutablePointer<Int16>) -> SIMD2<Int32> {
    var low = boxes[0].low
    for k in 1..<taps {
      low = SIMD2(min(low.x, boxes[k].low.x), min(low.y, boxes[k].low.y))
    }
    let x = Int32(low.x)
    let y = Int32(low.y)
    for k in 0..<taps {
      let box = boxes[k]
      let weight = Int16(box.weight * 32767 + 0.5)
      unsafe write(box.low.x - Float(x), box.extent.x, weight, lanes + k)
      unsafe write(box.low.y - Float(y), box.extent.y, weight, lanes + 4 + k)
    }
    return SIMD2(x, y)
  }

  @inline(__always)
  private static func write(
    _ low: Float, _ extent: Float, _ weight: Int16, _ lane: UnsafeMutablePointer<Int16>
  ) {
    let size = size(extent)
    let factor = size == 4096 ? 15 : factor(size)
    unsafe lane[0] = edge(low)
    unsafe lane[8] = size
    unsafe lane[16] = factor
    unsafe lane[24] = Int16(bitPattern: size == 4096 ? 34952 : inverse(size, factor))
    unsafe lane[32] = weight
  }
}

/// The boxes of a group's four taps.
struct SheetQuad {
  private var boxes:
    (
      SheetLanes.Box, SheetLanes.Box, SheetLanes.Box, SheetLanes.Box
    )

  init() {
    let none = SheetLanes.Box(low: .zero, extent: .zero, weight: 0)
    boxes = (none, none, none, none)
  }

  subscript(_ k: Int) -> SheetLanes.Box {
    get {
      switch k {
      case 0: boxes.0
      case 1: boxes.1
      case 2: boxes.2
      default: boxes.3
      }
    }
    set {
      switch k {
      case 0: boxes.0 = newValue
      case 1: boxes.1 = newValue
      case 2: boxes.2 = newValue
      default: boxes.3 = newValue
      }
    }
  }
}
