/// A reflection of the page plane under which every turn stays a turn: the books bound at the right
/// and at the top are the book bound at the left, reflected.
///
/// Each is its own inverse. Of the numbers only x → W − x is ever rounded, so that `transposed` is
/// exact always, and `mirrored` is wherever both x and W − x have a double: for all multiples of
/// 2⁻³² page pixels up to a million, and for everything that has been mirrored before. No rule for
/// single points could do better: there are more doubles near 0 than near W.
public enum Symmetry: String, Sendable, Equatable, CaseIterable {
  /// Leaves everything where it is.
  case identity
  /// x → W − x: left and right exchanged.
  case mirrored
  /// x ↔ y: reflected in the diagonal from the top-left corner; width and height change places.
  case transposed

  /// The page that a page becomes.
  public func applied(to page: PageSize) -> PageSize {
    self == .transposed ? PageSize(width: page.height, height: page.width) : page
  }

  /// The place of a point, page pixels, on a `page` that has yet to be reflected.
  public func applied(to point: SIMD2<Double>, on page: PageSize) -> SIMD2<Double> {
    switch self {
    case .identity: point
    case .mirrored: SIMD2(Double(page.width) - point.x, point.y)
    case .transposed: SIMD2(point.y, point.x)
    }
  }

  /// The place of a point given as shares of the page's width and height.
  public func applied(toShares point: SIMD2<Double>) -> SIMD2<Double> {
    switch self {
    case .identity: point
    case .mirrored: SIMD2(1 - point.x, point.y)
    case .transposed: SIMD2(point.y, point.x)
    }
  }

  /// A direction or a displacement, y down.
  public func applied(to vector: SIMD2<Double>) -> SIMD2<Double> {
    switch self {
    case .identity: vector
    // A difference, for no negative zero to come out.
    case .mirrored: SIMD2(0 - vector.x, vector.y)
    case .transposed: SIMD2(vector.y, vector.x)
    }
  }

  /// A heading or an azimuth: degrees, y up; exact for multiples of 90.
  ///
  /// Any number is the same angle with or without whole turns; none are added or taken away, beyond
  /// the half turn of `mirrored` and the three quarters of `transposed` that keep 90…180 in 90…180.
  public func applied(toHeading degrees: Double) -> Double {
    switch self {
    case .identity: degrees
    case .mirrored: 180 - degrees
    case .transposed: 270 - degrees
    }
  }

  /// A rectangle from its lower and its higher x and y, page pixels.
  public func applied(
    toRectangle low: SIMD2<Double>, _ high: SIMD2<Double>, on page: PageSize
  ) -> (low: SIMD2<Double>, high: SIMD2<Double>) {
    let (a, b) = (applied(to: low, on: page), applied(to: high, on: page))
    return (pointwiseMin(a, b), pointwiseMax(a, b))
  }

  /// A projective map of the page plane, row-major 3 × 3, of the column (x, y, 1): M becomes S·M·S,
  /// S being this symmetry.
  ///
  /// - Precondition: there are nine numbers.
  public func applied(toMatrix m: [Double], on page: PageSize) -> [Double] {
    precondition(m.count == 9, "a projective map has nine numbers, not \(m.count)")
    switch self {
    case .identity: return m
    case .transposed: return [m[4], m[3], m[5], m[1], m[0], m[2], m[7], m[6], m[8]]
    case .mirrored:
      let w = Double(page.width)
      let x = (w * m[6] - m[0], w * m[7] - m[1], w * m[8] - m[2])
      return [
        0 - x.0, x.1, x.2 + w * x.0,
        0 - m[3], m[4], m[5] + w * m[3],
        0 - m[6], m[7], m[8] + w * m[6],
      ]
    }
  }
}
