/// A page that slides down by its full height and fades.
///
/// Both the offset and the opacity are linear in progress. A deleted page looks best with an
/// ease-out of half a second.
public struct DropTurn: Turn {
  /// `drop`.
  public static let name = "drop"
  /// One-sentence summary.
  public static let summary = "The page slides down and fades, as one that is deleted."
  /// The radius of the corners.
  public static let parameters: [TurnParameter<Self>] = lookParameters(
    "cornerRadius", "contactShadow")

  /// The look; only the corners and the background have an effect.
  public var look = Look()
  /// Offset of the page at progress 1, as shares of its width and height before reflection; default
  /// down.
  package var way = SIMD2(0.0, 1.0)

  /// The defaults.
  public init() {}

  /// Throws for the first parameter out of its range.
  public func check() throws(ParameterError) { try look.check() }

  /// The page on its way down.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    let progress = progress(moment, on: stage)
    guard progress > 0 else { return stage.start(look, base: base) }
    guard progress < 1 else { return stage.end(look, base: base) }
    var page = stage.flat(.front, at: way * stage.size * progress)
    page.opacity = 1 - progress
    return stage.scene(look, base: base, leaves: [page])
  }

  /// No margin: a page that slides out is cropped.
  public func margin(at moment: Moment, on stage: TurnStage) -> Margin { .none }
}
