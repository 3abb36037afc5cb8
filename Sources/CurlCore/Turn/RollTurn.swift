/// The page winds up into a roll, which rolls away over the next page.
///
/// The fold line moves as in the curl. All windings have the same radius; the last winding hides
/// the others, except where they protrude.
public struct RollTurn: Turn {
  /// `roll`.
  public static let name = "roll"
  /// One-sentence summary.
  public static let summary = "The page winds itself up into a roll and rolls away."
  /// Angle, radius and the look's parameters that have an effect.
  public static let parameters: [TurnParameter<Self>] =
    [
      TurnParameter(
        "angle", .degrees, -1e6...1e6, "heading in which the fold moves, y up"
      ) { $1(&$0.angle) },
      TurnParameter("radius", "radius of the roll") { $1(&$0.radius) },
    ]
    + lookParameters(
      "showThrough", "grain", "shadowAmount", "shadowSize", "shading", "cornerRadius",
      "contactShadow",
      "bounce", "sheen", "keyLight",
      "lightElevation", "lightAzimuth", "perspective")

  /// Heading in which the fold line moves, degrees, y up, as in the curl; default 180.
  public var angle: Double = 180
  /// Radius of the roll, 0 … 1,000,000 in either unit; default 6 %.
  ///
  /// Smaller values are raised to half a page pixel, and so far that the sheet has at most 60
  /// windings.
  public var radius: Length = .percent(6)
  /// The paper, light and view.
  public var look = Look()

  /// The defaults.
  public init() {}

  /// Throws for the first parameter out of its range.
  public func check() throws(ParameterError) {
    try ParameterError.require("angle", angle, angle.isFinite, "a finite number of degrees")
    try ParameterError.require("radius", radius)
    try look.check()
  }

  /// The time at which the roll has left the canvas.
  public func endTime(on stage: TurnStage) -> Double { curl(on: stage).endTime }

  /// The wound sheet over the base, or the base alone at the end.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    let curl = curl(on: stage)
    let time = curl.time(moment)
    if time <= 0 { return stage.start(look, base: base) }
    var scene = curl.scene(.time(time), base: base)
    guard !scene.leaves.isEmpty else { return scene }
    let length = (stage.size * stage.size).sum().squareRoot()
    scene.leaves[0].surface = .profile(
      Profile(pieces: [.arc(radius: curl.radius, turn: length / curl.radius)]),
      fold: curl.fold(time: time))
    return scene
  }

  /// The curl that has the roll's fold and light.
  private func curl(on stage: TurnStage) -> CurlGeometry {
    var parameters = CurlTurn()
    parameters.angle = angle
    let length = (stage.size * stage.size).sum().squareRoot()
    parameters.radius = .pixels(max(radius.pixels(on: stage.page), 0.5, length / (2 * .pi * 60)))
    parameters.look = stage.look(look, ofLeaf: 0)
    return CurlGeometry(parameters, page: stage.page, canvas: stage.canvas, windsUp: true)
  }
}
