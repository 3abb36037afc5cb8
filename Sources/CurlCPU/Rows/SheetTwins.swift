internal import CurlKernels

/// The kernels of `CurlTaps.h` in plain integers, with all operations in the same order.
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

  /// Adds 4 × 3 texels, times their weights, to a pixel's sum.
  @inline(__always)
  private static func add(
    _ page: curl_page, _ x: Int, _ y: Int, _ weights: (Quad, Quad, Quad), to sum: inout Quad
  ) {
    unsafe add(page, x, y, weights.0, to: &sum)
    unsafe add(page, x, y + 1, weights.1, to: &sum)
    unsafe add(page, x, y + 2, weights.2, to: &sum)
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

  static func flap(
    _ page: curl_page, _ quad: curl_quad, _ walk: curl_walk, _ count: Int,
    _ linear: UnsafeMutablePointer<UInt16>
  ) {
    let near = (quad.x, quad.y)
    let nearX = [near.0.0, near.0.1, near.0.2, near.0.3].map { Int32($0) }
    let nearY = [near.1.0, near.1.1, near.1.2, near.1.3].map { Int32($0) }
    let share = { (edge: Int32, part: Int32) in
      min(max(4 * (min(edge, 32767) - part), 0), 32767)
    }
    for i in 0..<count {
      let (from, k) = (Int64(i & ~15), Int64(i & 15))
      let x = Int32(
        truncatingIfNeeded: ((walk.x + from * walk.dx) >> 16) + ((k * walk.dx) >> 16))
      let y = Int32(
        truncatingIfNeeded: ((walk.y + from * walk.dy) >> 16) + ((k * walk.dy) >> 16))
      let (fx, fy) = ((x & 0xffff) >> 2, (y & 0xffff) >> 2)
      var (g11, g12, g21, g22) = (Int32(0), Int32(0), Int32(0), Int32(0))
      var (g1, g2, h1, h2) = (Int32(0), Int32(0), Int32(0), Int32(0))
      for k in 0..<4 {
        let (a1, a2) = (share(nearX[k], fx) >> 1, share(nearX[k] + 16384, fx) >> 1)
        let (b1, b2) = (share(nearY[k], fy), share(nearY[k] + 16384, fy))
        g11 += times(a1, b1)
        g12 += times(a2, b1)
        g21 += times(a1, b2)
        g22 += times(a2, b2)
        h1 += a1
        h2 += a2
        g1 += b1 >> 1
        g2 += b2 >> 1
      }
      (g11, g12, g21, g22) = (g11 >> 1, g12 >> 1, g21 >> 1, g22 >> 1)
      (g1, g2, h1, h2) = (g1 >> 1, g2 >> 1, h1 >> 1, h2 >> 1)
      let first = Quad(g11, g12 - g11, g1 - g12, 0)
      let second = Quad(g21, g22 - g21, g2 - g22, 0)
      let third = Quad(h1, h2 - h1, 4 * 16383 / 2 - h2, 0)
      var sum = Quad.zero
      unsafe add(
        page, Int(x >> 16), Int(y >> 16), (first, second &- first, third &- second), to: &sum)
      unsafe put(sum, linear + 4 * i)
    }
  }

  /// A group's weights, see `weigh` in means.h; each function returns one number of a vector of
  /// lanes.
  @inline(__always)
  private static func group(
    _ edge: (Int) -> Int32, _ size: (Int) -> Int32, _ factor: (Int) -> Int32,
    _ inverse: (Int) -> Int32, _ weight: (Int) -> Int32
  ) -> (Quad, Quad, Quad) {
    let whole = Int32(SheetLanes.whole)
    var rows = (Quad.zero, Quad.zero, Quad.zero)
    for k in 0..<4 {
      func share(_ k: Int, _ texels: Int32) -> Int32 {
        let x = min(max(edge(k) + texels << 13, 0), size(k))
        let wide = UInt32(truncatingIfNeeded: x &* factor(k))
        return min(Int32((wide &* UInt32(inverse(k) & 0xffff)) >> 16), whole)
      }
      let x = (share(k, 0), share(k, 1), share(k, 2))
      let columns = Quad(x.0, x.1 - x.0, x.2 - x.1, whole - x.2)
      let y = (share(4 + k, 0), share(4 + k, 1))
      rows.0 &+= times(y.0, weight(k)) &* columns
      rows.1 &+= times(y.1 - y.0, weight(k)) &* columns
      rows.2 &+= times(whole - y.1, weight(k)) &* columns
    }
    func rounded(_ row: Quad) -> Quad {
      var row = row
      for c in 0..<4 { row[c] = min(max((row[c] &+ 0x4000) >> 15, -32768), 32767) }
      return row
    }
    return (rounded(rows.0), rounded(rows.1), rounded(rows.2))
  }

  static func roll(
    _ page: curl_page, _ bend: curl_bend, _ walk: curl_bent_walk, _ count: Int,
    _ linear: UnsafeMutablePointer<UInt16>, _ light: UnsafeMutablePointer<UInt16>
  ) {
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
      let x = unsafe (walk.along.x + n * walk.along.dx) >> 16 + (bend.normal_x * arc) >> 30
      let y = unsafe (walk.along.y + n * walk.along.dy) >> 16 + (bend.normal_y * arc) >> 30
      var sum = Quad.zero
      for g in 0..<groups {
        let group = Int(piece.first_group) + groups * cell + g
        let anchor = unsafe bend.anchors + 2 * group
        let lanes = unsafe bend.lanes + 72 * group
        let (gx, gy) = unsafe (x + Int64(anchor[0]), y + Int64(anchor[1]))
        let parts = (Int32(gx & 0xffff) >> 3, Int32(gy & 0xffff) >> 3)
        let between = { (v: Int, k: Int) in
          unsafe Int32(lanes[8 * v + k]) + times(Int32(lanes[8 * v + 8 + k]), Int32(part))
        }
        let weights = Self.group(
          { between(0, $0) - ($0 < 4 ? parts.0 : parts.1) }, { between(2, $0) },
          { unsafe Int32(lanes[32 + $0]) }, { between(5, $0) }, { between(7, $0) })
        unsafe add(page, Int(gx >> 16), Int(gy >> 16), weights, to: &sum)
      }
      unsafe put(sum, linear + 4 * i)
    }
  }

  static func groups(
    _ page: curl_page, _ groups: Int, _ places: UnsafePointer<Int32>,
    _ lanes: UnsafePointer<Int16>, _ count: Int, _ linear: UnsafeMutablePointer<UInt16>
  ) {
    for i in 0..<count {
      var sum = Quad.zero
      for g in i * groups..<(i + 1) * groups {
        let lanes = unsafe lanes + 40 * g
        let weights = group(
          { unsafe Int32(lanes[$0]) }, { unsafe Int32(lanes[8 + $0]) },
          { unsafe Int32(lanes[16 + $0]) }, { unsafe Int32(lanes[24 + $0]) },
          { unsafe Int32(lanes[32 + $0]) })
        unsafe add(page, Int(places[2 * g]), Int(places[2 * g + 1]), weights, to: &sum)
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
    for i in 0..<count {
      for c in 0..<3 {
        var v = unsafe times(Int32(Int16(bitPattern: linear[4 * i + c])), Int32(tone.scale))
        v = min(v + shade[c], 32767)
        if let through = unsafe tone.through { v = unsafe times(v, Int32(min(through[i], 32767))) }
        v = min(v + offset[c], 32767)
        if let light = unsafe tone.light { v = unsafe times(v, Int32(min(light[i], 32767))) }
        unsafe bytes[4 * i + c] = tone.encoded[Int(max(v, 0))]
      }
      unsafe bytes[4 * i + 3] = 255
    }
  }
}
