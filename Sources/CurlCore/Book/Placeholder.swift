/// A clear picture that stands in for a page that can't be shown.
public enum Placeholder: Sendable, Equatable {
  /// There is no such page: 300 × 200.
  case missing
  /// A page of this size failed to draw: half of it, rounded up.
  case failed(PageSize)
  /// A page came out without any pixels: 100 × 100.
  case empty

  /// Its size in pixels.
  public var size: PageSize {
    switch self {
    case .missing: PageSize(width: 300, height: 200)
    case .failed(let page):
      PageSize(width: (page.width + 1) / 2, height: (page.height + 1) / 2)
    case .empty: PageSize(width: 100, height: 100)
    }
  }

  /// The picture: transparent everywhere.
  public var picture: Pixmap {
    Pixmap(
      width: size.width, height: size.height,
      rgba8: [UInt8](repeating: 0, count: 4 * size.width * size.height))
  }
}
