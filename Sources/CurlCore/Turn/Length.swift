/// A length on the page.
public enum Length: Sendable, Equatable {
  /// Page pixels.
  case pixels(Double)
  /// Per cent of the page's width, whatever the heading.
  case percent(Double)

  /// The length in page pixels on a page of `size`.
  public func pixels(on size: PageSize) -> Double {
    switch self {
    case .pixels(let value): value
    case .percent(let value): value / 100 * Double(size.width)
    }
  }

  /// The number in its own unit.
  package var value: Double {
    switch self {
    case .pixels(let value), .percent(let value): value
    }
  }
}
