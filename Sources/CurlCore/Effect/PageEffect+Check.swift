extension PageEffect {
  /// Valid ranges of effects' numbers; a length has the same range in page pixels and in per cent.
  package enum Range {
    /// Offset, across and down.
    package static let offset = -1e6...1e6
    /// Skew.
    package static let skew = -100.0...100.0
    /// Scale, across and down.
    package static let scale = -100.0...100.0
    /// Rotation, degrees.
    package static let rotation = -1e6...1e6
    /// Centre of a scale or rotation, shares of the page's sides.
    package static let place = -100.0...100.0
    /// Share of a path.
    package static let share = 0.0...1.0
  }

  /// The effect with its lengths in page pixels of `page`.
  func inPixels(on page: PageSize) -> PageEffect {
    func pixels(_ length: Length) -> Length { .pixels(length.pixels(on: page)) }
    var effect = self
    switch change {
    case .offset(let x, let y): effect.change = .offset(pixels(x), pixels(y))
    case .skew(let skew, let offset): effect.change = .skew(skew, offset: pixels(offset))
    case .scale, .rotation, .follow: break
    }
    return effect
  }

  /// Throws for the first number out of its range.
  func check() throws(ParameterError) {
    switch change {
    case .offset(let x, let y):
      try ParameterError.require("offset's x", x.value, Range.offset)
      try ParameterError.require("offset's y", y.value, Range.offset)
    case .skew(let skew, let along):
      try ParameterError.require("skew", skew, Range.skew)
      try ParameterError.require("skew's offset", along.value, Range.offset)
    case .scale(let factor, let place):
      try ParameterError.require("scale's x", factor.x, Range.scale)
      try ParameterError.require("scale's y", factor.y, Range.scale)
      try Self.check("scale's", place)
    case .rotation(let degrees, let place):
      try ParameterError.require("rotation", degrees, Range.rotation)
      try Self.check("rotation's", place)
    case .follow(_, let share, _):
      try ParameterError.require("path's share", share, Range.share)
    }
  }

  private static func check(_ name: String, _ place: SIMD2<Double>) throws(ParameterError) {
    try ParameterError.require("\(name) place x", place.x, Range.place)
    try ParameterError.require("\(name) place y", place.y, Range.place)
  }
}
