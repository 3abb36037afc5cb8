internal import CurlCore
internal import CurlKernels

/// The kernels of `CurlTaps.h` without a twin in C, in plain integers, with all operations in the same
/// order.
enum SheetTwins {
  private typealias Quad = SIMD4<Int32>

  /// a · b / 2^15, rounded half up.
  @inline(__always)
  private static func times(_ a: Int32, _ b: Int32) -> Int32 { (a &* b &+ 0x4000) >> 15 }

  /// A sum of texels × weights (2^15) as it is stored.
  @inline(__always)
  private static func rounded(_ sum: Int32) -> UInt16 {
    UInt16(truncatingIfNeeded: min(max((sum &+ 0x4000) >> 15, -32768), 32767))
  }

  /// The weights of a block of texels, row by row; the last row is empty in blocks of three.
  private typealias Block = (Quad, Quad, Quad, Quad)

  /// Adds a block of texels, times their weights, to a pixel's sum.
  @inline(__always)
  private static func add(
    _ page: curl_page, _ x: Int, _ y: Int, _ weights: Block, to sum: inout Quad
  ) {
    unsafe add(page, x, y, weights.0, to: &sum)
    unsafe add(page, x, y + 1, weights.1, to: &sum)
    unsafe add(page, x, y + 2, weights.2, to: &sum)
    if unsafe page.rows > 3 { unsafe add(page, x, y + 3, weights.3, to: &sum) }
  }

  @inline(__always)
  private static func add(
    _ page: curl_page, _ x: Int, _ y: Int, _ weights: Quad, to sum: inout Quad
  ) {
    let at = unsafe page.texels + 4 * (y * Int(page.stride) + x)
    for i in 0..<4 {
      let texel = unsafe Quad(
        Int32(at[4 * i]), Int32(at[4 * i + 1]), Int32(at[4 * i + 2]), Int32(at[4 * i + 3]))
      sum &+= weights[i] &* texel
    }
  }

  @inline(__always)
  private static func put(_ sum: Quad, _ linear: UnsafeMutablePointer<UInt16>) {
    for c in 0..<4 { unsafe linear[c] = rounded(sum[c]) }
  }

  /// The end of a box, see `snapped` in means.h.
  private static func snapped(_ at: Int32) -> Int32 {
    let edge = (at + 1 << 12) & -(1 << 13)
    let away = abs(at - edge)
    let left = max(away - max(1 << 5 - away, 0), 0)
    return at < edge ? edge - left : edge + left
  }

  /// A box along an axis: the distance from its low edge to the end of a block's first texel, its
  /// side, the side's inverse in two factors, and what is left of the side once its ends have
  /// snapped.
  private struct Side {
    private(set) var edge: Int32
    private let size: Int32
    private let factor: Int32
    private let inverse: Int32
    private var side: Int32

    init(_ edge: Int32, _ size: Int32, _ factor: Int32, _ inverse: Int32, snaps: Bool) {
      (self.edge, self.size, self.factor, self.inverse) = (edge, size, factor, inverse & 0xffff)
      side = .max
      guard snaps else { return }
      side = size
      if size >= 1 << 12 {
        let high = snapped(edge - size)
        self.edge = snapped(edge)
        side = self.edge - high
      }
    }

    /// The share before the end of the texel that is `away` after the first one, up to `most`.
    func share(_ away: Int32, _ most: Int32) -> Int32 {
      let edge = min(edge + away, 32767)
      if edge >= side { return most }
      let wide = UInt32(truncatingIfNeeded: min(max(edge, 0), size) &* factor) & 0xffff
      return min(Int32((wide &* UInt32(inverse)) >> 16), most)
    }
  }

  /// A group's weights, see `weigh` in means.h; each function returns one number of a vector of
  /// lanes.
  @inline(__always)
  private static func group(
    _ page: curl_page, _ bits: Int32, _ edge: (Int) -> Int32, _ size: (Int) -> Int32,
    _ factor: (Int) -> Int32,
    _ inverse: (Int) -> Int32, _ weight: (Int) -> Int32
  ) -> Block {
    let whole = Int32(SheetLanes.whole)
    var rows: Block = (.zero, .zero, .zero, .zero)
    for k in 0..<4 {
      func shares(_ k: Int) -> (Int32, Int32, Int32) {
        let side = Side(edge(k), size(k), factor(k), inverse(k), snaps: unsafe page.snaps != 0)
        return (
          side.share(0, whole), side.share(1 << bits, whole), side.share(2 << bits, whole)
        )
      }
      let (x, y) = (shares(k), shares(4 + k))
      let columns = Quad(x.0, x.1 - x.0, x.2 - x.1, whole - x.2)
      rows.0 &+= times(y.0, weight(k)) &* columns
      rows.1 &+= times(y.1 - y.0, weight(k)) &* columns
      if unsafe page.rows == 3 {
        rows.2 &+= times(whole - y.1, weight(k)) &* columns
      } else {
        rows.2 &+= times(y.2 - y.1, weight(k)) &* columns
        rows.3 &+= times(whole - y.2, weight(k)) &* columns
      }
    }
    func rounded(_ row: Quad) -> Quad {
      var row = row
      for c in 0..<4 { row[c] = min(max((row[c] &+ 0x4000) >> 15, -32768), 32767) }
      return row
    }
    return (rounded(rows.0), rounded(rows.1), rounded(rows.2), rounded(rows.3))
  }

