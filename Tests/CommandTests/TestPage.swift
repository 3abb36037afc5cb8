import CurlCore

/// Pages that look like themselves alone: no part is like another, turned or mirrored.
enum TestPage {
  /// An opaque page in warm colours.
  static func front(width: Int, height: Int) -> Pixmap {
    page(width, height) { x, y in
      let isMark = x > 0.1 && x < 0.4 && y > 0.1 && y < 0.2
      return isMark ? [40, 20, 90, 255] : [255 - 90 * y, 120 + 100 * x, 60 + 40 * x * y, 255]
    }
  }

  /// An opaque page in cold colours.
  static func next(width: Int, height: Int) -> Pixmap {
    page(width, height) { x, y in
      let isMark = x > 0.6 && x < 0.9 && y > 0.7 && y < 0.75
      return isMark ? [230, 230, 40, 255] : [50 * x, 90 + 60 * y, 255 - 80 * x, 255]
    }
  }

  /// A page with a hole in it.
  static func pierced(width: Int, height: Int) -> Pixmap {
    page(width, height) { x, y in
      x > 0.5 && y < 0.3 ? [0, 0, 0, 0] : [200, 150 * y, 90 * x, 255]
    }
  }

  private static func page(
    _ width: Int, _ height: Int, _ colour: (Double, Double) -> [Double]
  ) -> Pixmap {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        bytes += colour(Double(x) / Double(width), Double(y) / Double(height)).map { UInt8($0) }
      }
    }
    return Pixmap(width: width, height: height, rgba8: bytes)
  }
}
