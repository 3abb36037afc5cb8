/// A projective map of the plane: lines stay lines.
///
/// The columns (x, y, 1) are multiplied from the left, and divided by what comes out third: row
/// vectors, as in Core Graphics and SwiftUI, have the transposed matrix. A map of a page into the air
/// keeps the third component at 1 in the page's plane; height z under an eye at distance d makes it
/// 1 − z / d.
public struct Projective: Sendable, Equatable {
  /// The nine numbers, row after row.
  public let rows: [Double]

  /// A map from its nine numbers, row after row.
  public init(rows: [Double]) {
    precondition(rows.count == 9, "a projective map has nine numbers")
    self.rows = rows
  }

  /// Every point in its place.
  public static let identity = Projective(rows: [1, 0, 0, 0, 1, 0, 0, 0, 1])

  /// Moved by an offset, page pixels.
  public static func translation(_ offset: SIMD2<Double>) -> Projective {
    Projective(rows: [1, 0, offset.x, 0, 1, offset.y, 0, 0, 1])
  }

  /// Stretched about the origin.
  public static func scale(_ factor: SIMD2<Double>) -> Projective {
    Projective(rows: [factor.x, 0, 0, 0, factor.y, 0, 0, 0, 1])
  }

  /// Turned about the origin by degrees, clockwise as y points down; exact for multiples of 90.
  public static func rotation(degrees: Double) -> Projective {
    let (c, s) = CurlTurn.cosineAndSine(degrees: degrees)
    return Projective(rows: [c, -s, 0, s, c, 0, 0, 0, 1])
  }

  /// Skewed: x′ = x + skew.x · y, y′ = y + skew.y · x.
  public static func skew(_ skew: SIMD2<Double>) -> Projective {
    Projective(rows: [1, skew.x, 0, skew.y, 1, 0, 0, 0, 1])
  }

  /// This map, then another one.
  public func then(_ next: Projective) -> Projective {
    var product = [Double](repeating: 0, count: 9)
    for i in 0..<3 {
      for j in 0..<3 {
        for k in 0..<3 { product[3 * i + j] += next.rows[3 * i + k] * rows[3 * k + j] }
      }
    }
    return Projective(rows: product)
  }

  /// What a point's column becomes, before the division.
  package func column(_ p: SIMD2<Double>) -> (x: Double, y: Double, w: Double) {
    (
      rows[0] * p.x + rows[1] * p.y + rows[2], rows[3] * p.x + rows[4] * p.y + rows[5],
      rows[6] * p.x + rows[7] * p.y + rows[8]
    )
  }

  /// Where a point goes; infinite or not a number on the map's horizon.
  public func callAsFunction(_ p: SIMD2<Double>) -> SIMD2<Double> {
    let c = column(p)
    return SIMD2(c.x, c.y) / c.w
  }

  /// How much area grows, before the division; negative where the sense of turning is reversed.
  public var determinant: Double {
    let m = rows
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6])
      + m[2] * (m[3] * m[7] - m[4] * m[6])
  }

  /// The way back, its third component 1 / that of this map; nil where the map squeezes the plane
  /// into a line.
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
