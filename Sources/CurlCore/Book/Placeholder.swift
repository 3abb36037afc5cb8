/// A picture that stands in for a page that can't be shown.
public enum Placeholder: Sendable, Equatable {
  /// The page doesn't exist: 300 × 200 pixels.
  case missing
  /// A page of this size couldn't be drawn; the picture has half its size, rounded up.
  case failed(PageSize)
  /// The page has no pixels, such as that of a view with size zero: 100 × 100 pixels.
  case empty
  /// A page of this size isn't drawn yet: a blank face of its size, white in the upper middle and
  /// grey towards the corners.
  case blank(PageSize)

  /// The picture's size in pixels.
  public var size: PageSize {
    switch self {
    case .missing: PageSize(width: 300, height: 200)
    case .failed(let page):
      PageSize(width: (page.width + 1) / 2, height: (page.height + 1) / 2)
    case .empty: PageSize(width: 100, height: 100)
    case .blank(let page): page
    }
  }

  /// The picture: transparent, except for a blank face.
  public var picture: Pixmap {
    if case .blank(let page) = self { return Self.face(page) }
    return Pixmap(
      width: size.width, height: size.height,
      rgba8: [UInt8](repeating: 0, count: 4 * size.width * size.height))
  }

  /// White at half the width and a third of the height; with distance, fades linearly to 0.8 at the
  /// furthest corner, as on the flipboard.
  private static func face(_ page: PageSize) -> Pixmap {
    let centre = SIMD2(Double(page.width) / 2, Double(page.height) / 3)
    func distance(_ point: SIMD2<Double>) -> Double {
      let way = point - centre
      return (way * way).sum().squareRoot()
    }
    let furthest = page.corners.map(distance).max() ?? 1
    var bytes = [UInt8](repeating: 255, count: 4 * page.width * page.height)
    for y in 0..<page.height {
      for x in 0..<page.width {
        let share = distance(SIMD2(Double(x) + 0.5, Double(y) + 0.5)) / furthest
        let grey = UInt8((255 * (1 - 0.2 * share)).rounded())
        let at = 4 * (y * page.width + x)
        bytes[at] = grey
        bytes[at + 1] = grey
        bytes[at + 2] = grey
      }
    }
    return Pixmap(width: page.width, height: page.height, rgba8: bytes)
  }
}
