/// A colour: straight (not premultiplied), sRGB-encoded channels and alpha, each 0…1.
public struct Colour: Sendable, Equatable {
  /// Red, 0…1, sRGB-encoded.
  public var red: Double
  /// Green, 0…1, sRGB-encoded.
  public var green: Double
  /// Blue, 0…1, sRGB-encoded.
  public var blue: Double
  /// Alpha, 0 (transparent) … 1 (opaque).
  public var alpha: Double

  /// A colour from sRGB-encoded channels 0…1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Opaque white.
  public static let white = Colour(red: 1, green: 1, blue: 1)
  /// Opaque black.
  public static let black = Colour(red: 0, green: 0, blue: 0)
  /// Photographic paper, a slightly warm white (#f7f5f0): the paper of a page that is a picture up to
  /// its edges.
  ///
  /// Prints without optical brighteners have about this lightness and warmth (L* 96.7, b* 2.7). Pure
  /// white would read as a sheet that is lit from behind.
  public static let printPaper = Colour(red: 247.0 / 255, green: 245.0 / 255, blue: 240.0 / 255)
  /// Transparent.
  public static let clear = Colour(red: 0, green: 0, blue: 0, alpha: 0)

  /// A colour written `#RRGGBB` or `#RRGGBBAA`; nil for any other text.
  public init?(hex: String) {
    let digits = hex.utf8.dropFirst().compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard hex.utf8.first == UInt8(ascii: "#"), digits.count == hex.utf8.count - 1,
      digits.count == 6 || digits.count == 8
    else { return nil }
    func channel(_ i: Int) -> Double { Double(16 * digits[2 * i] + digits[2 * i + 1]) / 255 }
    self.init(
      red: channel(0), green: channel(1), blue: channel(2),
      alpha: digits.count == 8 ? channel(3) : 1)
  }

  /// The colour in linear light, premultiplied: red, green, blue, alpha.
  package var linear: SIMD4<Float> {
    func decode(_ v: Double) -> Float { Float(SRGB.decode(v) * alpha) }
    return SIMD4(decode(red), decode(green), decode(blue), Float(alpha))
  }
}
