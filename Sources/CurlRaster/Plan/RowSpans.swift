internal import CurlCore
internal import CurlDefinition

/// The pieces of a frame's row, by what their pixels may show.
///
/// Along a row the distance from the fold line only grows or only falls, in floating point too. So
/// a piece ends at one pixel; the definition, ``FramePainter/kind(_:)``, decides which. The flap's
/// hull is computed from its corners with its widest margin, so pixels called flat are flat.
struct RowSpans {
  /// Pixels beyond the silhouette: the page plane alone.
  private(set) var plane: Range<Int>
  /// Pixels with the flat sheet and nothing above it: before and after `sheet`.
  private(set) var flat: (Range<Int>, Range<Int>)
  /// Pixels that may show the lifted sheet.
  private(set) var sheet: Range<Int>

  init(_ painter: borrowing FramePainter, _ y: Int) {
    flat = (0..<0, 0..<0)
    let rest: Range<Int>
    (plane, rest) = Self.planeAndSheet(painter, y)
    sheet = rest
    if painter.frame.caster.furthestArc <= 1e-6 {
      flat = (rest, 0..<0)
      sheet = rest.upperBound..<rest.upperBound
      return
    }
    let reach = painter.halfExtent.x
    let height = painter.frame.radius + painter.frame.outer.radius
    let (slant, nearness) = (painter.frame.viewOffset.x, painter.frame.nearness)
    // Before this distance the upper side is the flap, which isn't bent.
    let level: Range<Int>
    (sheet, level) = Self.parted(rest, painter, y, at: -reach) { x in
      x > -reach || x + reach + height * (slant - nearness * (x + reach)) > -0.01
    }
    guard !level.isEmpty else { return }
    let hull = Self.flap(painter, y, level)
    if hull.isEmpty {
      flat = (level, 0..<0)
      return
    }
    // Join the roll and the flap, which meet except for a gap where the row passes a corner.
    let joined =
      sheet.isEmpty
      ? hull
      : min(sheet.lowerBound, hull.lowerBound)..<max(sheet.upperBound, hull.upperBound)
    sheet = joined
    flat = (
      level.clamped(to: level.lowerBound..<max(joined.lowerBound, level.lowerBound)),
      level.clamped(to: min(joined.upperBound, level.upperBound)..<level.upperBound)
    )
  }

  /// Pixels beyond the silhouette, and those that may show the sheet, under any camera.
  static func planeAndSheet(
    _ painter: borrowing FramePainter, _ y: Int
  ) -> (plane: Range<Int>, sheet: Range<Int>) {
    let silhouette = painter.frame.outer.silhouette + painter.halfExtent.x
    return parted(0..<painter.frame.width, painter, y, at: silhouette) { $0 >= silhouette }
  }

  /// A pixel's distance from the fold line.
  private static func distance(_ painter: FramePainter, _ x: Int, _ y: Int) -> Float {
    painter.foldPoint(painter.planePoint(x, y)).x
  }

  /// The pixels of `range` beyond the distance `end`, and those before it.
  ///
  /// `isBeyond` decides for a distance, about `end`, on which side it lies.
  @inline(__always)
  private static func parted(
    _ range: Range<Int>, _ painter: FramePainter, _ y: Int, at end: Float,
    _ isBeyond: (Float) -> Bool
  ) -> (Range<Int>, Range<Int>) {
    guard !range.isEmpty else { return (range, range) }
    let frame = painter.frame
    let isRising = frame.normal.x > 0
    func isSecond(_ x: Int) -> Bool { isBeyond(distance(painter, x, y)) == isRising }
    var (low, high) = (range.lowerBound, range.upperBound)
    // Usually the border is the pixel that the straight line gives, or the one beside it.
    let way = end - distance(painter, 0, y)
    let guess = (way / (frame.normal.x * frame.step.x)).rounded(.up)
    if guess > Float(low) && guess < Float(high) {
      let guess = Int(guess)
      if isSecond(guess) { high = guess } else { low = guess + 1 }
      if high == guess && !isSecond(guess - 1) { low = guess }
    }
    while low < high {
      let middle = (low + high) / 2
      if isSecond(middle) { high = middle } else { low = middle + 1 }
    }
    let (first, second) = (range.lowerBound..<low, low..<range.upperBound)
    return isRising ? (second, first) : (first, second)
  }

  /// The page point of a skin's upper side at a pixel.
  private static func above(_ painter: FramePainter, _ x: Int, _ y: Int, _ skin: Skin)
    -> SIMD2<Float>
  {
    let at = painter.foldPoint(painter.planePoint(x, y))
    return painter.pagePoint(upperSpot(painter.frame, skin, at, painter.halfExtent.x))
  }

  /// The pixels of `range` that the flap may reach.
  private static func flap(_ painter: FramePainter, _ y: Int, _ range: Range<Int>) -> Range<Int> {
    let frame = painter.frame
    let (first, last) = (range.lowerBound, range.upperBound - 1)
    let from = above(painter, first, y, frame.outer)
    let to = above(painter, last, y, frame.outer)
    let across = 2 * painter.halfExtent.x
    let tilt = max(
      abs(viewTilt(frame, painter.foldPoint(painter.planePoint(first, y))).y),
      abs(viewTilt(frame, painter.foldPoint(painter.planePoint(last, y))).y))
    let along = painter.halfExtent.y + across * tilt
    let n = SIMD2(abs(frame.normal.x), abs(frame.normal.y))
    var margin = n * across + SIMD2(n.y, n.x) * along + 0.05
    if frame.isThick {
      let a = above(painter, first, y, frame.inner) - from
      let b = above(painter, last, y, frame.inner) - to
      margin += SIMD2(max(abs(a.x), abs(b.x)), max(abs(a.y), abs(b.y)))
    }
    var (low, high) = (Float(0), Float(1))
    for axis in 0..<2 {
      let (start, end) = (from[axis], to[axis])
      let (least, most) = (-margin[axis], frame.page[axis] + margin[axis])
      let way = end - start
      if abs(way) < 1e-3 {
        if max(start, end) < least || min(start, end) > most { return 0..<0 }
        continue
      }
      let (a, b) = ((least - start) / way, (most - start) / way)
      low = max(low, min(a, b))
      high = min(high, max(a, b))
    }
    guard low <= high else { return 0..<0 }
    let span = Float(last - first)
    let start = max(first, first + Int((low * span).rounded(.down)) - 1)
    let end = min(last, first + Int((high * span).rounded(.up)) + 1)
    return start..<end + 1
  }
}
