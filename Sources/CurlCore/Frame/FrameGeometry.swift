/// Geometry at the centre of each output pixel, row by row; lengths are page pixels.
package struct FrameGeometry: Sendable, Equatable {
  package let width: Int
  package let height: Int
  /// Page point of the sheet, or of the next page, seen at the pixel; NaN on the background.
  package var uv: [SIMD2<Float>]
  /// −1 background, 0 next page, 1 front, 2 back; a cut edge counts as the side behind it.
  package var side: [Float]
  /// Arc length past the fold, ≤ 0 on the flat part; NaN off the sheet.
  package var arc: [Float]
  /// Height above the page; NaN off the sheet.
  package var z: [Float]
  /// Share of the light that remains, 0…1; 1 is unshadowed.
  package var shadow: [Float]
  /// Share of the pixel's area that the sheet covers, 0…1, including its cut edge.
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
