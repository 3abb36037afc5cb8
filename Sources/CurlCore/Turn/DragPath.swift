internal import Glibc

/// Path of a held point from its place on the page to where it lands: a cubic Bézier curve.
///
/// Control points are offsets from the held point. x is in page widths towards the spine. y is in
/// units of `lift` towards the middle of the page, in proportion to the held point's distance from
/// the middle. The path ends at the point's mirror image, two page widths away. Only a corner
/// starts towards the first control point; all other points start straight, whatever that control
/// point's y. The middle of the free edge moves straight all the way.
public struct DragPath: Sendable, Equatable {
  /// Held point along the free edge, 0…1; default 1.
  ///
  /// 0 is the first corner: the top corner in a book bound at the left.
  public var grab: Double = 1
  /// Height of the path above a straight path, page widths, 0 (straight) … 2; default 0.3.
  public var lift: Double = 0.3
  /// First control point, −4…4 each: its direction is the fold's first heading.
  public var first = SIMD2(0.45, 1.25)
  /// Second control point, −4…4 each.
  public var second = SIMD2(1.35, 0.9)

  /// A path that lifts the far corner, then flattens.
  public init() {}

  /// A path from a point of the free edge.
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

  /// The pointer at a progress of 0…1, page pixels; it ends at `end`, by default the held point's
  /// mirror image in the spine.
  func point(at progress: Double, on page: PageSize, end: SIMD2<Double>? = nil) -> SIMD2<Double> {
    let width = Double(page.width)
    let start = start(on: page)
    let end = end ?? SIMD2(-width, start.y)
    let rise = lift * width * (1 - 2 * grab)
    // A point between the corners starts straight: a slanted start would lift the nearer corner at
    // once.
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
  /// The curl of a sheet bound at the left whose held point is at `progress` of its path, 0 <
  /// progress < 1.
  ///
  /// The spine limits the roll's radius to (2m − |d|)/π; see ``CurlDrag``. The result blends that
  /// limit and `radius`, the wanted radius in page pixels, without a kink: the reciprocals of their
  /// fourth powers add up to that of the result.
  static func curl(along path: DragPath, at progress: Double, radius: Double, on page: PageSize)
    -> Curl
  {
    curl(
      from: path.start(on: page), to: path.point(at: progress, on: page), radius: radius, on: page)
  }

  /// The curl of a sheet bound at the left whose point `held` on the free edge has been moved to
  /// `pointer`; the spine limits its radius as in `curl(along:at:radius:on:)`.
  static func curl(
    from held: SIMD2<Double>, to pointer: SIMD2<Double>, radius: Double, on page: PageSize
  ) -> Curl {
    let free = CurlDrag(page: page, spine: .left, grab: held, radius: 0, ends: 0)
    let pointer = free.clampedToSpine(pointer)
    let d = pointer - free.grab
    let distance = (d * d).sum().squareRoot()
    guard radius > 0, distance > 0 else { return free.curl(at: pointer) }
    let m = distanceToSpine(from: free.grab, along: d / distance, to: page)
    let room = max(0, (2 * m - distance) / .pi)
    let ratio = radius / max(room, 1e-300)
    let bent = radius / (1 + ratio * ratio * ratio * ratio).squareRoot().squareRoot()
    return CurlDrag(
      page: page, spine: .left, grab: free.grab, radius: room > 0 ? bent : 0, ends: 0
    ).curl(at: pointer)
  }
}
