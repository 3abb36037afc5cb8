package import CurlCore
internal import CurlKernels

/// One light of a frame over a strip of rows, for each pixel: exact at the nodes of cells on the
/// frame's own grid and interpolated between them.
///
/// A cell has three by three nodes and is a quadric through them, drawn in straight pieces of eight
/// pixels. It is cut in four where the exact light at places between its nodes is further than
/// `tolerance` from that; cells of eight pixels and less are straight, the last are exact pixel by
/// pixel. Cells that may have an edge of light between their nodes are cut beforehand: light changes
/// over lengths of the roll's radius. A cell depends on nothing but the frame and its place, and is
/// looked at only when a pixel of its block is asked for.
///
/// For one thread.
@safe package final class LightField {
  /// Which light.
  package enum Kind {
    /// What the flat front gets, as ``LightPower``.
    case front
    /// The same of the plane beyond the fold.
    case plane
    /// What the front gets, flat or in the roll, 0…32768, as it is seen itself.
    case inside
    /// The same, good enough for what shines through the back.
    case under
    /// What the front gets, flat or in the roll, as ``LightPower``.
    case sheet
  }

  /// Rows of a strip, and of a block.
  package static var rows: Int { 64 }
  /// Pixels of a block's width.
  private static var blockWidth: Int { 64 }
  /// Pixels of a straight piece of a quadric.
  private static var piece: Int { 8 }
  /// Pixels between two nodes at the finest.
  private static var spacing: Int { 4 }

  /// What is known of a block.
  private enum Block: UInt8 {
    case unknown, full, mixed
  }

  private let frame: CurlFrame
  private let kind: Kind
  /// Many places at once; nil under a key light.
  private let sky: SkyLight?
  /// The exact value of a pixel, 0…1, where there is no `sky`.
  private let exact: (_ x: Int, _ y: Int) -> Float
  private let isWide: Int32 = curl_taps_usable() != 0 ? 1 : 0
  private let tolerance: Float
  /// Cells larger than this are cut without being looked at, pixels.
  private let largest: Int
  /// Whether there is anything but full light at all.
  private let isDark: Bool
  /// Distances from the fold line between which light may be less than full.
  private let limits: ClosedRange<Float>
  private let blocksAcross: Int
  /// Values in a row.
  package let stride: Int
  /// Nodes in a row.
  private let nodesAcross: Int
  private var values: UnsafeMutablePointer<UInt16>
  private var valueCount: Int
  private let blocks: UnsafeMutablePointer<Block>
  private let nodes: UnsafeMutablePointer<Float>
  private let nodeCount: Int
  private var top = -1

  /// A field of a frame of opaque pages; `exact` has the light of single pixels as the kind has it,
  /// 0…1, and is asked under a key light alone.
  package init(
    _ frame: CurlFrame, _ kind: Kind,
    exact: @escaping (_ x: Int, _ y: Int) -> Float = { _, _ in
      preconditionFailure("a key light's field has its exact light")
    }
  ) {
    let caster = frame.caster
    self.frame = frame
    self.kind = kind
    self.exact = exact
    isDark = frame.isLit && caster.isLifted && frame.shadowAmount > 0
    let hasKey = frame.key.share > 0
    var largest = Self.rows
    while Float(largest) > max(caster.radius * 0.75, 1) { largest /= 2 }
    // Towards no light at all its power falls ever more steeply.
    if frame.shadowAmount > 0.9 { largest = 0 }
    sky = hasKey ? nil : SkyLight(frame, kind)
    // A key light's hard edges keep to no length.
    self.largest = hasKey || caster.radius < 4 ? 0 : largest
    let infinity = Float.infinity
    switch kind {
    case .front:
      tolerance = 8e-4
      limits = caster.frontLimit...infinity
    case .plane:
      tolerance = 8e-4
      // Beyond, the roll's silhouette stands below the sky's lower end.
      limits = -infinity...(hasKey ? infinity : caster.foot + 5.001 * caster.radius)
    case .inside:
      tolerance = 1e-3
      limits = caster.frontLimit...infinity
    case .sheet:
      tolerance = 8e-4
      limits = caster.frontLimit...infinity
    case .under:
      let share = frame.back == .mirrored ? 1 - frame.tintAmount : frame.showThrough
      tolerance = min(8e-4 / max(share, 1e-3), 0.03)
      limits = caster.frontLimit...infinity
    }
    blocksAcross = (frame.width + Self.blockWidth - 1) / Self.blockWidth
    stride = blocksAcross * Self.blockWidth
    nodesAcross = stride / Self.spacing + 1
    // Without shadow pixels are never asked for one by one.
    nodeCount = isDark ? nodesAcross * (Self.rows / Self.spacing + 1) : 0
    valueCount = isDark ? stride * Self.rows : 0
    unsafe values = .allocate(capacity: valueCount)
    unsafe blocks = .allocate(capacity: blocksAcross)
    unsafe blocks.initialize(repeating: .unknown, count: blocksAcross)
    unsafe nodes = .allocate(capacity: nodeCount)
    unsafe nodes.initialize(repeating: .nan, count: nodeCount)
  }

  deinit {
    unsafe values.deallocate()
    unsafe blocks.deallocate()
    unsafe nodes.deallocate()
  }

  /// Starts with the strip whose first row is `top`, a multiple of ``rows``.
  package func begin(top: Int) {
    guard top != self.top else { return }
    let isNext = top == self.top + Self.rows
    self.top = top
    guard isDark else { return }
    unsafe blocks.update(repeating: .unknown, count: blocksAcross)
    // The last row of nodes is the first one of the strip below.
    let kept = isNext ? nodesAcross : 0
    unsafe nodes.update(from: nodes + nodeCount - kept, count: kept)
    unsafe (nodes + kept).update(repeating: .nan, count: nodeCount - kept)
  }

  /// Hands out pixels of a row in runs, from the left: those in full light with none, others with
  /// their values, indexed by pixel.
  package func runs(
    _ y: Int, _ pixels: Range<Int>, _ body: (Range<Int>, UnsafePointer<UInt16>?) -> Void
  ) {
    guard isDark else { return body(pixels, nil) }
    let row = unsafe UnsafePointer(values + (y - top) * stride)
    var start = pixels.lowerBound
    while start < pixels.upperBound {
      let isFull = isFull(start / Self.blockWidth)
      var end = start
      repeat {
        end = min((end / Self.blockWidth + 1) * Self.blockWidth, pixels.upperBound)
      } while end < pixels.upperBound && self.isFull(end / Self.blockWidth) == isFull
      unsafe body(start..<end, isFull ? nil : row)
      start = end
    }
  }

  /// A row's values, indexed by pixel, good for `pixels`; nil where all of them are full.
  package func row(_ y: Int, _ pixels: Range<Int>) -> UnsafePointer<UInt16>? {
    guard isDark, !pixels.isEmpty else { return nil }
    let range = pixels.lowerBound / Self.blockWidth...(pixels.upperBound - 1) / Self.blockWidth
    var areFull = true
    for block in range where !isFull(block) { areFull = false }
    return unsafe areFull ? nil : UnsafePointer(values + (y - top) * stride)
  }

  /// Finds the light of all blocks of the strip that reach between two distances from the fold line;
  /// the columns from the first to the last of these, nil where there are none.
  package func fill(_ distances: ClosedRange<Double>) -> Range<Int>? {
    var found: Range<Int>?
    for block in 0..<blocksAcross {
      let (nearest, furthest) = reach(block)
      guard Double(furthest) >= distances.lowerBound && Double(nearest) <= distances.upperBound
      else { continue }
      if isDark { _ = isFull(block) }
      let start = block * Self.blockWidth
      found = (found?.lowerBound ?? start)..<min(start + Self.blockWidth, frame.width)
    }
    if !isDark && valueCount == 0 && found != nil {
      unsafe values.deallocate()
      valueCount = stride * Self.rows
      unsafe values = .allocate(capacity: valueCount)
      unsafe values.initialize(repeating: full, count: valueCount)
    }
    return found
  }

  /// The strip's values after a `fill` that found columns, rows ``stride`` apart; in 65535ths, or
  /// 32768ths where the kind is `inside` or `under`.
  package func withValues<Failure: Error>(
    _ body: (Span<UInt16>) throws(Failure) -> Void
  ) throws(Failure) {
    try body(unsafe Span(_unsafeStart: values, count: valueCount))
  }

  private func isFull(_ block: Int) -> Bool {
    if unsafe blocks[block] == .unknown { fill(block) }
    return unsafe blocks[block] == .full
  }

  /// Page point of a pixel's top left corner.
  private func planePoint(_ x: Int, _ y: Int) -> SIMD2<Float> {
    frame.origin + SIMD2(Float(x), Float(y)) * frame.step
  }

  /// The least and greatest distance from the fold line of a block's pixels, and half a pixel more.
  private func reach(_ block: Int) -> (Float, Float) {
    let (x, size) = (block * Self.blockWidth, Self.blockWidth)
    func distance(_ x: Int, _ y: Int) -> Float {
      let p = (planePoint(x, y) - frame.fold) * frame.normal
      return p.x + p.y
    }
    let (a, b) = (distance(x, top), distance(x + size, top))
    let (c, d) = (distance(x, top + Self.rows), distance(x + size, top + Self.rows))
    return (min(min(a, b), min(c, d)), max(max(a, b), max(c, d)))
  }

  private func fill(_ block: Int) {
    let x = block * Self.blockWidth
    let (nearest, furthest) = reach(block)
    guard furthest >= limits.lowerBound && nearest <= limits.upperBound else {
      // Its neighbour may hand it out together with its own values.
      for j in 0..<Self.rows {
        unsafe (values + j * stride + x).update(repeating: full, count: Self.blockWidth)
      }
      unsafe blocks[block] = .full
      return
    }
    unsafe blocks[block] = fill(x, 0, Self.rows) ? .full : .mixed
  }

  private var full: UInt16 {
    switch kind {
    case .front, .plane, .sheet: LightPower.full
    case .inside, .under: 32768
    }
  }

  /// Fills a cell, `y` from the strip's top; tells whether all of it is in full light.
  private func fill(_ x: Int, _ y: Int, _ size: Int) -> Bool {
    if size <= largest && sky != nil && !(size > Self.piece && crossesOutline(x, y, size)) {
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

  /// Whether the page ends within a cell: light beside it bends there.
  private func crossesOutline(_ x: Int, _ y: Int, _ size: Int) -> Bool {
    let low = planePoint(x, top + y)
    let high = low + Float(size) * frame.step
    for axis in 0..<2 where frame.within[axis] == 0 {
      if low[axis] < 0 && high[axis] > 0 { return true }
      if low[axis] < frame.page[axis] && high[axis] > frame.page[axis] { return true }
    }
    return false
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
      for j in y..<y + size {
        unsafe (values + j * stride + x).update(repeating: full, count: size)
      }
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
      for j in y..<y + size {
        unsafe (values + j * stride + x).update(repeating: full, count: size)
      }
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
