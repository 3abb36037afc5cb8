/// What lies at the centre of each output pixel, in page pixels, row after row.
package struct FrameGeometry: Sendable, Equatable {
  package let width: Int
  package let height: Int
  /// The material point of the sheet, or of the next page, seen there; NaN on the background.
  package var uv: [SIMD2<Float>]
  /// −1 background, 0 next page, 1 front, 2 back; a cut edge counts as what is seen behind it.
  package var side: [Float]
  /// Arc length past the fold, 0 or less while flat; NaN off the sheet.
  package var arc: [Float]
  /// Height above the page; NaN off the sheet.
  package var z: [Float]
  /// Light left, 0…1.
  package var shadow: [Float]
  /// The sheet's share of the pixel's area, 0…1, its cut edge included.
  package var coverage: [Float]

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    let count = width * height
    uv = Array(repeating: SIMD2(.nan, .nan), count: count)
    side = Array(repeating: -1, count: count)
    arc = Array(repeating: .nan, count: count)
    z = Array(repeating: .nan, count: count)
    shadow = Array(repeating: 1, count: count)
    coverage = Array(repeating: 0, count: count)
  }
}
