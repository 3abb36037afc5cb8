/// A reflection of the page plane that maps the turns of one binding to those of another.
///
/// Books bound at the right and at the top are reflections of the book bound at the left. Each
/// reflection is its own inverse. Only x → W − x rounds, so `transposed` is always exact.
/// `mirrored` is exact if both x and W − x are doubles: for all multiples of 2⁻³² page pixels up to
/// a million, and for any point that has been mirrored before. No rule for single points can do
/// better, because doubles are denser near 0 than near W.
public enum Symmetry: String, Sendable, Equatable, CaseIterable {
  /// No reflection.
  case identity
  /// x → W − x: left and right exchanged.
  case mirrored
  /// x ↔ y: reflected in the diagonal from the top-left corner; width and height are swapped.
  case transposed

  /// The size of a page after reflection.
  public func applied(to page: PageSize) -> PageSize {
    self == .transposed ? PageSize(width: page.height, height: page.width) : page
  }

  /// A point reflected, page pixels; `page` is the page before reflection.
  public func applied(to point: SIMD2<Double>, on page: PageSize) -> SIMD2<Double> {
    switch self {
    case .identity: point
    case .mirrored: SIMD2(Double(page.width) - point.x, point.y)
    case .transposed: SIMD2(point.y, point.x)
    }
  }

  /// A point reflected, given as shares of the page's width and height.
  public func applied(toShares point: SIMD2<Double>) -> SIMD2<Double> {
    switch self {
    case .identity: point
    case .mirrored: SIMD2(1 - point.x, point.y)
    case .transposed: SIMD2(point.y, point.x)
    }
  }

  /// A direction or displacement reflected, y down.
  public func applied(to vector: SIMD2<Double>) -> SIMD2<Double> {
    switch self {
    case .identity: vector
    // A difference, because a negation could give a negative zero.
    case .mirrored: SIMD2(0 - vector.x, vector.y)
    case .transposed: SIMD2(vector.y, vector.x)
    }
  }

  /// A heading or an azimuth reflected: degrees, y up; exact for multiples of 90.
  ///
  /// `mirrored` maps 0…180 to itself, and `transposed` 90…180; the result isn't normalised to one
  /// turn.
  public func applied(toHeading degrees: Double) -> Double {
    switch self {
    case .identity: degrees
    case .mirrored: 180 - degrees
    case .transposed: 270 - degrees
    }
  }

  /// A rectangle reflected, given by its lowest and highest x and y, page pixels.
  public func applied(
    toRectangle low: SIMD2<Double>, _ high: SIMD2<Double>, on page: PageSize
  ) -> (low: SIMD2<Double>, high: SIMD2<Double>) {
    let (a, b) = (applied(to: low, on: page), applied(to: high, on: page))
    return (pointwiseMin(a, b), pointwiseMax(a, b))
  }

  /// A projective map of the page plane reflected: M becomes S·M·S, where S is this symmetry.
  ///
  /// The map is a row-major 3 × 3 matrix for columns (x, y, 1).
  ///
  /// - Precondition: `m` has nine numbers.
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
