/// The numbers that the kernels read of a group of four taps: vectors of eight, the taps' x first,
/// then their y.
///
/// A tap is an axis-aligned box on the page; lengths are in 1/2^13 page pixel.
enum SheetLanes {
  /// A box of a tap on the page and its share of the pixel.
  struct Box {
    /// Its near edge and its extent, page pixels.
    var low: SIMD2<Float>
    var extent: SIMD2<Float>
    /// 0…1.
    var weight: Float

    var high: SIMD2<Float> { low + extent }
  }

  /// Most taps in a group, most it may reach across and down, page pixels.
  static let taps = 4
  static let reach = SIMD2<Float>(2.95, 1.95)
  static let unit: Float = 8192
  /// What counts as all of a tap: a share that rounding leaves just below is taken to it.
  static let whole = 32764

  /// Nothing is finer than what a weight can tell.
  static func size(_ extent: Float) -> Int16 {
    Int16(min(max(extent * unit + 0.5, 64), 32767))
  }

  /// From a tap's near edge, `low` page pixels beyond the group's first texel, to that texel's end.
  static func edge(_ low: Float) -> Int16 {
    // At least −2, so that truncating rounds.
    Int16(clamping: Int32((3 - low) * unit + 0.5) - 16384)
  }

  /// The factor that brings a size, at most `size`, just below 2^16.
  static func factor(_ size: Int16) -> Int16 { Int16(65535 / Float(size)) }

  /// 2^15 / size in 1/2^16, less that factor.
  static func inverse(_ size: Int16, _ factor: Int16) -> UInt16 {
    UInt16(min(2_147_483_648 / Float(Int32(size) * Int32(factor)), 65535))
  }

  /// Makes a cell's 72 lanes those of no tap.
  static func clear(_ lane: UnsafeMutableBufferPointer<Int16>) {
    for i in 0..<8 {
      unsafe lane[16 + i] = 8192
      unsafe lane[32 + i] = 1
    }
  }

  /// Puts one axis of one tap, the `i`-th lane, of a cell: near edge and extent at its first edge, in
  /// its middle and at its last edge, and the weight at both edges.
  static func put(
    _ low: (Float, Float, Float), _ extent: (Float, Float, Float), _ weight: (Float, Float),
    _ lane: UnsafeMutableBufferPointer<Int16>, _ i: Int
  ) {
    // A line as far from the middle as from the ends.
    let bow = (low.1 - (low.0 + low.2) / 2) / 2
    let bulge = (extent.1 - (extent.0 + extent.2) / 2) / 2
    let edges = (edge(low.0 + bow), edge(low.2 + bow))
    let sizes = (size(extent.0 + bulge), size(extent.2 + bulge))
    let factor = factor(max(sizes.0, sizes.1))
    let inverses = inverses(sizes.0, sizes.1, factor)
    let weights = (Int16(weight.0 * 32767 + 0.5), Int16(weight.1 * 32767 + 0.5))
    unsafe lane[i] = edges.0
    unsafe lane[8 + i] = edges.1 - edges.0
    unsafe lane[16 + i] = sizes.0
    unsafe lane[24 + i] = sizes.1 - sizes.0
    unsafe lane[32 + i] = factor
    unsafe lane[40 + i] = Int16(bitPattern: inverses.0)
    unsafe lane[48 + i] = Int16(bitPattern: inverses.1 &- inverses.0)
    unsafe lane[56 + i] = weights.0
    unsafe lane[64 + i] = weights.1 - weights.0
  }

  /// A cell's inverse sizes at its ends: size and inverse, both linear between, make no more than a
  /// whole together anywhere.
  private static func inverses(_ a: Int16, _ b: Int16, _ factor: Int16) -> (UInt16, UInt16) {
    let ends = (inverse(a, factor), inverse(b, factor))
    let ratio = Float(max(a, b)) / Float(min(a, b))
    if ratio < 1.01 { return ends }
    let excess = 4 / (2 + ratio + 1 / ratio)
    return (UInt16(Float(ends.0) * excess), UInt16(Float(ends.1) * excess))
  }

  /// The taps from `first` on that make a group no larger than the kernels' reach.
  static func group(_ boxes: UnsafeMutablePointer<Box>, from first: Int, of count: Int)
    -> Range<Int>
  {
    var (low, high) = unsafe (boxes[first].low, boxes[first].high)
    var next = first + 1
    while next < count && next - first < taps {
      let (a, b) = unsafe (boxes[next].low, boxes[next].high)
      low = SIMD2(min(low.x, a.x), min(low.y, a.y))
      high = SIMD2(max(high.x, b.x), max(high.y, b.y))
      if high.x - low.x > reach.x || high.y - low.y > reach.y { break }
      next += 1
    }
    return first..<next
  }

  /// Writes a group's 40 lanes, and returns its first texel; boxes lie on the page.
  static func write(_ boxes: SheetQuad, _ lanes: UnsafeMutablePointer<Int16>) -> SIMD2<Int32> {
    var low = boxes[0].low
    for k in 1..<boxes.count {
      low = SIMD2(min(low.x, boxes[k].low.x), min(low.y, boxes[k].low.y))
    }
    let x = Int32(low.x)
    let y = Int32(low.y)
    for k in 0..<4 {
      let box = boxes[k < boxes.count ? k : 0]
      let weight = k < boxes.count ? Int16(box.weight * 32767 + 0.5) : 0
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

/// Up to four taps' boxes.
struct SheetQuad {
  var count = 4
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
