/// Where a page counts as lying: what reports and hits go by, which needn't be where it's seen.
public struct PageLayout: Sendable, Equatable {
  /// The page.
  public let page: PageSize
  /// Where its points lie on the plane.
  public let map: Projective

  /// A page that lies in its place, or where a map takes it.
  public init(page: PageSize, map: Projective = .identity) {
    self.page = page
    self.map = map
  }

  /// Whether it lies in its place.
  public var isInPlace: Bool { map == .identity }

  /// The box around the place where it lies, page pixels.
  public var rectangle: Rectangle {
    let corners = Rectangle(page).corners.map { map($0) }
    let low = corners.reduce(corners[0], pointwiseMin)
    let high = corners.reduce(corners[0], pointwiseMax)
    return Rectangle(origin: low, size: high - low)
  }

  /// The page point that lies at a point of the plane, beside the page too; nil where the page is
  /// squeezed into a line.
  public func point(at point: SIMD2<Double>) -> SIMD2<Double>? { map.inverse.map { $0(point) } }

  /// The page point that is hit at a point of the plane; nil beside the page.
  public func hit(_ point: SIMD2<Double>) -> SIMD2<Double>? {
    guard let p = self.point(at: point) else { return nil }
    let end = Rectangle(page).end
    return p.x >= 0 && p.y >= 0 && p.x <= end.x && p.y <= end.y ? p : nil
  }

  /// The layout reflected.
  package func applying(_ symmetry: Symmetry) -> PageLayout {
    PageLayout(
      page: symmetry.applied(to: page),
      map: Projective(rows: symmetry.applied(toMatrix: map.rows, on: page)))
  }
}
