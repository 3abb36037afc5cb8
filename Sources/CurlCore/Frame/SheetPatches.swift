/// A frame with one sheet seen from straight above, cut into patches of one kind each.
///
/// What a patch shows needs less than the whole of the sheet's mathematics, and what lies in none of
/// them is a page as it is. Patches of a kind may reach over others by a fraction of a pixel, so that
/// no pixel is left out between them: in the order of the kinds each is right wherever it covers an
/// earlier one. All are made in fold coordinates: x is the distance from the fold line along its
/// normal, tau the place along the rulings, both in page pixels.
package struct SheetPatches: Sendable {
  /// What is seen in a patch, in the order in which patches are drawn.
  package enum Kind: Int, Sendable, CaseIterable {
    /// The next page in shadow, beyond the roll.
    case page
    /// The next page in shadow, beside the roll.
    case ground
    /// The flat front, in shadow.
    case front
    /// Whatever there is: an outline of the sheet, or the silhouette, may cross any of its pixels.
    case edge
    /// The outline of the flap over the flat front.
    case rim
    /// The roll's outside about the silhouette, and the next page beyond it.
    case brim
    /// The same of its inside.
    case lip
    /// The roll's inside alone, where it isn't steep.
    case bowl
    /// The roll's outside alone, where it isn't steep.
    case roll
    /// The flap's back alone.
    case flap
  }

  /// Triangles of each kind, three corners after one another, in output pixels.
  package private(set) var corners: [[SIMD2<Float>]]
  /// Which pixels are drawn.
  package private(set) var rows: RowSpans
  /// Distances from the fold line between which light may be lost; nil without light.
  package private(set) var reach: ClosedRange<Double>?
  /// Places along the rulings that the canvas has.
  package var along: ClosedRange<Double> { ends }

  private let hasSheet: Bool
  private let offset: SIMD2<Int>
  private let pageWidth: Int
  private let frame: SheetFrame
  /// Least and greatest place along the rulings that the canvas has, and some more.
  private let ends: ClosedRange<Double>

  /// How far the sheet's outline is kept off where nothing but the sheet may be seen, and how far it
  /// may be seen: half of a pixel's diagonal, the filter's reach and what patches overlap.
  private static let margin = 1.4
  /// How far off the outline pixels are read: less than are drawn, as GL rounds corners of triangles.
  private static let readMargin = 1.1
  /// How far a patch reaches over those beside it along the fold's normal.
  private static let overlap = 0.3
  /// How much a step across the fold line is stretched on the roll before four taps a pixel, each of
  /// one page pixel at most, are too few.
  private static let steepest = 1.99
  /// Least length along the rulings of a quadrangle that strips are put together in, page pixels.
  private static let leastCore = 24.0
  /// Least radius of a roll that has an outside of its own, page pixels.
  private static let leastRadius = 6.0
  /// Light that may be lost without a byte changing: 255 · 0.003 / 2.4 is a third of a step.
  private static let unseen = 0.003

  /// The patches of a frame; nil where they aren't made for it, and it is drawn whole.
  ///
  /// They are made for a canvas that shows page pixels one to one, all of them on the page, and for
  /// a thin opaque sheet with square corners, lit by the sky alone.
  package init?(_ frame: CurlFrame) {
    guard frame.isAligned, frame.within == SIMD2(1, 1), frame.base == .next,
      frame.cornerRadius == 0
    else { return nil }
    if frame.hasSheet {
      guard !frame.isThick, frame.viewOffset == .zero, frame.nearness == 0,
        frame.highest > 2 * frame.radius, frame.opacity == 1, !frame.hasKey, frame.radius <= 1000
      else { return nil }
    }
    let sheet = SheetFrame(frame)
    let taus = sheet.canvas.map(\.y)
    self.frame = sheet
    ends = (taus.min() ?? 0) - 2...(taus.max() ?? 0) + 2
    corners = Kind.allCases.map { _ in [] }
    rows = RowSpans(width: frame.width, height: frame.height)
    hasSheet = frame.hasSheet
    offset = SIMD2(Int(frame.origin.x), Int(frame.origin.y))
    pageWidth = Int(frame.page.x)
    guard hasSheet else { return }
    addFlap()
    addRoll()
    if frame.isLit { addLight(frame) }
  }

  /// The corners of all kinds one after another, and where each kind's begin.
  package var vertices: (corners: [SIMD2<Float>], starts: [Int]) {
    var all: [SIMD2<Float>] = []
    var starts: [Int] = []
    for list in corners {
      starts.append(all.count)
      all += list
    }
    starts.append(all.count)
    return (all, starts)
  }

  /// The index of the first byte of the page's pixel that is seen in a pixel of the canvas.
  package func pageIndex(_ x: Int, _ y: Int) -> Int {
    4 * ((y + offset.y) * pageWidth + x + offset.x)
  }

  /// Whether a pixel that isn't drawn shows the front, and not the next page.
  package func showsFront(_ x: Int, _ y: Int) -> Bool {
    hasSheet && frame.foldPoint(ofPixel: SIMD2(Double(x), Double(y)) + 0.5).x < 0
  }

  // MARK: - The flap

  /// The flap on x ≤ 0: within its outline moved in by a margin, and the rim around that.
  private mutating func addFlap() {
    let outside = UnrolledOutline(frame, grownBy: Self.margin).flap
    let read = UnrolledOutline(frame, grownBy: Self.readMargin).flap
    let inside = UnrolledOutline(frame, grownBy: -Self.margin).flap
    let limit = -0.75
    let low = outside.low
    guard low < limit else { return }
    var cuts = (outside.corners + read.corners + inside.corners).map(\.x)
    cuts = cuts.filter { $0 > low && $0 < limit }
    cuts += [low, limit]
    cuts.sort()
    for (x0, x1) in zip(cuts, cuts.dropFirst()) where x1 - x0 > 1e-9 {
      guard let rim0 = outside.range(x0), let rim1 = outside.range(x1) else { continue }
      let core0 = inside.range(x0)
      let core1 = inside.range(x1)
      if let core0, let core1 {
        add(.rim, x0, x1, rim0.lowerBound, core0.lowerBound, rim1.lowerBound, core1.lowerBound)
        add(.flap, x0, x1, core0.lowerBound, core0.upperBound, core1.lowerBound, core1.upperBound)
        add(.rim, x0, x1, core0.upperBound, rim0.upperBound, core1.upperBound, rim1.upperBound)
      } else {
        add(.rim, x0, x1, rim0.lowerBound, rim0.upperBound, rim1.lowerBound, rim1.upperBound)
      }
      if let read0 = read.range(x0), let read1 = read.range(x1) { cover(x0, x1, read0, read1) }
      beside(.front, x0, x1, rim0, rim1)
    }
  }

  /// What lies outside of a range of the rulings, if light is lost there.
  private mutating func beside(
    _ kind: Kind, _ x0: Double, _ x1: Double, _ range0: ClosedRange<Double>,
    _ range1: ClosedRange<Double>
  ) {
    guard frame.isLit else { return }
    add(kind, x0, x1, ends.lowerBound, range0.lowerBound, ends.lowerBound, range1.lowerBound)
    add(kind, x0, x1, range0.upperBound, ends.upperBound, range1.upperBound, ends.upperBound)
  }

  // MARK: - The roll

  /// From a pixel before the fold line to one beyond the silhouette.
  private mutating func addRoll() {
    let radius = frame.radius
    let outside = UnrolledOutline(frame, grownBy: Self.margin)
    let read = UnrolledOutline(frame, grownBy: Self.readMargin)
    let inside = UnrolledOutline(frame, grownBy: -Self.margin)
    let last = radius + 1.5
    // The pixels of the fold line itself are drawn all along, so that the fold parts front and next.
    let first = -1.0
    var cuts = [first, 0.75, radius, last]
    let steep = radius * (1 - 1 / (Self.steepest * Self.steepest)).squareRoot() - 0.4
    let hasRoll = radius >= Self.leastRadius && steep > 1
    if hasRoll {
      cuts.append(steep)
      let parts = max(Int((radius / 2).squareRoot().rounded(.up)) * 2, 4)
      let end = asinOf(steep / radius)
      for i in 1..<parts { cuts.append(radius * sinOf(end * Double(i) / Double(parts))) }
      // The rest of the quarter turn in parts alike.
      let step = end / Double(parts)
      let rest = max(Int(((.pi / 2 - end) / step).rounded(.up)), 2)
      for i in 1..<rest {
        cuts.append(radius * sinOf(end + (.pi / 2 - end) * Double(i) / Double(rest)))
      }
    }
    for corner in outside.corners {
      for x in [corner.x, frame.place(corner.x)] where x > first && x < last { cuts.append(x) }
    }
    cuts.sort()
    var xs: [Double] = []
    for x in cuts where x - (xs.last ?? -.infinity) > 0.05 || x == last { xs.append(x) }
    var strips = Kind.allCases.map { _ in [[Strip]]() }
    func keep(_ kind: Kind, _ place: Int, _ strip: Strip) {
      while strips[kind.rawValue].count <= place { strips[kind.rawValue].append([]) }
      strips[kind.rawValue][place].append(strip)
    }
    for (x0, x1) in zip(xs, xs.dropFirst()) {
      let slack = frame.arcSlack(x0, x1)
      func strip(_ range: (Double) -> ClosedRange<Double>?) -> Strip? {
        guard let a = range(x0), let b = range(x1) else { return nil }
        return Strip(x0, x1, a, b)
      }
      /// The strip of what is seen at either end.
      func either(_ range: (Double) -> ClosedRange<Double>?) -> Strip? {
        let (a, b) = (range(x0), range(x1))
        guard let near = a ?? b, let far = b ?? a else { return nil }
        return Strip(x0, x1, near, far)
      }
      let whole = Strip(x0, x1, ends, ends)
      let isFold = x1 <= 0.75
      let isSteep = x1 > steep + 1e-9
      let upper = either { outside.seen($0, frame, slack, [true]) }
      guard let rim = isFold ? whole : either({ outside.seen($0, frame, slack, [true, false]) })
      else {
        if frame.isLit { keep(.ground, 0, whole) }
        continue
      }
      // What is the sheet's outside alone, and its inside alone on both sides of that.
      var parts: [(Kind, Int, Strip)] = []
      if hasRoll, let core = strip({ inside.core($0, frame, slack, isUpper: true) }) {
        parts.append((isSteep ? .brim : .roll, 0, core))
      }
      if hasRoll, let core = strip({ inside.core($0, frame, slack, isUpper: false) }) {
        let kind = isSteep ? Kind.lip : .bowl
        if let upper {
          parts.append((kind, 0, core.below(upper)))
          parts.append((kind, 1, core.above(upper)))
        } else {
          parts.append((kind, 0, core))
        }
      }
      parts = parts.filter(\.2.isUpright).sorted { $0.2.low0 + $0.2.low1 < $1.2.low0 + $1.2.low1 }
      var low = (rim.low0, rim.low1)
      for (kind, place, part) in parts {
        add(.edge, x0, x1, low.0, part.low0, low.1, part.low1)
        keep(kind, place, part)
        low = (part.high0, part.high1)
      }
      add(.edge, x0, x1, low.0, rim.high0, low.1, rim.high1)
      if isFold {
        cover(x0, x1, ends, ends)
        continue
      }
      if let seen = either({ read.seen($0, frame, slack, [true, false]) }) {
        cover(x0, x1, seen.low0...seen.high0, seen.low1...seen.high1)
      }
      guard frame.isLit else { continue }
      keep(.ground, 0, whole.below(rim))
      keep(.ground, 1, whole.above(rim))
    }
    for kind in Kind.allCases {
      for list in strips[kind.rawValue] { fill(kind, list[...]) }
    }
  }

  /// Strips beside each other as few large quadrangles and what is left around them: where two
  /// triangles meet, software draws pixels twice.
  private mutating func fill(_ kind: Kind, _ strips: ArraySlice<Strip>) {
    guard let first = strips.first, let last = strips.last else { return }
    var isWhole = true
    for (a, b) in zip(strips, strips.dropFirst()) where a.x1 != b.x0 { isWhole = false }
    let low = strips.map { max($0.low0, $0.low1) }.max() ?? 0
    let high = strips.map { min($0.high0, $0.high1) }.min() ?? 0
    guard strips.count > 1 else {
      add(kind, first.x0, first.x1, first.low0, first.high0, first.low1, first.high1)
      return
    }
    guard isWhole && high - low >= Self.leastCore else {
      let middle = strips.startIndex + strips.count / 2
      fill(kind, strips[..<middle])
      fill(kind, strips[middle...])
      return
    }
    add(kind, first.x0, last.x1, low, high)
    for strip in strips {
      let (inLow, inHigh) = (low + Self.overlap, high - Self.overlap)
      if strip.low0 < low || strip.low1 < low {
        add(kind, strip.x0, strip.x1, strip.low0, inLow, strip.low1, inLow)
      }
      if strip.high0 > high || strip.high1 > high {
        add(kind, strip.x0, strip.x1, inHigh, strip.high0, inHigh, strip.high1)
      }
    }
  }

  // MARK: - Light

  /// The pages in shadow before and beyond the sheet.
  private mutating func addLight(_ frame: CurlFrame) {
    let reach = frame.caster.reach(unseen: Self.unseen / max(Double(frame.shadowAmount), 1e-9))
    let flap = max(min(UnrolledOutline(self.frame, grownBy: Self.margin).flap.low, -0.75), -1e9)
    // No further than the canvas reaches.
    let all = self.frame.canvas.map(\.x)
    let low = max(min(reach.lowerBound, flap), min((all.min() ?? 0) - 1, flap))
    let end = self.frame.radius + 1.5
    let high = min(max(reach.upperBound, end), max((all.max() ?? 0) + 1, end))
    if low < flap { add(.front, low, flap, ends.lowerBound, ends.upperBound) }
    add(.page, self.frame.radius + 1.5, high, ends.lowerBound, ends.upperBound)
    rows = RowSpans(width: frame.width, height: frame.height)
    cover(low, high, ends, ends)
    self.reach = low...high
  }

  // MARK: - Quadrangles

  private mutating func add(
    _ kind: Kind, _ x0: Double, _ x1: Double, _ low: Double, _ high: Double
  ) {
    add(kind, x0, x1, low, high, low, high)
  }

  /// A quadrangle between two rulings, by its ends on both.
  private mutating func add(
    _ kind: Kind, _ x0: Double, _ x1: Double, _ low0: Double, _ high0: Double, _ low1: Double,
    _ high1: Double
  ) {
    guard x1 > x0, high0 > low0 || high1 > low1 else { return }
    corners[kind.rawValue] += quad(
      x0 - Self.overlap, x1 + Self.overlap, low0, high0, low1, high1)
  }

  private func quad(
    _ x0: Double, _ x1: Double, _ low0: Double, _ high0: Double, _ low1: Double, _ high1: Double
  ) -> [SIMD2<Float>] {
    let (a, b) = (frame.pixel(x0, low0), frame.pixel(x0, high0))
    let (c, d) = (frame.pixel(x1, low1), frame.pixel(x1, high1))
    return [a, b, c, c, b, d].map { SIMD2<Float>($0) }
  }

  /// Counts the pixels of a quadrangle among those that are drawn.
  private mutating func cover(
    _ x0: Double, _ x1: Double, _ range0: ClosedRange<Double>, _ range1: ClosedRange<Double>
  ) {
    rows.add([
      frame.pixel(x0, range0.lowerBound), frame.pixel(x0, range0.upperBound),
      frame.pixel(x1, range1.upperBound), frame.pixel(x1, range1.lowerBound),
    ])
  }
}
