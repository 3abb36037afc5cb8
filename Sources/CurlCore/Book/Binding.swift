/// The edge at which a book's leaves are bound, seen on a page that hasn't turned yet.
///
/// All computations assume a book bound at the left; ``symmetry`` converts to the others.
public enum Binding: String, Sendable, Equatable, CaseIterable {
  /// At the left edge: its leaves turn from right to left.
  case left
  /// At the right edge, as Arabic, Hebrew and Japanese books are.
  case right
  /// At the top edge, as wall calendars are.
  case top

  /// The symmetry that maps the plane of a book bound at the left to the plane of this binding.
  public var symmetry: Symmetry {
    switch self {
    case .left: .identity
    case .right: .mirrored
    case .top: .transposed
    }
  }

  /// Top-left corner of the page on a side, page pixels from the recto's top-left corner.
  public func origin(of side: Book.Side, on page: PageSize) -> SIMD2<Double> {
    switch (side, self) {
    case (.recto, _): .zero
    case (.verso, .left): SIMD2(-Double(page.width), 0)
    case (.verso, .right): SIMD2(Double(page.width), 0)
    case (.verso, .top): SIMD2(0, -Double(page.height))
    }
  }

  /// The two ends of the spine on the recto, page pixels.
  public func spine(on page: PageSize) -> (SIMD2<Double>, SIMD2<Double>) {
    let upright = symmetry.applied(to: page)
    return (
      symmetry.applied(to: .zero, on: upright),
      symmetry.applied(to: SIMD2(0, Double(upright.height)), on: upright)
    )
  }
}

extension Canvas {
  /// Both pages of an open book at full size: the recto at (0, 0), the verso across the spine.
  public init(spread page: PageSize, binding: Binding) {
    let verso = binding.origin(of: .verso, on: page)
    self.init(
      width: page.width * (verso.x == 0 ? 1 : 2), height: page.height * (verso.y == 0 ? 1 : 2),
      origin: pointwiseMin(verso, .zero), step: SIMD2(1, 1))
  }
}
