/// A rigid leaf turns about the spine, as a hard cover or a board does.
///
/// At progress p it stands at the angle p · 180° above the page, seen through a pinhole unless the look
/// says otherwise.
public struct HingeTurn: Turn {
  /// `hinge`.
  public static let name = "hinge"
  /// What it does, in a sentence.
  public static let summary = "A rigid leaf turns about the spine, as a hard cover does."
  /// Those of the look that have an effect.
  public static let parameters: [TurnParameter<Self>] =
    [
      TurnParameter(
        "stagger", .share, 0...1, "how much later each further leaf starts, in turns"
      ) { $1(&$0.stagger) }
    ]
    + lookParameters(
      "showThrough", "shadowAmount", "shadowSize", "shading", "cornerRadius", "bounce",
      "keyLight", "lightElevation", "lightAzimuth", "perspective")
  /// A rigid leaf lands on the facing page.
  public static let turnsSpreads = true

  /// The page and its light; seen by default from two widths above the middle of the
  /// spine.
  public var look = Look()
  /// Of several leaves, how much later each starts than the one before it, in turns, 0…1.
  public var stagger = 0.25

  /// The defaults.
  public init() { look.view = .eye(distance: .percent(200), centre: SIMD2(0, 0.5)) }

  /// Throws for the first parameter out of its range.
  public func check() throws(ParameterError) {
    try ParameterError.require("stagger", stagger, 0...1)
    try look.check()
  }

  /// The leaf over what lies under it.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    stage.flight(look, base: base, progress(moment, on: stage), stagger: stagger) { progress in
      Profile(lift: progress * .pi, pieces: [])
    }
  }
}
