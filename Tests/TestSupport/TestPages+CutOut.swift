package import CurlCore

extension TestPages {
  /// The page with hard holes: a clear disc in its middle, and nothing right of a slanted line.
  package static func cutOut(_ style: Style, width: Int, height: Int) -> Pixmap {
    var bytes = page(style, width: width, height: height).rgba8
    let (cx, cy) = (Double(width) / 2, Double(height) / 2)
    let radius = 0.3 * Double(min(width, height))
    for y in 0..<height {
      for x in 0..<width {
        let (dx, dy) = (Double(x) + 0.5 - cx, Double(y) + 0.5 - cy)
        let isHole = dx * dx + dy * dy < radius * radius
        let isMargin = 6 * x + y > 6 * width
        if isHole || isMargin {
          let i = 4 * (y * width + x)
          for channel in 0..<4 { bytes[i + channel] = 0 }
        }
      }
    }
    return Pixmap(width: width, height: height, rgba8: bytes)
  }
}
