/// Margin around a page, page pixels, each side ≥ 0.
public struct Margin: Sendable, Equatable {
  /// Beyond the left edge.
  public var left: Double
  /// Beyond the top edge.
  public var top: Double
  /// Beyond the right edge.
  public var right: Double
  /// Beyond the bottom edge.
  public var bottom: Double

  /// A margin from its sides.
  public init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// The same margin on all sides.
  public init(_ all: Double) {
    self.init(left: all, top: all, right: all, bottom: all)
  }

  /// No margin at all.
  public static let none = Margin(0)

  /// The margin rounded up to whole pixels.
  ///
  /// An excess below a millionth of a pixel is a rounding error and is ignored.
  public var roundedUp: Margin {
    // Not max(), which may keep a negative zero.
    func up(_ value: Double) -> Double { value > 1e-6 ? (value - 1e-6).rounded(.up) : 0 }
    return Margin(left: up(left), top: up(top), right: up(right), bottom: up(bottom))
  }

  /// Whether this margin contains `other`, apart from rounding errors.
  public func holds(_ other: Margin) -> Bool {
    let slack = 1e-6
    return other.left <= left + slack && other.top <= top + slack && other.right <= right + slack
      && other.bottom <= bottom + slack
  }
}

extension Canvas {
  /// The page and a margin around it, in page pixels; the margin is rounded up.
  ///
  /// With ``CurlGeometry/margin``, no part of a curl is cropped before the fold has left the page.
  public init(page: PageSize, margin: Margin) {
    // Limits a side to a value larger than any picture that still converts to `Int`.
    func held(_ side: Double) -> Double { min(side, 1e9) }
    let sides = margin.roundedUp
    let margin = Margin(
      left: held(sides.left), top: held(sides.top), right: held(sides.right),
      bottom: held(sides.bottom))
    self.init(
      width: page.width + Int(margin.left + margin.right),
      height: page.height + Int(margin.top + margin.bottom),
      origin: SIMD2(-margin.left, -margin.top), step: SIMD2(1, 1))
  }
}

extension Margin {
  /// The sums of the sides.
  public static func + (one: Margin, other: Margin) -> Margin {
    Margin(
      left: one.left + other.left, top: one.top + other.top, right: one.right + other.right,
      bottom: one.bottom + other.bottom)
  }

  /// The smallest margin that contains both.
  package func union(_ other: Margin) -> Margin {
    Margin(
      left: max(left, other.left), top: max(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }
}
