/// Position of a page for reports and hit tests, which may differ from the visible one.
public struct PageLayout: Sendable, Equatable {
  /// Size of the page.
  public let page: PageSize
  /// Map from the page to the page plane.
  public let map: Projective

  /// A page moved by a map; by default a page at rest.
  public init(page: PageSize, map: Projective = .identity) {
    self.page = page
    self.map = map
  }

  /// Whether the page is at rest: its map is the identity.
  public var isInPlace: Bool { map == .identity }

  /// Bounding box of the moved page, page pixels.
  public var rectangle: Rectangle {
    let corners = Rectangle(page).corners.map { map($0) }
    let low = corners.reduce(corners[0], pointwiseMin)
    let high = corners.reduce(corners[0], pointwiseMax)
    return Rectangle(origin: low, size: high - low)
  }

  /// The page point at a point of the plane, possibly outside the page; nil if the map squeezes the
  /// page into a line.
  public func point(at point: SIMD2<Double>) -> SIMD2<Double>? { map.inverse.map { $0(point) } }

  /// The page point at a point of the plane; nil outside the page.
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
