/// Limits that keep a bound sheet on its spine.
extension CurlDrag {
  /// The point nearest the pointer that the held point can reach without lifting the spine.
  ///
  /// That point lies in both discs around the spine's ends whose rims contain g. If the fold
  /// follows the pointer, the discs are halved towards g. Their intersection is convex, so two
  /// pointers are never further apart than before.
  public func clampedToSpine(_ pointer: SIMD2<Double>) -> SIMD2<Double> {
    guard let spine else { return pointer }
    let symmetry = spine.symmetry
    let upright = symmetry.applied(to: page)
    let held = symmetry.applied(to: grab, on: page)
    let point = symmetry.applied(to: pointer, on: page)
    let share = follow == .edge ? 1.0 : 0.5
    // A flat fold is halfway between g and its new position: doubled from g, the limits are equal.
    let whole = follow == .edge ? point : held + (point - held) / share
    let ends = (SIMD2<Double>.zero, SIMD2(0, Double(upright.height)))
    let inside = Self.nearest(to: whole, held: held, ends: ends)
    guard inside != whole else { return pointer }
    return symmetry.applied(to: held + share * (inside - held), on: upright)
  }

  /// Distance from g along a heading to the ruling through the spine's nearer end.
  static func distanceToSpine(
    from held: SIMD2<Double>, along heading: SIMD2<Double>, to page: PageSize
  ) -> Double {
    let (top, bottom) = (SIMD2<Double>.zero, SIMD2(0, Double(page.height)))
    return min(((top - held) * heading).sum(), ((bottom - held) * heading).sum())
  }

  /// The nearest point that both discs contain: the point itself, a point of one rim, or a crossing
  /// of the rims.
  private static func nearest(
    to point: SIMD2<Double>, held: SIMD2<Double>, ends: (SIMD2<Double>, SIMD2<Double>)
  ) -> SIMD2<Double> {
    func squaredDistance(_ p: SIMD2<Double>, _ end: SIMD2<Double>) -> Double {
      ((p - end) * (p - end)).sum()
    }
    func isInside(_ p: SIMD2<Double>, _ end: SIMD2<Double>) -> Bool {
      squaredDistance(p, end) <= squaredDistance(held, end)
    }
    func onRim(_ end: SIMD2<Double>) -> SIMD2<Double> {
      end + (squaredDistance(held, end) / squaredDistance(point, end)).squareRoot() * (point - end)
    }
    switch (isInside(point, ends.0), isInside(point, ends.1)) {
    case (true, true): return point
    case (false, let isInOther):
      let first = onRim(ends.0)
      if isInside(first, ends.1) { return first }
      if isInOther { break }
      fallthrough
    case (true, false):
      let second = onRim(ends.1)
      if isInside(second, ends.0) { return second }
    }
    // The rims cross at g and at its image in the spine.
    return SIMD2(point.x < 0 ? -held.x : held.x, held.y)
  }
}
