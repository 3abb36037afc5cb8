/// Frames per second, as an exact fraction: 30, 12.5, 30000/1001.
public struct FrameRate: Sendable, Equatable, CustomStringConvertible, ExpressibleByIntegerLiteral {
  /// Frames per `denominator` seconds; both terms are coprime.
  public let numerator: Int
  /// Seconds for `numerator` frames.
  public let denominator: Int

  /// Lowest and highest rate, frames per second.
  public static let range = 0.01...1000.0

  /// Largest numerator and denominator, well within players' 32-bit arithmetic.
  private static let largestTerm = 1_000_000

  /// Whole rates with an NTSC variant, 1000/1001 times as fast: `29.97` is the variant of 30.
  private static let twins = [24, 30, 48, 60, 120]

  /// A rate of `numerator` frames per `denominator` seconds.
  ///
  /// Nil outside ``range``, or if a term of the reduced fraction is above 10⁶.
  public init?(_ numerator: Int, per denominator: Int = 1) {
    guard numerator > 0, denominator > 0 else { return nil }
    let divisor = Self.greatestCommonDivisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
    guard max(self.numerator, self.denominator) <= Self.largestTerm,
      Self.range.contains(framesPerSecond)
    else { return nil }
  }

  /// A whole rate.
  ///
  /// - Precondition: it is in ``range``.
  public init(integerLiteral value: Int) {
    guard let rate = FrameRate(value) else {
      preconditionFailure("a rate of \(value) frames per second is beyond \(Self.range)")
    }
    self = rate
  }

  /// Parses a whole number (`30`), a decimal (`12.5`) or a fraction (`30000/1001`).
  ///
  /// Decimals are exact, except NTSC rates: 23.98, 23.976, 29.97, 47.95, 59.94, 119.88, with two or
  /// more decimals, become 24000/1001 and so on. Nil for any other text.
  public init?(_ text: some StringProtocol) {
    let terms = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    if terms.count == 2 {
      guard let numerator = Self.digits(terms[0]), let denominator = Self.digits(terms[1]) else {
        return nil
      }
      self.init(numerator, per: denominator)
      return
    }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      guard let whole = Self.digits(text) else { return nil }
      self.init(whole)
      return
    }
    guard let whole = Self.digits(parts[0]), let fraction = Self.digits(parts[1]) else {
      return nil
    }
    let scale = (0..<parts[1].utf8.count).reduce(1) { scale, _ in 10 * scale }
    let scaled = whole * scale + fraction
    // The NTSC rate that rounds to this decimal. One decimal is too few: 24.0 may mean 24.
    if scale >= 100,
      let twin = Self.twins.first(where: { (2000 * $0 * scale + 1001) / 2002 == scaled })
    {
      self.init(1000 * twin, per: 1001)
    } else {
      self.init(scaled, per: scale)
    }
  }

  /// The rate as a number.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// `30`, or `30000/1001`.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }

  /// Start of frame `index`, rounded, in units of `1 / units` seconds.
  ///
  /// It is computed from the film's start, so that rounding errors don't accumulate. 0 ≤ `index` ≤
  /// 10⁶, `units` ≤ 10⁶.
  public func start(ofFrame index: Int, unitsPerSecond units: Int) -> Int {
    (2 * index * denominator * units + numerator) / (2 * numerator)
  }

  /// The number in a text of at most nine digits; nil for other text.
  private static func digits(_ text: some StringProtocol) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
  }
}
