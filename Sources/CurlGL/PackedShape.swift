/// Size of one read in texels of four bytes.
package struct PackedShape: Hashable, Sendable {
  /// Texels per row.
  package let width: Int
  /// Number of rows.
  package let height: Int

  /// Most texels per row of packed bytes: within every device's limit, and enough for few rows.
  private static let widest = 2048

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Shape of a frame in a layout.
  init(_ layout: PixelLayout, width: Int, height: Int) {
    guard layout.define != nil else {
      self.init(width: width, height: height)
      return
    }
    let texels = (layout.byteCount(width: width, height: height) + 3) / 4
    let row = min(texels, Self.widest)
    self.init(width: row, height: (texels + row - 1) / row)
  }

  /// Size of all rows, bytes.
  var byteCount: Int { 4 * width * height }
}
