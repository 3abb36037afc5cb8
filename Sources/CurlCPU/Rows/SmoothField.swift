/// A light of two variables, exact at nodes of adaptive cells and interpolated between them.
///
/// A cell has three by three nodes and is the quadric through them. It is cut in two, across the axis
/// along which it is worse, where the exact light at places between its nodes is further from that
/// than `tolerance`; where the smallest cells still are, each place is asked for by itself. A cell
/// depends on nothing but the function and its place, and is looked at only when a place in it is
/// asked for. Light may bend or jump at the ends of the range and at its cuts: no cell reaches over
/// one of these, and nodes keep off them.
///
/// For one thread.
@safe final class SmoothField {
  /// Most that the root of light, which is nearly what is encoded, may be off: a tenth of a byte's
  /// step, since layers that are seen through each other add up.
  private static var tolerance: Float { 0.1 / 255 }
  /// How far nodes keep off a cut, in sides of the smallest cells.
  private static var inset: Float { 1 / 128 }

  /// Places on one axis at which blocks end.
  private struct Axis {
    let ends: [Float]

    /// Cuts a range into blocks of at most `size` between `cuts`, and of `first` beside these,
    /// where light may change over any length: each is at most twice as long as the one before.
    init(
      _ range: ClosedRange<Float>, cuts: [Float], size: Float, first: Float, inset: Float
    ) {
      let inside = cuts.filter { $0 > range.lowerBound + inset && $0 < range.upperBound - inset }
      var ends = [range.lowerBound]
      for cut in inside.sorted() + [range.upperBound] {
        let from = ends[ends.count - 1]
        guard cut - from > 4 * inset else { continue }
        var length = first
        var margin: Float = 0
        var before: [Float] = []
        var after: [Float] = []
        while length < size && margin + length < (cut - from) / 3 {
          margin += length
          before.append(from + margin)
          after.append(cut - margin)
          length *= 2
        }
        let room = cut - from - 2 * margin
        let count = min(max((room / size).rounded(.up), 1), 4096)
        let middle = (1..<max(Int(count), 1)).map { from + margin + room * Float($0) / count }
        ends += before + middle + after.reversed() + [cut]
      }
      self.ends = ends
    }

    var count: Int { ends.count - 1 }

    /// The block that a place is in; nil beside all of them.
    func block(_ x: Float) -> Int? {
      guard count > 0, x >= ends[0], x <= ends[count] else { return nil }
      var (low, high) = (0, count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if x < ends[middle] { high = middle } else { low = middle }
      }
      return low
    }
  }

  /// A rectangle of places.
  private struct Cell {
    /// What is known of a cell.
    enum Kind {
      case unknown, quadric, exact
      /// Cut across an axis, the first of two parts in `part`.
      case cutX, cutY
    }

    var low: SIMD2<Float>
    var high: SIMD2<Float>
    /// The first node, and what a step between the outer ones is 1 over.
    var first: SIMD2<Float>
    var share: SIMD2<Float>
    var kind = Kind.unknown
    var part = 0
    /// Of 1, x and x², their rows in 1, y and y².
    var constant = SIMD4<Float>.zero
    var linear = SIMD4<Float>.zero
    var square = SIMD4<Float>.zero

    init(_ low: SIMD2<Float>, _ high: SIMD2<Float>, inset: Float) {
      (self.low, self.high) = (low, high)
      first = low + inset
      share = 1 / (high - low - 2 * inset)
    }

    /// Whether a place is between its outer nodes.
    func holds(_ p: SIMD2<Float>) -> Bool {
      let t = (p - first) * share
      return t.x >= 0 && t.x <= 1 && t.y >= 0 && t.y <= 1
    }

    /// The quadric's value at a place, 0…1.
    func value(_ p: SIMD2<Float>) -> Float {
      let t = (p - first) * share
      let row = constant + t.x * (linear + t.x * square)
      return min(max(row.x + t.y * (row.y + t.y * row.z), 0), 1)
    }
  }

  private let across: Axis
  private let down: Axis
  private let exact: (SIMD2<Float>) -> Float
  /// Side of the smallest cells, and how far nodes keep off cuts.
  private let least: Float
  private let inset: Float
  /// The cell of each block; −1 for one that nothing was asked of.
  private var blocks: [Int]
  private var cells: [Cell] = []
  /// The cell that was asked for last.
  private var last = Cell(SIMD2(repeating: .nan), SIMD2(repeating: .nan), inset: 0)

