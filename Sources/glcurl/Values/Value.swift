internal import ImageFiles
internal import PageCurl
internal import PageFilm

/// Parsers of options' values; each throws a sentence with the valid values.
enum Value {
  /// A number in a range.
  static func number(_ range: ClosedRange<Double>) -> @Sendable (String) throws -> Double {
    { text in
      guard let value = Double(text), range.contains(value) else {
        let bounds = "\(range.lowerBound.short) to \(range.upperBound.short)"
        throw InvalidValue("give a number from \(bounds)")
      }
      return value
    }
  }

  /// A finite number.
  static func finite(_ text: String) throws -> Double {
    guard let value = Double(text), value.isFinite else {
      throw InvalidValue("give any finite number, such as 135 or -30.5")
    }
    return value
  }

  /// A number above 0.
  static func positive(upTo limit: Double) -> @Sendable (String) throws -> Double {
    { text in
      guard let value = Double(text), value > 0, value <= limit else {
        throw InvalidValue("give a number above 0, at most \(limit.short)")
      }
      return value
    }
  }

  /// A whole number in a range.
  static func count(_ range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
    { text in
      guard let value = Int(text), range.contains(value) else {
        throw InvalidValue(
          "give a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return value
    }
  }

  /// Bytes: a whole number, with K, M or G for KiB, MiB or GiB; 1 MiB to 1 PiB.
  static func bytes(_ text: String) throws -> Int {
    let units: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = text.uppercased().last.flatMap { units[$0] }
    let digits = shift == nil ? Substring(text) : text.dropLast()
    // Shifting a value beyond a PiB could overflow.
    let range = (1 << 20)...(1 << 50)
    guard let value = Int(digits), (1...range.upperBound >> (shift ?? 0)).contains(value),
      range.contains(value << (shift ?? 0))
    else {
      throw InvalidValue("give bytes, at least 1M, such as 2000000000, 900M or 4G")
    }
    return value << (shift ?? 0)
  }

  /// Frames per second: `30`, `12.5` or `30000/1001`.
  static func rate(_ text: String) throws -> FrameRate {
    guard let rate = FrameRate(text) else {
      throw InvalidValue(
        "give a whole number, a decimal or a fraction from "
          + "\(FrameRate.range.lowerBound.short) to \(FrameRate.range.upperBound.short), such as "
          + "30, 29.97 or 24000/1001")
    }
    return rate
  }

  /// A length on the page: `9%`, `92` or `92px`, from 0 to 1,000,000.
  static func length(_ text: String) throws -> Length {
    try length(0...1e6)(text)
  }

  /// A length on the page in a range that is the same for both units.
  static func length(_ range: ClosedRange<Double>) -> @Sendable (String) throws -> Length {
    { text in
      let unit = ["%", "px"].first { text.hasSuffix($0) } ?? ""
      guard let value = Double(text.dropLast(unit.count)), range.contains(value) else {
        throw InvalidValue(
          "give per cent of the page's width, such as 9%, or page pixels, such as 92 or "
            + "92px, from \(range.lowerBound.short) to \(range.upperBound.fixed(0))")
      }
      return unit == "%" ? .percent(value) : .pixels(value)
    }
  }

  /// Two numbers of one range: `0.5,0.25`.
  static func pair(_ range: ClosedRange<Double>) -> @Sendable (String) throws -> SIMD2<Double> {
    { text in
      let values = text.split(separator: ",", omittingEmptySubsequences: false).map {
        Double($0).flatMap { range.contains($0) ? $0 : nil }
      }
      guard values.count == 2, let x = values[0], let y = values[1] else {
        throw InvalidValue(
          "give two numbers X,Y, each from \(range.lowerBound.short) to "
            + "\(range.upperBound.short), such as 0.5,0.25")
      }
      return SIMD2(x, y)
    }
  }

  /// A colour: `#RRGGBB`.
  static func opaqueColour(_ text: String) throws -> Colour {
    try opaqueColour(text, or: "")
  }

  /// A colour `#RRGGBB`; `others` are other values that the option takes, for the error.
  static func opaqueColour(_ text: String, or others: String) throws -> Colour {
    guard let colour = Colour(hex: text), colour.alpha == 1 else {
      throw InvalidValue("give \(others)an sRGB colour #RRGGBB, such as #ffffff")
    }
    return colour
  }

  /// The colour of a text that starts with #; nil for any other text.
  static func colour(_ text: String, or others: String) throws -> Colour? {
    guard text.hasPrefix("#") else { return nil }
    guard let colour = Colour(hex: text) else {
      throw InvalidValue(
        "give an sRGB colour #RRGGBB or #RRGGBBAA, \(others) (write ./ before a file "
          + "whose name begins with #)")
    }
    return colour
  }
}
