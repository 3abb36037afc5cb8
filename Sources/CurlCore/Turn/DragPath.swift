internal import Glibc

/// The way of a held point from its place to where it lands: a cubic Bézier.
///
/// The two control points are counted in page widths from the held point, x towards the spine and
/// y, in units of `lift`, towards the middle of the page; the way ends two widths from where it
/// began, at the point's mirror image. A point in the middle of the free edge goes straight; any other
/// but a corner starts straight, whatever the first control point's y.
public struct DragPath: Sendable, Equatable {
  /// Where the sheet is held along its free edge, 0 (at its first corner, the top one of a book bound
  /// at the left) … 1 (at the other corner, the default).
  public var grab: Double = 1
  /// How far the way rises over the straight one, page widths, 0…2; default 0.3.
  public var lift: Double = 0.3
  /// The first control point, −4…4 each: its direction is the fold's first heading.
  public var first = SIMD2(0.45, 1.25)
  /// The second control point, −4…4 each.
  public var second = SIMD2(1.35, 0.9)

  /// A way that lifts the far corner, and flattens.
  public init() {}

  /// A way from a place along the free edge.
  public init(grab: Double, lift: Double = 0.3) {
    self.grab = grab
    self.lift = lift
  }

  /// Throws for the first number out of its range.
  package func check() throws(ParameterError) {
    try ParameterError.require("grab", grab, 0...1)
    try ParameterError.require("lift", lift, 0...2)
    for (name, point) in [("first", first), ("second", second)] {
      try ParameterError.require("\(name) control point's x", point.x, -4...4)
      try ParameterError.require("\(name) control point's y", point.y, -4...4)
    }
  }

  /// The held point, page pixels.
  func start(on page: PageSize) -> SIMD2<Double> {
    SIMD2(Double(page.width), grab * Double(page.height))
  }

  /// Where the pointer is at a progress, 0…1, page pixels; `end` is where it ends, by default the
  /// held point's mirror image in the spine.
  func point(at progress: Double, on page: PageSize, end: SIMD2<Double>? = nil) -> SIMD2<Double> {
    let width = Double(page.width)
    let start = start(on: page)
    let end = end ?? SIMD2(-width, start.y)
    let rise = lift * width * (1 - 2 * grab)
    // Held between the corners it starts straight: the corner beside it would be lifted at once.
    let isCorner = grab == 0 || grab == 1
    let (p1, p2) = (
      start + SIMD2(-first.x * width, isCorner ? first.y * rise : 0),
      start + SIMD2(-second.x * width, second.y * rise)
        + (end - SIMD2(-width, start.y)) * (second.x / 2)
    )
    let (t, u) = (progress, 1 - progress)
    return u * u * u * start + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * end
  }
}

extension CurlDrag {
  /// The sheet bound at the left whose point is `progress` of the way, 0 < progress < 1, rolled to
  /// `radius` page pixels or less.
  ///
  /// The room that the spine leaves for the roll is (2m − |d|)/π; the radius goes from the one that
  /// is wanted to that one without a kink: their fourth powers' reciprocals add up.
  static func curl(along path: DragPath, at progress: Double, radius: Double, on page: PageSize)
    -> Curl
  {
    curl(
      from: path.start(on: page), to: path.point(at: progress, on: page), radius: radius, on: page)
  }

  /// The sheet bound at the left whose point `held`, on its free edge, has been brought to `pointer`,
  /// rolled to `radius` page pixels or less, as above.
  static func curl(
    from held: SIMD2<Double>, to pointer: SIMD2<Double>, radius: Double, on page: PageSize
  ) -> Curl {
    let free = CurlDrag(page: page, spine: .left, grab: held, radius: 0, ends: 0)
    let pointer = free.pulled(pointer)
    let d = pointer - free.grab
    let distance = (d * d).sum().squareRoot()
    guard radius > 0, distance > 0 else { return free.curl(at: pointer) }
    let m = room(from: free.grab, along: d / distance, to: page)
    let room = max(0, (2 * m - distance) / .pi)
    let ratio = radius / max(room, 1e-300)
    let bent = radius / (1 + ratio * ratio * ratio * ratio).squareRoot().squareRoot()
    return CurlDrag(
      page: page, spine: .left, grab: free.grab, radius: room > 0 ? bent : 0, ends: 0
    ).curl(at: pointer)
  }
}
