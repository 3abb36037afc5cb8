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
  package internal(set) var corners: [[SIMD2<Float>]]
  /// Which pixels are drawn.
  package internal(set) var rows: RowSpans
  /// Distances from the fold line between which light may be lost; nil without light.
  package private(set) var reach: ClosedRange<Double>?
  private let hasSheet: Bool
  private let offset: SIMD2<Int>
  private let pageWidth: Int
  let frame: SheetFrame
  /// Least and greatest place along the rulings that the canvas has, and some more.
  let ends: ClosedRange<Double>

  /// How far the sheet's outline is kept off where nothing but the sheet may be seen, and how far it
  /// may be seen: half of a pixel's diagonal, the filter's reach and what patches overlap.
  static let margin = 1.4
  /// By how much what is read is narrower than what is drawn, as GL rounds corners of triangles.
  static let rounding = 1.0 / 64
  /// How far a patch reaches over those beside it along the fold's normal.
  static let overlap = 0.3
  /// How far from the fold line pixels cross it, half of a pixel's diagonal, or a patch may reach over
  /// them: there it is drawn whatever there is.
  static let foldReach = 0.75 + overlap
  /// How much a step across the fold line is stretched on the roll before four taps a pixel, each of
  /// one page pixel at most, are too few.
  static let steepest = 1.99
  /// Least length along the rulings of a quadrangle that strips are put together in, page pixels.
  static let leastCore = 24.0
  /// Least radius of a roll that has an outside of its own, page pixels.
  static let leastRadius = 10.0
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
        frame.highest > 2 * frame.radius, frame.opacity == 1, !frame.hasKey
      else { return nil }
    }
    // Light's cells go by what casts it, down to a pixel: a far sharper roll is lost in them, but for one
    // whose light is found pixel by pixel.
    let caster = frame.caster
    let isAlike = caster.foot == 0 && caster.radius <= 2.01 * frame.radius
    guard !frame.isLit || caster.radius < 5 || frame.isSharp || isAlike else { return nil }
    let sheet = SheetFrame(frame)
    let taus = sheet.canvas.map(\.y)
    self.frame = sheet
    ends = (taus.min() ?? 0) - 2...(taus.max() ?? 0) + 2
    corners = Kind.allCases.map { _ in [] }
    rows = RowSpans(width: frame.width, height: frame.height)
    hasSheet = frame.hasSheet
    offset = SIMD2(Int(frame.origin.x), Int(frame.origin.y))
    pageWidth = Int(frame.page.x)
    // A sheet that lies flat all over is the front as it is.
    guard hasSheet, UnrolledOutline(sheet, grownBy: 0).high > 1e-6 else { return }
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

  /// What shows the next page and, over it, the front where nothing else is drawn.
  package var pages: (next: [SIMD2<Float>], front: [SIMD2<Float>]) {
    let (width, height) = (Float(rows.width), Float(rows.height))
    func triangles(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, _ d: SIMD2<Float>)
      -> [SIMD2<Float>]
    {
      [a, b, c, c, d, a]
    }
    let next = triangles(SIMD2(0, 0), SIMD2(width, 0), SIMD2(width, height), SIMD2(0, height))
    let low = (frame.canvas.map(\.x).min() ?? 0) - 1
    guard hasSheet, low < 0 else { return (next, []) }
    func corner(_ x: Double, _ tau: Double) -> SIMD2<Float> { SIMD2<Float>(frame.pixel(x, tau)) }
    let front = triangles(
      corner(low, ends.lowerBound), corner(0, ends.lowerBound), corner(0, ends.upperBound),
      corner(low, ends.upperBound))
    return (next, front)
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
  mutating func addFlap() {
    let outside = UnrolledOutline(frame, grownBy: Self.margin).flap
    let inside = UnrolledOutline(frame, grownBy: -Self.margin).flap
    let limit = -Self.foldReach
    let low = outside.low
    guard low < limit else { return }
    var cuts = (outside.corners + inside.corners).map(\.x)
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
      cover(Strip(x0, x1, rim0, rim1))
      beside(.front, x0, x1, rim0, rim1)
    }
  }

  /// What lies outside of a range of the rulings, if light is lost there.
  mutating func beside(
    _ kind: Kind, _ x0: Double, _ x1: Double, _ range0: ClosedRange<Double>,
    _ range1: ClosedRange<Double>
  ) {
    guard frame.isLit else { return }
    add(kind, x0, x1, ends.lowerBound, range0.lowerBound, ends.lowerBound, range1.lowerBound)
    add(kind, x0, x1, range0.upperBound, ends.upperBound, range1.upperBound, ends.upperBound)
  }

  // MARK: - Light

  /// The pages in shadow before and beyond the sheet.
  mutating func addLight(_ frame: CurlFrame) {
    let reach = frame.caster.reach(unseen: Self.unseen / max(Double(frame.shadowAmount), 1e-9))
    let outside = UnrolledOutline(self.frame, grownBy: Self.margin).flap
    let flap = max(min(outside.low, -Self.foldReach), -1e9)
    // No further than the canvas reaches.
    let all = self.frame.canvas.map(\.x)
    let low = max(min(reach.lowerBound, flap), min((all.min() ?? 0) - 1, flap))
    let end = self.frame.radius + 1.5
    let high = min(max(reach.upperBound, end), max((all.max() ?? 0) + 1, end))
    if low < flap { add(.front, low, flap, ends.lowerBound, ends.upperBound) }
    add(.page, self.frame.radius + 1.5, high, ends.lowerBound, ends.upperBound)
    rows = RowSpans(width: frame.width, height: frame.height)
    cover(Strip(low, high, ends, ends))
    self.reach = low...high
  }
}
