internal import CurlCore
internal import CurlKernels

// Fills the cells of a field.
extension LightField {
  /// Fills a cell; returns whether all of it is in full light.
  ///
  /// `y` counts from the strip's top. `showsKeyEdges`: the cell's nodes are known to show all
  /// edges of the key light; those of its parts then do, too.
  func fill(_ x: Int, _ y: Int, _ size: Int, showsKeyEdges: Bool = false) -> Bool {
    let reach = reach(x, top + y, size)
    if isFull(x, y, size, reach) {
      fillFull(x, y, size)
      return true
    }
    var showsKeyEdges = showsKeyEdges
    if isSmooth(x, y, size, reach, &showsKeyEdges) {
      if size > Self.piece {
        if let isFull = fillQuadric(x, y, size) { return isFull }
      } else if let isFull = fillPiece(x, y) {
        return isFull
      }
    }
    if size == Self.piece { return fillFinest(x, y, showsKeyEdges) }
    let half = size / 2
    var isFull = true
    for j in 0...1 {
      for i in 0...1 {
        let partIsFull = fill(x + i * half, y + j * half, half, showsKeyEdges: showsKeyEdges)
        isFull = isFull && partIsFull
      }
    }
    return isFull
  }

  /// Whether a cell is in full light, or not seen.
  private func isFull(
    _ x: Int, _ y: Int, _ size: Int, _ reach: (nearest: Float, furthest: Float)
  ) -> Bool {
    reach.furthest < limits.lowerBound || reach.nearest > limits.upperBound
      || isUnseen(x, y, size, reach)
  }

  /// Fills the four finest cells of a cell of ``piece`` pixels, each between its nodes or pixel by
  /// pixel.
  private func fillFinest(_ x: Int, _ y: Int, _ showsKeyEdges: Bool) -> Bool {
    let size = Self.spacing
    var isFull = true
    var tried: [4 of Bool] = [false, false, false, false]
    for k in 0..<4 {
      let (x, y) = (x + k % 2 * size, y + k / 2 * size)
      let reach = reach(x, top + y, size)
      if self.isFull(x, y, size, reach) {
        fillFull(x, y, size)
        continue
      }
      var showsKeyEdges = showsKeyEdges
      if isSmooth(x, y, size, reach, &showsKeyEdges) {
        tried[k] = true
      } else if !each(x, y) {
        isFull = false
      }
    }
    guard tried[0] || tried[1] || tried[2] || tried[3] else { return isFull }
    computeNodes(x, y, Self.halves, size)
    for k in 0..<4 { placeCross(4 * k, x + k % 2 * size, y + k / 2 * size, 1) }
    let found = unsafe light.light(16)
    var crosses: [4 of SIMD4<Float>] = [.zero, .zero, .zero, .zero]
    for k in 0..<4 {
      let i = 4 * k
      crosses[k] = unsafe SIMD4(found[i], found[i + 1], found[i + 2], found[i + 3])
    }
    for k in 0..<4 where tried[k] {
      let (x, y) = (x + k % 2 * size, y + k / 2 * size)
      let partIsFull = fillStraight(x, y, size, crosses[k]) ?? each(x, y)
      isFull = isFull && partIsFull
    }
    return isFull
  }

  /// Fills a cell of ``piece`` pixels between its corners or between its nodes; nil if neither is
  /// accurate enough.
  ///
  /// A bend and an edge may cancel each other in the middle, so four pixels around it are checked,
  /// too.
  private func fillPiece(_ x: Int, _ y: Int) -> Bool? {
    let size = Self.piece
    let half = size / 2
    let cross = computeNodesAndCross(x, y, Self.halves, half, size / 4)
    let (a, b) = (node(x, y), node(x + size, y))
    let (c, d) = (node(x, y + size), node(x + size, y + size))
    let middle = node(x + half, y + half)
    let sides = SIMD4(
      node(x + half, y), node(x, y + half), node(x + size, y + half), node(x + half, y + size))
    let ends = SIMD4(a + b, a + c, b + d, c + d)
    if abs(middle - (a + b + c + d) / 4) <= tolerance && isNear(sides, ends / 2),
      let isFull = fillStraight(x, y, size, cross)
    {
      return isFull
    }
    // Fill between the middle and the sides' nodes if their second differences are small.
    let across = max(
      max(bent(SIMD3(a, sides.x, b)), bent(SIMD3(c, sides.w, d))),
      bent(SIMD3(sides.y, middle, sides.z)))
    let down = max(
      max(bent(SIMD3(a, sides.y, c)), bent(SIMD3(b, sides.z, d))),
      bent(SIMD3(sides.x, middle, sides.w)))
    guard across + down <= 8 * tolerance && isNear(cross, (sides + middle) / 2) else { return nil }
    var isFull = true
    for k in 0..<4 {
      let (x, y) = (x + k % 2 * half, y + k / 2 * half)
      let partIsFull = ramp(
        x, y, half, node(x, y), node(x + half, y), node(x, y + half), node(x + half, y + half))
      isFull = isFull && partIsFull
    }
    return isFull
  }

