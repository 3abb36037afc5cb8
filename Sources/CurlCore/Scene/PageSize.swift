/// Size of a page in page pixels, which are unit squares of constant colour; origin top-left, y
/// down.
public struct PageSize: Sendable, Equatable, Hashable {
  /// Width in pixels, ≥ 1.
  public let width: Int
  /// Height in pixels, ≥ 1.
  public let height: Int

  /// A size in page pixels, each side ≥ 1.
  public init(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "a page needs at least one pixel")
    self.width = width
    self.height = height
  }

  /// The page's four corners, clockwise from the top left, in page pixels.
  public var corners: [SIMD2<Double>] {
    let (w, h) = (Double(width), Double(height))
    return [SIMD2(0, 0), SIMD2(w, 0), SIMD2(w, h), SIMD2(0, h)]
  }
}
