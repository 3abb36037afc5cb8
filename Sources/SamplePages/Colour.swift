/// An sRGB colour with straight alpha, all 0…1.
struct Colour {
  var red: Double
  var green: Double
  var blue: Double
  var alpha = 1.0

  /// A colour from `0xRRGGBB`.
  init(_ code: UInt32, alpha: Double = 1) {
    red = Double(code >> 16 & 255) / 255
    green = Double(code >> 8 & 255) / 255
    blue = Double(code & 255) / 255
    self.alpha = alpha
  }

  /// The paper: slightly warm.
  static let paper = Colour(0xF6F0E4)
  /// The ink of text.
  static let ink = Colour(0x241F1C)
  /// The ink of captions and running heads.
  static let faintInk = Colour(0x5A514A)
  /// The second ink.
  static let rubric = Colour(0x9A2F22)
}
