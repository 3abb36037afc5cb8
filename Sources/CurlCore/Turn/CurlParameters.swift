/// A page curl: how the sheet rolls away, what its back shows, how light falls.
///
/// Every field has a default; a value out of its range is refused when a turn is made.
public struct CurlParameters: Sendable, Equatable {
  /// What the back of the turning page shows.
  public enum Back: Sendable, Equatable {
    /// The front seen through the paper.
    case mirrored
    /// The back picture.
    case picture
    /// One colour.
    case colour(Colour)
  }

  /// Heading in which the fold line moves, degrees, y up: 180 lifts the right edge, 135 the
  /// bottom-right corner, 90 the bottom edge; any value, exact for multiples of 90; default 151.
  public var angle: Double = 151
  /// Radius of the roll, 0 (a flat fold) … 1,000,000 in either unit, past the page's own size;
  /// default 9 %.
  public var radius: Length = .percent(9)
  /// What the back shows; default the mirrored front.
  public var back: Back = .mirrored
  /// Share of the front that shines through the back, 0…1, in linear light; default 0.12.
  ///
  /// It fades, by half at most, where the front lies in shadow: no light comes through there, and
  /// the other half is light from above that returns from the front's ink. On a mirrored back
  /// with a `tintAmount` of its own that amount decides, and this counts for nothing.
  public var showThrough: Double = 0.12
  /// Colour of the paper: of the edge of a thick sheet, and the tint's default; default white.
  public var paper: Colour = .white
  /// Colour mixed over the back, in linear light; nil is the paper's.
  public var tint: Colour?
  /// The tint's share, 0…1; nil is what `showThrough` leaves (0.88) on a mirrored back, else 0.
  public var tintAmount: Double?
  /// Share of the light that full shadow takes, 0…1; default 0.7.
  public var shadowAmount: Double = 0.7
  /// Reach of the shadow, above 0 and at most 1,000; 0.5, the default, is physical, and twice that
  /// reaches twice as far.
  public var shadowSize: Double = 0.5
  /// Least height at which the folded sheet casts its shadow, 0 … 1,000,000 in either unit; nil is the radius or 1 %
  /// of the page's width, whichever is more.
  public var shadowLift: Length?
  /// How strongly the roll's outside is shaded, 0…1; default 0.7.
  ///
  /// At 1 a place gets the share of the sky that it sees, a third at the silhouette. The inside of
  /// the roll lies in shadow, and follows `shadowAmount`.
  public var shading: Double = 0.7
  /// Light, tint and show-through at all; false leaves geometry, edges and filtering;
  /// default true.
  public var isLit = true
  /// What is under both pages; default nothing.
  public var background: Background = .colour(.clear)

  /// Where the turn is seen from; default straight above.
  public var view: View = .above
  /// Radius of every page's corners, 0 … 1,000,000 in either unit, held to half of the page's
  /// shorter side; default 0.
  public var cornerRadius: Length = .pixels(0)
  /// The paper's thickness, 0 … 1,000,000 in either unit; default 0.
  public var thickness: Length = .pixels(0)
  /// The key light; default none.
  public var keyLight = KeyLight()
  /// Light that the page throws back on the roll's outside, 0 (none, the default) … 1 (a page that
  /// throws back all of it).
  public var bounce: Double = 0
  /// Strength of the key light's reflection on bent paper, 0 (matt, the default) … 1; it needs a
  /// direction, but no share, of `keyLight`.
  public var gloss: Double = 0

  /// Where a turn is seen from.
  public enum View: Sendable, Equatable {
    /// From straight above, without perspective.
    case above
    /// From an eye `distance` above the plane, 0.1 … 1e9 in either unit; `centre` is the point below it as
    /// shares of the page's width and height, −100…100.
    case eye(distance: Length, centre: SIMD2<Double> = SIMD2(0.5, 0.5))
    /// A parallel view in which height moves a point by `shear` times that height, y down; each
    /// −3…3.
    case oblique(shear: SIMD2<Double>)
  }

  /// The defaults: a corner curl with mirrored back.
  public init() {}

  /// A parameter out of its range.
  package struct RangeError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The parameter's name.
    package let parameter: String
    /// The value that was given.
    package let value: Double
    /// What it may be.
    package let range: String
    /// All of it as a sentence.
    package var description: String { "\(parameter) is \(value), but must be \(range)" }
  }

  /// Throws for the first parameter out of its range.
  package func check() throws(RangeError) {
    try require("angle", angle, angle.isFinite, "a finite number of degrees")
    try require("radius", radius.value, 0...1e6)
    try require("showThrough", showThrough, 0...1)
    if let tintAmount { try require("tintAmount", tintAmount, 0...1) }
    try require("shadowAmount", shadowAmount, 0...1)
    try require(
      "shadowSize", shadowSize, shadowSize > 0 && shadowSize <= 1000, "above 0 and at most 1000")
    if let shadowLift { try require("shadowLift", shadowLift.value, 0...1e6) }
    try require("shading", shading, 0...1)
    try require("paper", paper)
    if let tint { try require("tint", tint) }
    try require("cornerRadius", cornerRadius.value, 0...1e6)
    try require("thickness", thickness.value, 0...1e6)
    try require("keyLight's share", keyLight.share, 0...1)
    try require("keyLight's elevation", keyLight.elevation, 20...90)
    try require(
      "keyLight's azimuth", keyLight.azimuth, keyLight.azimuth.isFinite,
      "a finite number of degrees")
    try require("keyLight's size", keyLight.size, 0.5...30)
    try require("bounce", bounce, 0...1)
    try require("gloss", gloss, 0...1)
    switch view {
    case .above: break
    case .eye(let distance, let centre):
      try require(
        "view's distance", distance.value, distance.value >= 0.1 && distance.value <= 1e9,
        "0.1 and up to 1e9")
      try require("view's centre x", centre.x, -100...100)
      try require("view's centre y", centre.y, -100...100)
    case .oblique(let shear):
      try require("view's shear x", shear.x, -3...3)
      try require("view's shear y", shear.y, -3...3)
    }
    if case .colour(let colour) = back { try require("back", colour) }
    if case .colour(let colour) = background { try require("background", colour) }
  }

  private func require(_ name: String, _ colour: Colour) throws(RangeError) {
    try require("\(name)'s red", colour.red, 0...1)
    try require("\(name)'s green", colour.green, 0...1)
    try require("\(name)'s blue", colour.blue, 0...1)
    try require("\(name)'s alpha", colour.alpha, 0...1)
  }

  private func require(_ name: String, _ value: Double, _ range: ClosedRange<Double>)
    throws(RangeError)
  {
    try require(name, value, range.contains(value), "\(range.lowerBound)…\(range.upperBound)")
  }

  private func require(_ name: String, _ value: Double, _ holds: Bool, _ range: String)
    throws(RangeError)
  {
    guard holds else { throw RangeError(parameter: name, value: value, range: range) }
  }
}

extension Length {
  fileprivate var value: Double {
    switch self {
    case .pixels(let value), .percent(let value): value
    }
  }
}

/// Where in a turn a frame lies.
public enum Moment: Sendable, Equatable {
  /// 0 (the untouched page) … 1 (the next one).
  case progress(Double)
  /// The fold line's place as a share of the page's extent along the heading, 0 and up.
  case time(Double)
}
