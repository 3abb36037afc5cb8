internal import CurlCore

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

  /// Converts a colour of `CurlCore`.
  init(_ colour: CurlCore.Colour) {
    red = colour.red
    green = colour.green
    blue = colour.blue
    alpha = colour.alpha
  }
}