  /// A field of a function over a rectangle, cut beforehand at places of either axis and where
  /// blocks are larger than `size`; cells with sides of `least` and less aren't cut.
  init(
    _ x: ClosedRange<Float>, _ y: ClosedRange<Float>, cutsX: [Float], cutsY: [Float], size: Float,
    least: Float, exact: @escaping (SIMD2<Float>) -> Float
  ) {
    self.least = least
    // Not so little that a cut and what is beside it are the same number.
    let furthest = max(abs(x.lowerBound), abs(x.upperBound), abs(y.lowerBound), abs(y.upperBound))
    inset = max(least * Self.inset, 4 * furthest.ulp)
    across = Axis(x, cuts: cutsX, size: size, first: 4 * least, inset: inset)
    down = Axis(y, cuts: cutsY, size: size, first: 4 * least, inset: inset)
    self.exact = exact
    blocks = Array(repeating: -1, count: across.count * down.count)
  }

  /// The light at a place, 0…1.
  func value(_ p: SIMD2<Float>) -> Float {
    if last.holds(p) { return last.kind == .exact ? exact(p) : last.value(p) }
    // On a cut either side has another light, and the place its own.
    guard find(p), last.holds(p) else { return exact(p) }
    return last.kind == .exact ? exact(p) : last.value(p)
  }

  /// Brings up the cell that a place is in; false beside all of them.
  private func find(_ p: SIMD2<Float>) -> Bool {
    guard let i = across.block(p.x), let j = down.block(p.y) else { return false }
    let block = j * across.count + i
    if blocks[block] < 0 {
      blocks[block] = cells.count
      cells.append(
        Cell(
          SIMD2(across.ends[i], down.ends[j]), SIMD2(across.ends[i + 1], down.ends[j + 1]),
          inset: inset))
    }
    var number = blocks[block]
    while true {
      if cells[number].kind == .unknown { settle(number) }
      let part = cells[number].part
      switch cells[number].kind {
      case .cutX: number = p.x <= cells[part].high.x ? part : part + 1
      case .cutY: number = p.y <= cells[part].high.y ? part : part + 1
      case .quadric, .exact, .unknown:
        last = cells[number]
        return true
      }
    }
  }

  /// Finds a cell's quadric, or cuts it.
  private func settle(_ number: Int) {
    var cell = cells[number]
    let quarter = 0.25 / cell.share
    func light(_ i: Int, _ j: Int) -> Float {
      exact(cell.first + SIMD2(Float(i), Float(j)) * quarter)
    }
    func row(_ j: Int) -> SIMD3<Float> {
      let (a, b, c) = (light(0, j), light(2, j), light(4, j))
      return SIMD3(a, 4 * b - 3 * a - c, 2 * (a + c) - 4 * b)
    }
    let (a, b, c) = (row(0), row(2), row(4))
    let fall = 4 * b - 3 * a - c
    let bend = 2 * (a + c) - 4 * b
    cell.constant = SIMD4(a.x, fall.x, bend.x, 0)
    cell.linear = SIMD4(a.y, fall.y, bend.y, 0)
    cell.square = SIMD4(a.z, fall.z, bend.z, 0)
    /// How far off the quadric is at places, as a share of what it may be.
    func error(_ places: [SIMD2<Int8>]) -> Float {
      places.reduce(0) { most, place in
        let (i, j) = (Int(place.x), Int(place.y))
        let found = light(i, j)
        let off = abs(found - cell.value(cell.first + SIMD2(Float(i), Float(j)) * quarter))
        return max(most, off / (2 * Self.tolerance * max(found, 0.01).squareRoot()))
      }
    }
    let (off, offX, offY) = (error(Self.between), error(Self.betweenX), error(Self.betweenY))
    let side = cell.high - cell.low
    if max(off, max(offX, offY)) <= 1 {
      cell.kind = .quadric
    } else {
      // Where neither axis is to blame, the longer side.
      let isAcross = max(offX, offY) > 1 ? offX > offY : side.x > side.y
      if (isAcross ? side.x : side.y) <= least {
        cells[number].kind = .exact
        return
      }
      let middle = (cell.low + cell.high) / 2
      cell.kind = isAcross ? .cutX : .cutY
      cell.part = cells.count
      let (high, low) =
        isAcross
        ? (SIMD2(middle.x, cell.high.y), SIMD2(middle.x, cell.low.y))
        : (SIMD2(cell.high.x, middle.y), SIMD2(cell.low.x, middle.y))
      cells.append(Cell(cell.low, high, inset: inset))
      cells.append(Cell(low, cell.high, inset: inset))
    }
    cells[number] = cell
  }

  /// Places between the nodes, in quarters of a cell: along either axis, and of both.
  private static let betweenX: [SIMD2<Int8>] = [SIMD2(1, 2), SIMD2(3, 2)]
  private static let betweenY: [SIMD2<Int8>] = [SIMD2(2, 1), SIMD2(2, 3)]
  private static let between: [SIMD2<Int8>] = [
    SIMD2(1, 1), SIMD2(3, 1), SIMD2(1, 3), SIMD2(3, 3),
  ]
}
