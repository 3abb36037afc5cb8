/// Distance of an eye from the page.
public enum EyeDistance: Sendable, Equatable {
  /// Page pixels.
  case pixels(Double)
  /// Per cent of the page's width.
  case percent(Double)
  /// SwiftUI's `perspective`, 0…10: the page's longer side divided by the distance; 0 is an eye
  /// infinitely far away.
  case perspective(Double)

  /// A distance given as a length.
  public init(_ length: Length) {
    switch length {
    case .pixels(let value): self = .pixels(value)
    case .percent(let value): self = .percent(value)
    }
  }

  /// Range of a perspective.
  ///
  /// At 10, the eye of a one-pixel page is 0.1 pixels away, the smallest valid distance.
  package static let perspectives = 0.0...10.0

  /// The distance in page pixels; infinite for perspective 0.
  public func pixels(on page: PageSize) -> Double {
    switch self {
    case .pixels(let value): value
    case .percent(let value): Length.percent(value).pixels(on: page)
    case .perspective(let value): Double(max(page.width, page.height)) / value
    }
  }

  /// The perspective, if the distance was given as one.
  var perspective: Double? {
    if case .perspective(let value) = self { value } else { nil }
  }

  /// The distance with per cent converted to page pixels of `page`, because a transposed page has
  /// another width.
  func inPixels(on page: PageSize) -> EyeDistance {
    if case .percent = self { .pixels(pixels(on: page)) } else { self }
  }

  /// Throws for a distance out of its range; a length's range is the same in either unit.
  func check(_ name: String, _ lengths: ClosedRange<Double>) throws(ParameterError) {
    switch self {
    case .pixels(let value), .percent(let value):
      try ParameterError.require(name, value, lengths)
    case .perspective(let value):
      try ParameterError.require("perspective", value, Self.perspectives)
    }
  }
}
