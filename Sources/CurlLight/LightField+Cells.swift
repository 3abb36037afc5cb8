internal import CurlCore
internal import CurlKernels

// Cells of a field, and what they are made of.
extension LightField {
  /// Fills a cell, `y` from the strip's top; tells whether all of it is in full light.
  func fill(_ x: Int, _ y: Int, _ size: Int) -> Bool {
    let reach = reach(x, top + y, size)
    if reach.furthest < limits.lowerBound || reach.nearest > limits.upperBound
      || isUnseen(x, y, size, reach)
    {
      fillFull(x, y, size)
      return true
    }
    if isSmooth(x, y, size, reach) {
      if size > Self.piece {
        if let isFull = fillQuadric(x, y, size) { return isFull }
      } else if let isFull = fillStraight(x, y, size) {
        return isFull
      }
    }
    if size == Self.spacing { return each(x, y) }
    let half = size / 2
    var isFull = true
    for j in 0...1 {
      for i in 0...1 {
        let partIsFull = fill(x + i * half, y + j * half, half)
        isFull = isFull && partIsFull
      }
    }
    return isFull
  }

  /// Fills a cell of at most ``piece`` between its corners' values; nil where that isn't enough.
  ///
  /// A bend and an edge may make up for each other in the middle: places around it are looked at,
  /// too.
  private func fillStraight(_ x: Int, _ y: Int, _ size: Int) -> Bool? {
    guard let sky else { return nil }
    let half = size / 2
    let isFinest = size == Self.spacing
    settle(x, y, isFinest ? Self.corners : Self.halves, isFinest ? size : half)
    let (a, b) = (node(x, y), node(x + size, y))
    let (c, d) = (node(x, y + size), node(x + size, y + size))
    if !isFinest {
      let middle = (a + b + c + d) / 4
      guard
        abs(node(x + half, y + half) - middle) <= tolerance
          && abs(node(x + half, y) - (a + b) / 2) <= tolerance
          && abs(node(x, y + half) - (a + c) / 2) <= tolerance
          && abs(node(x + size, y + half) - (b + d) / 2) <= tolerance
          && abs(node(x + half, y + size) - (c + d) / 2) <= tolerance
      else { return nil }
    }
    let found = sky.cross(x, top + y, size / 4)
    let (left, right) = ((a + c) / 2, (b + d) / 2)
    let guess = SIMD4(
      (a + b) * 0.375 + (c + d) * 0.125, left + (right - left) / 4, right + (left - right) / 4,
      (a + b) * 0.125 + (c + d) * 0.375)
    let off = found - guess
    return max(off.max(), -off.min()) <= tolerance ? ramp(x, y, size, a, b, c, d) : nil
  }

  /// Fills a cell by the quadric through its nodes; nil where that isn't enough.
  private func fillQuadric(_ x: Int, _ y: Int, _ size: Int) -> Bool? {
    let half = size / 2
    settle(x, y, Self.halves, half)
    // Rows of nodes, and along each the places 0, ½ and 1.
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
    // How far a straight piece is from the quadric at most.
    let share = Float(Self.piece) / Float(half)
    let bend = share * share / 8
    let across = max(bent(top), bent(middle), bent(bottom))
    let down = max(
      bent(SIMD3(top.x, middle.x, bottom.x)), bent(SIMD3(top.y, middle.y, bottom.y)),
      bent(SIMD3(top.z, middle.z, bottom.z)))
    let quarter = size / 4
    guard bend * (across + down) <= tolerance else {
      // The nodes of the cells that it is cut into.
      settle(x, y, Self.allQuarters, quarter)
      return nil
    }
    settle(x, y, Self.quarters, quarter)
    for place in Self.quarters {
      let (i, j) = (Int(place.x), Int(place.y))
      let guess = at(Float(i) / 4, Float(j) / 4)
      if abs(node(x + i * quarter, y + j * quarter) - guess) > tolerance {
        settle(x, y, Self.allQuarters, quarter)
        return nil
      }
    }
    if least == 1 {
      fillFull(x, y, size)
      return true
    }
    let count = size / Self.piece
    let scale = Float(full) * 16384
    // At most 81, and what the kernel reads beyond them.
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
        isWide, values + y * stride + x, Int64(stride), knot,
        Int64(count))
    }
    return false
  }

  /// The second difference of three values.
  private func bent(_ values: SIMD3<Float>) -> Float {
    abs(values.x - 2 * values.y + values.z)
  }

  /// The exact value of every pixel of a finest cell.
  private func each(_ x: Int, _ y: Int) -> Bool {
    let found = unsafe sky.map { unsafe $0.square(x, top + y) }
    var least: Float = 1
    for j in 0..<Self.spacing {
      let out = unsafe values + (y + j) * stride + x
      for i in 0..<Self.spacing {
        let value = unsafe found?[Self.spacing * j + i] ?? exact(x + i, top + y + j)
        least = min(least, value)
        unsafe out[i] = UInt16(value * Float(full) + 0.5)
      }
    }
    return least == 1
  }

  /// Values between those of a cell's corners.
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

  /// Full light all over a square.
  func fillFull(_ x: Int, _ y: Int, _ size: Int) {
    for j in y..<y + size {
      unsafe (values + j * stride + x).update(repeating: full, count: size)
    }
  }

  /// Makes sure of the nodes at places of a cell, all at once.
  private func settle(_ x: Int, _ y: Int, _ places: [SIMD2<Int8>], _ unit: Int) {
    guard let sky else { return }
    var wanted = 0
    for place in places {
      let (i, j) = (x + Int(place.x) * unit, y + Int(place.y) * unit)
      guard unsafe nodes[nodeIndex(i, j)].isNaN else { continue }
      sky.place(wanted, i, top + j)
      wanted += 1
    }
    guard wanted > 0 else { return }
    let found = unsafe sky.light(wanted)
    for i in 0..<wanted {
      let (x, y) = sky.place(i)
      unsafe nodes[nodeIndex(x, y - top)] = found[i]
    }
  }

  /// A cell's corners.
  private static let corners: [SIMD2<Int8>] = (0..<4).map { SIMD2($0 % 2, $0 / 2) }
  /// Three by three nodes of a cell, in halves of its side.
  private static let halves: [SIMD2<Int8>] = (0..<9).map { SIMD2($0 % 3, $0 / 3) }
  /// Places between them, in quarters.
  private static let quarters: [SIMD2<Int8>] = [
    SIMD2(1, 1), SIMD2(3, 1), SIMD2(1, 3), SIMD2(3, 3),
    SIMD2(2, 1), SIMD2(1, 2), SIMD2(3, 2), SIMD2(2, 3),
  ]
  /// These and the ones on the cell's sides.
  private static let allQuarters: [SIMD2<Int8>] =
    quarters + [
      SIMD2(1, 0), SIMD2(3, 0), SIMD2(0, 1), SIMD2(4, 1),
      SIMD2(0, 3), SIMD2(4, 3), SIMD2(1, 4), SIMD2(3, 4),
    ]

  private func nodeIndex(_ x: Int, _ y: Int) -> Int {
    y / Self.spacing * nodesAcross + x / Self.spacing
  }

  /// The exact value at a node, which was made sure of.
  private func node(_ x: Int, _ y: Int) -> Float { unsafe nodes[nodeIndex(x, y)] }
}
