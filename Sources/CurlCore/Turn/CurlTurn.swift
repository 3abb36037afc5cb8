/// A page curl: how the sheet rolls, and its look.
///
/// Every field has a default; a value out of its range is rejected when a turn is made. ``look``
/// has the parameters that turns share.
public struct CurlTurn: Turn {
  /// `curl`.
  public static let name = "curl"
  /// One-sentence summary.
  public static let summary = "The page rolls away around a cylinder, from a corner or an edge."
  /// Angle, radius and all of the look's parameters.
  public static let parameters: [TurnParameter<Self>] =
    [
      TurnParameter(
        "angle", .degrees, -1e6...1e6, "heading in which the fold moves, y up"
      ) { $1(&$0.angle) },
      TurnParameter("radius", "radius of the roll") { $1(&$0.radius) },
      TurnParameter(
        "stagger", .share, 0...1, "delay between leaves' starts, share of a turn"
      ) { $1(&$0.stagger) },
    ]
    + lookParameters(
      "showThrough", "grain", "shadowAmount", "shadowSize", "shading", "cornerRadius",
      "contactShadow",
      "thickness", "bounce",
      "sheen", "gloss", "keyLight", "lightElevation", "lightAzimuth", "lightSize", "perspective")

  /// The look of Core Image's transition.
  public static var presets: [TurnPreset<Self>] {
    [
      TurnPreset(
        "page-curl-with-shadow", "as a SwiftUI page curl with Core Image's shadow",
        pageCurlWithShadow(), ease: .linear)
    ]
  }

  /// Contents of the turning page's back.
  public typealias Back = Look.Back
  /// View of a turn.
  public typealias View = Look.View

  /// Heading in which the fold line moves, degrees, y up; default 151.
  ///
  /// 180 lifts the right edge, 135 the bottom-right corner, 90 the bottom edge. Any finite value;
  /// exact for multiples of 90.
  public var angle: Double = 151
  /// Radius of the roll, 0 (a flat fold) … 1,000,000 in either unit; default 9 %.
  ///
  /// It may exceed the page's size.
  public var radius: Length = .percent(9)
  /// Delay between the starts of consecutive leaves, as a share of a leaf's time, 0…1; default 0.2.
  public var stagger: Double = 0.2
  /// The paper, light and view.
  public var look = Look()

  /// The defaults: a corner curl with mirrored back.
  public init() {}

  /// Throws for the first parameter out of its range.
  public func check() throws(ParameterError) {
    try ParameterError.require("angle", angle, angle.isFinite, "a finite number of degrees")
    try ParameterError.require("radius", radius)
    try ParameterError.require("stagger", stagger, 0...1)
    try look.check()
  }
}

extension CurlTurn {
  /// The look of `CIPageCurlWithShadowTransition` as the SwiftUI page curl uses it.
  ///
  /// The radius is 1200 on a page 1000 wide, so that the sheet has left the page at time 2.2. The
  /// back is light grey; the shadow has size 0.5 and amount 0.7.
  ///
  /// - Parameter turned: change of the heading, degrees, 0 (the corner) … 45 (the edge);
  ///   `Timeline.pageCurlWithShadow` drives it.
  /// - Returns: the curl at that heading.
  public static func pageCurlWithShadow(turned: Double = 0) -> CurlTurn {
    var curl = CurlTurn()
    curl.angle = 135 + turned
    curl.radius = .percent(120)
    let grey = Colour(red: 0.95, green: 0.95, blue: 0.95)
    curl.look.paper = grey
    curl.look.back = .colour(grey)
    curl.look.showThrough = 0
    curl.look.shadowSize = 0.5
    curl.look.shadowAmount = 0.7
    (curl.look.bounce, curl.look.sheen) = (0, 0)
    curl.look.leafBlock = .pixels(0)
    curl.look.grain = 0
    return curl
  }

  /// The time at which the roll has left the canvas.
  public func endTime(on stage: TurnStage) -> Double {
    CurlGeometry(self, page: stage.page, canvas: stage.canvas).endTime
  }

  /// The sheets over the base, each at its own progress and with its own ramps of light; at the end
  /// the base alone.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    guard stage.leaves > 1 else {
      var own = self
      own.look = stage.look(look, ofLeaf: 0)
      return CurlGeometry(own, page: stage.page, canvas: stage.canvas).scene(moment, base: base)
    }
    let curl = CurlGeometry(self, page: stage.page, canvas: stage.canvas)
    return stage.flight(look, base: base, progress(moment, on: stage), stagger: stagger) {
      let time = curl.time(.progress($0.progress))
      return BentSheet(
        radius: curl.radius, fold: curl.fold(time: time), share: curl.light(time: time).strength)
    }
  }

  /// Margin that the sheets and shadows of a moment need around the page.
  public func margin(at moment: Moment, on stage: TurnStage) -> Margin {
    let curl = CurlGeometry(self, page: stage.page, canvas: stage.canvas)
    guard stage.leaves > 1 else { return curl.margin(at: moment) }
    let progress = progress(moment, on: stage)
    return (0..<stage.leaves).map {
      curl.margin(at: .progress(stage.progress(ofLeaf: $0, progress, stagger: stagger)))
    }.reduce(.none) { $0.union($1) }
  }

  /// Margin that the sheets and shadows need up to time 1, when the fold leaves the page.
  public func margin(on stage: TurnStage) -> Margin {
    CurlGeometry(self, page: stage.page, canvas: stage.canvas).margin
  }
}

/// A moment of a turn: a progress or a time.
public enum Moment: Sendable, Equatable {
  /// 0 (the untouched page) … 1 (the next page).
  case progress(Double)
  /// The fold line's place as a share of the page's extent along the heading, ≥ 0.
  case time(Double)
}
