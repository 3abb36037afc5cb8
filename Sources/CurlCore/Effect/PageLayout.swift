/// Place of a page for reports and hit tests, which may differ from where it is seen.
public struct PageLayout: Sendable, Equatable {
  /// Size of the page.
  public let page: PageSize
  /// Map from the page to the plane.
  public let map: Projective

  /// A page in its place, or where a map takes it.
  public init(page: PageSize, map: Projective = .identity) {
    self.page = page
    self.map = map
  }

  /// Whether the page is in its place.
  public var isInPlace: Bool { map == .identity }

  /// Bounding box of the page's place, page pixels.
  public var rectangle: Rectangle {
    let corners = Rectangle(page).corners.map { map($0) }
    let low = corners.reduce(corners[0], pointwiseMin)
    let high = corners.reduce(corners[0], pointwiseMax)
    return Rectangle(origin: low, size: high - low)
  }

  /// The page point at a point of the plane, which may be beside the page; nil for a page that is
  /// squeezed into a line.
  public func point(at point: SIMD2<Double>) -> SIMD2<Double>? { map.inverse.map { $0(point) } }

  /// The page point hit at a point of the plane; nil beside the page.
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
