/// A rigid leaf turns about the spine, as a hard cover does.
///
/// At progress p, the leaf's angle above the page is p · 180°. On a canvas of a single page that ends
/// at the spine, it is p times the angle at which the leaf leaves the canvas, 90° for the default
/// view. The default view has perspective.
public struct HingeTurn: Turn {
  /// `hinge`.
  public static let name = "hinge"
  /// One-sentence summary.
  public static let summary = "A rigid leaf turns about the spine, as a hard cover does."
  /// The look's parameters that have an effect.
  public static let parameters: [TurnParameter<Self>] =
    [
      TurnParameter(
        "stagger", .share, 0...1, "delay between leaves' starts, in turns"
      ) { $1(&$0.stagger) }
    ]
    + lookParameters(
      "showThrough", "grain", "shadowAmount", "shadowSize", "shading", "cornerRadius",
      "contactShadow",
      "bounce",
      "keyLight", "lightElevation", "lightAzimuth", "perspective")
  /// A rigid leaf lands on the facing page.
  public static let turnsSpreads = true

  /// The paper, light and view; by default seen from two page widths above the middle of the spine.
  public var look = Look()
  /// Delay between the starts of consecutive leaves, as a share of a leaf's time, 0…1; default
  /// 0.25.
  public var stagger = 0.25

  /// The defaults.
  public init() { look.view = .eye(distance: .percent(200), centre: SIMD2(0, 0.5)) }

  /// Throws for the first parameter out of its range.
  public func check() throws(ParameterError) {
    try ParameterError.require("stagger", stagger, 0...1)
    try look.check()
  }

  /// Margin that the turn needs where the leaf has room to land.
  public func margin(on stage: TurnStage) -> Margin { sampledMargin(on: stage.withRoomToLand) }

  /// The leaf, over the pages under it.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    stage.flight(look, base: base, progress(moment, on: stage), stagger: stagger) { progress in
      Profile(lift: progress * .pi, pieces: [])
    }
  }
}