  private func isNear(_ found: SIMD4<Float>, _ guess: SIMD4<Float>) -> Bool {
    let off = found - guess
    return max(off.max(), -off.min()) <= tolerance
  }

  /// Fills a cell of at most ``piece`` pixels between its corners' values; nil if `cross` differs
  /// from these.
  ///
  /// `cross` is the exact light above, left of, right of and below the middle.
  private func fillStraight(_ x: Int, _ y: Int, _ size: Int, _ cross: SIMD4<Float>) -> Bool? {
    let (a, b) = (node(x, y), node(x + size, y))
    let (c, d) = (node(x, y + size), node(x + size, y + size))
    let (left, right) = ((a + c) / 2, (b + d) / 2)
    let guess = SIMD4(
      (a + b) * 0.375 + (c + d) * 0.125, left + (right - left) / 4, right + (left - right) / 4,
      (a + b) * 0.125 + (c + d) * 0.375)
    return isNear(cross, guess) ? ramp(x, y, size, a, b, c, d) : nil
  }

  /// Fills a cell by the quadric through its nodes; nil if that isn't accurate enough.
  private func fillQuadric(_ x: Int, _ y: Int, _ size: Int) -> Bool? {
    let half = size / 2
    let quarter = size / 4
    computeNodes(x, y, Self.nodes, quarter)
    // Rows of nodes; each has nodes at 0, ½ and 1 of the side.
    let top = SIMD3(node(x, y), node(x + half, y), node(x + size, y))
    let middle = SIMD3(node(x, y + half), node(x + half, y + half), node(x + size, y + half))
    let bottom = SIMD3(node(x, y + size), node(x + half, y + size), node(x + size, y + size))
    let least = min(top.min(), min(middle.min(), bottom.min()))
    func weights(_ t: Float) -> SIMD3<Float> {
      SIMD3((2 * t - 1) * (t - 1), 4 * t * (1 - t), t * (2 * t - 1))
    }
    func along(_ t: Float) -> SIMD3<Float> {
      let w = weights(t)
      return w.x * top + w.y * middle + w.z * bottom
    }
    func at(_ s: Float, _ t: Float) -> Float { (weights(s) * along(t)).sum() }
    // Largest distance of a straight piece from the quadric, per second difference of its nodes.
    let share = Float(Self.piece) / Float(half)
    let bend = share * share / 8
    let across = max(bent(top), bent(middle), bent(bottom))
    let down = max(
      bent(SIMD3(top.x, middle.x, bottom.x)), bent(SIMD3(top.y, middle.y, bottom.y)),
      bent(SIMD3(top.z, middle.z, bottom.z)))
    guard bend * (across + down) <= tolerance else { return nil }
    for place in Self.quarters {
      let (i, j) = (Int(place.x), Int(place.y))
      let guess = at(Float(i) / 4, Float(j) / 4)
      if abs(node(x + i * quarter, y + j * quarter) - guess) > tolerance { return nil }
    }
    if least == 1 {
      fillFull(x, y, size)
      return true
    }
    let count = size / Self.piece
    let scale = Float(full) * 16384
    // At most 81 knots; the kernel may read up to eight numbers beyond them.
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 96) { knots in
      guard let knot = knots.baseAddress else { return }
      for k in 0...count {
        let rows = along(Float(k) / Float(count))
        for i in 0...count {
          let value = (weights(Float(i) / Float(count)) * rows).sum()
          unsafe knot[k * (count + 1) + i] = Int32(min(max(value, 0), 1) * scale)
        }
      }
      unsafe curl_ramps(
        SheetKernels.best.rawValue, values + y * stride + x, Int64(stride), knot,
        Int64(count))
    }
    return false
  }

  /// The absolute second difference of three values.
  private func bent(_ values: SIMD3<Float>) -> Float {
    abs(values.x - 2 * values.y + values.z)
  }

  /// Fills a finest cell with exact values; returns whether all of it is in full light.
  private func each(_ x: Int, _ y: Int) -> Bool {
    let found = unsafe light.square(x, top + y)
    var least: Float = 1
    for j in 0..<Self.spacing {
      let out = unsafe values + (y + j) * stride + x
      for i in 0..<Self.spacing {
        let value = unsafe found[Self.spacing * j + i]
        least = min(least, value)
        unsafe out[i] = UInt16(value * Float(full) + 0.5)
      }
    }
    return least == 1
  }

  /// Fills a cell between its corners' values; returns whether all of it is in full light.
  private func ramp(
    _ x: Int, _ y: Int, _ size: Int, _ a: Float, _ b: Float, _ c: Float, _ d: Float
  ) -> Bool {
    if min(min(a, b), min(c, d)) == 1 {
      fillFull(x, y, size)
      return true
    }
    let scale = Float(full) * 16384
    let (left, right) = (Int(a * scale), Int(b * scale))
    let (leftFall, rightFall) = ((Int(c * scale) - left) / size, (Int(d * scale) - right) / size)
    for j in 0..<size {
      let from = left + leftFall * j
      let step = Int32(truncatingIfNeeded: (right + rightFall * j - from) / size)
      let start = Int32(truncatingIfNeeded: from + 8192)
      let out = unsafe values + (y + j) * stride + x
      for i in 0..<size {
        unsafe out[i] = UInt16(
          truncatingIfNeeded: (start &+ Int32(truncatingIfNeeded: i) &* step) >> 14)
      }
    }
    return false
  }

  /// Fills a square with full light.
  func fillFull(_ x: Int, _ y: Int, _ size: Int) {
    for j in y..<y + size {
      unsafe (values + j * stride + x).update(repeating: full, count: size)
    }
  }

  /// Computes the missing nodes at places of a cell, as many at once as possible.
  private func computeNodes(_ x: Int, _ y: Int, _ places: [SIMD2<Int8>], _ unit: Int) {
    var wanted = 0
    for place in places {
      let (i, j) = (x + Int(place.x) * unit, y + Int(place.y) * unit)
      guard unsafe nodes[nodeIndex(i, j)].isNaN else { continue }
      if wanted == ExactLight.most {
        unsafe keep(wanted, unsafe light.light(wanted))
        wanted = 0
      }
      light.place(wanted, i, top + j)
      wanted += 1
    }
    if wanted > 0 { unsafe keep(wanted, unsafe light.light(wanted)) }
  }

  /// Computes the missing nodes at up to 12 places; returns the light at four pixels around the
  /// cell's middle.
  ///
  /// These lie `off` pixels above, left of, right of and below the middle.
  private func computeNodesAndCross(
    _ x: Int, _ y: Int, _ places: [SIMD2<Int8>], _ unit: Int, _ off: Int
  ) -> SIMD4<Float> {
    var wanted = 0
    for place in places {
      let (i, j) = (x + Int(place.x) * unit, y + Int(place.y) * unit)
      guard unsafe nodes[nodeIndex(i, j)].isNaN else { continue }
      light.place(wanted, i, top + j)
      wanted += 1
    }
    placeCross(wanted, x, y, off)
    let found = unsafe light.light(wanted + 4)
    unsafe keep(wanted, unsafe found)
    return unsafe SIMD4(found[wanted], found[wanted + 1], found[wanted + 2], found[wanted + 3])
  }

  /// Sets four pixels around the middle of a cell whose side is four times `off`.
  private func placeCross(_ i: Int, _ x: Int, _ y: Int, _ off: Int) {
    light.place(i, x + 2 * off, top + y + off)
    light.place(i + 1, x + off, top + y + 2 * off)
    light.place(i + 2, x + 3 * off, top + y + 2 * off)
    light.place(i + 3, x + 2 * off, top + y + 3 * off)
  }

  /// Stores the first `count` values of `found` at their nodes.
  private func keep(_ count: Int, _ found: UnsafePointer<Float>) {
    for i in 0..<count {
      let (x, y) = light.place(i)
      unsafe nodes[nodeIndex(x, y - top)] = found[i]
    }
  }

  /// Three by three nodes of a cell, in halves of its side.
  private static let halves: [SIMD2<Int8>] = (0..<9).map { SIMD2($0 % 3, $0 / 3) }
  /// Places between them, in quarters of the side.
  private static let quarters: [SIMD2<Int8>] = [
    SIMD2(1, 1), SIMD2(3, 1), SIMD2(1, 3), SIMD2(3, 3),
    SIMD2(2, 1), SIMD2(1, 2), SIMD2(3, 2), SIMD2(2, 3),
  ]
  /// The 17 nodes of a quadric's cell, in quarters of the side: the 3 × 3 first.
  private static let nodes: [SIMD2<Int8>] =
    halves.map { 2 &* $0 } + quarters

  private func nodeIndex(_ x: Int, _ y: Int) -> Int {
    y / Self.spacing * nodesAcross + x / Self.spacing
  }

  /// The exact value at a node that is already computed.
  private func node(_ x: Int, _ y: Int) -> Float { unsafe nodes[nodeIndex(x, y)] }
}
