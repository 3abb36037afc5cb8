/// A projective map of the plane: straight lines stay straight.
///
/// The matrix multiplies columns (x, y, 1) from the left, and the result is divided by its third
/// component. Core Graphics and SwiftUI multiply rows and use the transposed matrix. For a lifted
/// page, the third component is 1 at the page plane, and 1 − z / d at height z under an eye at
/// distance d.
public struct Projective: Sendable, Equatable {
  /// The nine numbers, row after row.
  public let rows: [Double]

  /// A map from its nine numbers, row after row.
  public init(rows: [Double]) {
    precondition(rows.count == 9, "a projective map has nine numbers")
    self.rows = rows
  }

  /// The identity.
  public static let identity = Projective(rows: [1, 0, 0, 0, 1, 0, 0, 0, 1])

  /// A translation, page pixels.
  public static func translation(_ offset: SIMD2<Double>) -> Projective {
    Projective(rows: [1, 0, offset.x, 0, 1, offset.y, 0, 0, 1])
  }

  /// A scale about the origin.
  public static func scale(_ factor: SIMD2<Double>) -> Projective {
    Projective(rows: [factor.x, 0, 0, 0, factor.y, 0, 0, 0, 1])
  }

  /// A rotation about the origin, degrees clockwise because y points down; exact for multiples of
  /// 90.
  public static func rotation(degrees: Double) -> Projective {
    let (c, s) = cosineAndSine(degrees: degrees)
    return Projective(rows: [c, -s, 0, s, c, 0, 0, 0, 1])
  }

  /// A skew: x′ = x + skew.x · y, y′ = y + skew.y · x.
  public static func skew(_ skew: SIMD2<Double>) -> Projective {
    Projective(rows: [1, skew.x, 0, skew.y, 1, 0, 0, 0, 1])
  }

  /// The map that applies this map, then `next`.
  public func then(_ next: Projective) -> Projective {
    var product = [Double](repeating: 0, count: 9)
    for i in 0..<3 {
      for j in 0..<3 {
        for k in 0..<3 { product[3 * i + j] += next.rows[3 * i + k] * rows[3 * k + j] }
      }
    }
    return Projective(rows: product)
  }

  /// The image of a point, before the division by the third component `w`.
  package func column(_ p: SIMD2<Double>) -> (x: Double, y: Double, w: Double) {
    (
      rows[0] * p.x + rows[1] * p.y + rows[2], rows[3] * p.x + rows[4] * p.y + rows[5],
      rows[6] * p.x + rows[7] * p.y + rows[8]
    )
  }

  /// The image of a point; infinite or NaN on the map's horizon.
  public func callAsFunction(_ p: SIMD2<Double>) -> SIMD2<Double> {
    let c = column(p)
    return SIMD2(c.x, c.y) / c.w
  }

  /// Factor of oriented area, before the division; negative if the map reverses orientation.
  public var determinant: Double {
    let m = rows
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6])
      + m[2] * (m[3] * m[7] - m[4] * m[6])
  }

  /// The inverse; nil for a map that squeezes the plane into a line.
  ///
  /// At the image of a point, its third component is the reciprocal of this map's at the point.
  public var inverse: Projective? {
    let m = rows
    let d = determinant
    let scale = m.reduce(0) { max($0, abs($1)) }
    guard abs(d) > 1e-12 * scale, d.isFinite else { return nil }
    return Projective(
      rows: [
        m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
        m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
        m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
      ].map { $0 / d })
  }
}
