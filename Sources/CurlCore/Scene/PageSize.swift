/// A page's size in page pixels: unit squares of constant colour, the origin top-left, y down.
public struct PageSize: Sendable, Equatable, Hashable {
  /// Pixels across, 1 or more.
  public let width: Int
  /// Pixels down, 1 or more.
  public let height: Int

  /// A size of `width` × `height` page pixels, each 1 or more.
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
