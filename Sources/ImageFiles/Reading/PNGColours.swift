import CImageCodecs

/// The ICC profile equivalent to a PNG's gAMA and cHRM chunks.
enum PNGColours {
  /// The chunks' integer that means 1.0.
  private static let unit = 100_000.0
  /// Tolerance in the chunks' units: numbers rounded to three decimals still count as sRGB's.
  private static let rounding: Int32 = 100
  /// The gAMA chunk of sRGB files: 1 / 2.2, although sRGB's curve differs.
  private static let gamma: Int32 = 45_455
  /// Chromaticities of sRGB's white, red, green and blue, x and y each.
  private static let primaries: [Int32] = [
    31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000,
  ]
  /// Plausible exponents.
  private static let exponents = 0.1...10.0

  /// A profile equivalent to the chunks; nil if they mean sRGB, or are missing or implausible.
  static func profile(_ colours: ci_png_colours) -> [UInt8]? {
    guard colours.is_srgb == 0 else { return nil }
    let stored = colours.primaries
    let named = [
      stored.0, stored.1, stored.2, stored.3, stored.4, stored.5, stored.6, stored.7,
    ]
    let corners = colours.has_primaries != 0 ? named : primaries
    let hasGamma = colours.has_gamma != 0 && abs(colours.gamma - gamma) > rounding
    guard hasGamma || zip(corners, primaries).contains(where: { abs($0 - $1) > rounding })
    else { return nil }
    let exponent = hasGamma ? unit / Double(colours.gamma) : 0
    guard !hasGamma || exponents.contains(exponent) else { return nil }
    let at = corners.map { Double($0) / unit }
    var given = ci_primaries(
      exponent: exponent, white: (at[0], at[1]), red: (at[2], at[3]), green: (at[4], at[5]),
      blue: (at[6], at[7]))
    let profile = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = unsafe ci_rgb_profile(&given, buffer.baseAddress, buffer.count)
    }
    return profile.isEmpty ? nil : profile
  }
}
