/// A page curl: how the sheet rolls away, with the look of its page and light.
///
/// Every field has a default; a value out of its range is refused when a turn is made. What it shares
/// with other turns is in ``look``, and can be reached as its own: `parameters.gloss` is
/// `parameters.look.gloss`.
@dynamicMemberLookup
public struct CurlParameters: Turn {
  /// `curl`.
  public static let name = "curl"
  /// What it does, in a sentence.
  public static let summary = "The page rolls away around a cylinder, from a corner or an edge."
  /// Angle, radius and the whole look.
  public static let parameters: [TurnParameter<Self>] =
    [
      TurnParameter(
        "angle", .degrees, -1e6...1e6, "heading in which the fold moves, y up", \.angle),
      TurnParameter("radius", "radius of the roll", \.radius),
    ]
    + lookParameters(
      "showThrough", "shadowAmount", "shadowSize", "shading", "cornerRadius", "thickness", "bounce",
      "gloss", "keyLight", "lightElevation", "lightAzimuth", "lightSize")

  /// What the back of the turning page shows.
  public typealias Back = Look.Back
  /// Where a turn is seen from.
  public typealias View = Look.View

  /// Heading in which the fold line moves, degrees, y up: 180 lifts the right edge, 135 the
  /// bottom-right corner, 90 the bottom edge; any value, exact for multiples of 90; default 151.
  public var angle: Double = 151
  /// Radius of the roll, 0 (a flat fold) … 1,000,000 in either unit, past the page's own size;
  /// default 9 %.
  public var radius: Length = .percent(9)
  /// The page and its light.
  public var look = Look()

  /// The defaults: a corner curl with mirrored back.
  public init() {}

  /// A property of the look.
  public subscript<Value>(dynamicMember path: WritableKeyPath<Look, Value>) -> Value {
    get { look[keyPath: path] }
    set { look[keyPath: path] = newValue }
  }

  /// Throws for the first parameter out of its range.
  public func check() throws(ParameterError) {
    try ParameterError.require("angle", angle, angle.isFinite, "a finite number of degrees")
    try ParameterError.require("radius", radius)
    try look.check()
  }
}

extension CurlParameters {
  /// The time at which the roll has left the canvas.
  public func endTime(on stage: TurnStage) -> Double {
    CurlTurn(self, page: stage.page, canvas: stage.canvas).endTime
  }

  /// The sheet over the base, or the base alone at the end.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    CurlTurn(self, page: stage.page, canvas: stage.canvas).scene(moment, base: base)
  }

  /// How far sheet and shadow reach beyond the page at a moment.
  public func margin(at moment: Moment, on stage: TurnStage) -> Margin {
    CurlTurn(self, page: stage.page, canvas: stage.canvas).margin(at: moment)
  }

  /// How far they reach up to time 1, where the fold leaves the page.
  public func margin(on stage: TurnStage) -> Margin {
    CurlTurn(self, page: stage.page, canvas: stage.canvas).margin
  }
}

/// Where in a turn a frame lies.
public enum Moment: Sendable, Equatable {
  /// 0 (the untouched page) … 1 (the next one).
  case progress(Double)
  /// The fold line's place as a share of the page's extent along the heading, 0 and up.
  case time(Double)
}
