package import CurlCore

/// Which points lie on a page, its corners rounded: by distance, in Double.
package struct PageShape: Sendable {
  private let size: SIMD2<Double>
  private let cornerRadius: Double

  /// A page whose corners are quarter circles of `cornerRadius` page pixels, 0 and up.
  package init(_ page: PageSize, cornerRadius: Double = 0) {
    size = SIMD2(Double(page.width), Double(page.height))
    self.cornerRadius = min(cornerRadius, size.x / 2, size.y / 2)
  }

  /// The page of a scene.
  package init(_ scene: Scene) {
    switch scene.outline {
    case .rectangle(let cornerRadius): self.init(scene.page, cornerRadius: cornerRadius)
    }
  }

  /// Distance from the page, page pixels; 0 or less on it.
  ///
  /// The page is all that lies no further than the corners' radius from a smaller rectangle.
  package func distance(_ p: SIMD2<Double>) -> Double {
    let least = SIMD2(repeating: cornerRadius)
    let d = p - p.clamped(lowerBound: least, upperBound: size - least)
    return (d * d).sum().squareRoot() - cornerRadius
  }

  /// Whether a point lies on the page or on its outline.
  package func contains(_ p: SIMD2<Double>) -> Bool { distance(p) <= 0 }
}