  static func roll(
    _ page: curl_page, _ bend: curl_bend, _ walk: curl_bent_walk, _ count: Int,
    _ linear: UnsafeMutablePointer<UInt16>, _ light: UnsafeMutablePointer<UInt16>,
    _ white: UnsafeMutablePointer<UInt16>
  ) {
    let bits = unsafe bend.bits
    var k = 0
    for i in 0..<count {
      let n = Int64(i)
      let at = walk.distance + n * walk.step
      while unsafe k + 1 < Int(bend.count) && at >= bend.pieces[k].end { k += 1 }
      while unsafe k > 0 && at < bend.pieces[k - 1].end { k -= 1 }
      let piece = unsafe bend.pieces[k]
      let groups = Int(piece.groups)
      let distance = min(max(at - piece.low, 0), piece.cells << piece.shift - 1)
      let cell = Int(distance >> piece.shift)
      let part = (distance >> (piece.shift - 15)) & 0x7fff
      let it = unsafe bend.cells + 8 * (Int(piece.first_cell) + cell)
      let arc = unsafe Int64(it[0]) + ((Int64(it[1]) + (Int64(it[2]) * part) >> 15) * part) >> 15
      unsafe light[i] = UInt16(truncatingIfNeeded: Int64(it[3]) + (Int64(it[4]) * part) >> 15)
      unsafe white[i] = UInt16(truncatingIfNeeded: Int64(it[5]) + (Int64(it[6]) * part) >> 15)
      let x = unsafe (walk.along.x + n * walk.along.dx) >> 16 + (bend.normal_x * arc) >> 30
      let y = unsafe (walk.along.y + n * walk.along.dy) >> 16 + (bend.normal_y * arc) >> 30
      var sum = Quad.zero
      for g in 0..<groups {
        let group = Int(piece.first_group) + groups * cell + g
        let anchor = unsafe bend.anchors + 2 * group
        let lanes = unsafe bend.lanes + 72 * group
        let (gx, gy) = unsafe (x + Int64(anchor[0]), y + Int64(anchor[1]))
        let rest = 16 - bits
        let parts = (Int32(gx & 0xffff) >> rest, Int32(gy & 0xffff) >> rest)
        let between = { (v: Int, k: Int) in
          unsafe Int32(lanes[8 * v + k]) + times(Int32(lanes[8 * v + 8 + k]), Int32(part))
        }
        let weights = unsafe Self.group(
          page, bits, { between(0, $0) - ($0 < 4 ? parts.0 : parts.1) }, { between(2, $0) },
          { unsafe Int32(lanes[32 + $0]) }, { between(5, $0) }, { between(7, $0) })
        unsafe add(page, Int(gx >> 16), Int(gy >> 16), weights, to: &sum)
      }
      unsafe put(sum, linear + 4 * i)
    }
  }

  static func tone(
    _ tone: curl_tone, _ linear: UnsafePointer<UInt16>, _ count: Int,
    _ bytes: UnsafeMutablePointer<UInt8>
  ) {
    let (s, o) = unsafe (tone.shade, tone.offset)
    let shade = [s.0, s.1, s.2].map { Int32($0) }
    let offset = [o.0, o.1, o.2].map { Int32($0) }
    let noise = unsafe Noise.Row(start: tone.noise, step: tone.noise_step)
    for i in 0..<count {
      let addend = noise.addend(i)
      for c in 0..<3 {
        var v = unsafe times(Int32(Int16(bitPattern: linear[4 * i + c])), Int32(tone.scale))
        v = min(v + shade[c], 32767)
        if let through = unsafe tone.through { v = unsafe times(v, Int32(min(through[i], 32767))) }
        v = min(v + offset[c], 32767)
        if let light = unsafe tone.light { v = unsafe times(v, Int32(min(light[i], 32767))) }
        if let white = unsafe tone.white { v = unsafe min(v + Int32(min(white[i], 32767)), 32767) }
        unsafe bytes[4 * i + c] = UInt8((UInt32(tone.encoded[Int(max(v, 0))]) + addend) >> 8)
      }
      unsafe bytes[4 * i + 3] = 255
    }
  }
}
