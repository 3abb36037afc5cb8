/// No turn: the picture changes at once at progress 1.
public struct NoTurn: Turn {
  /// `none`.
  public static let name = "none"
  /// One-sentence summary.
  public static let summary = "The next page is there at the end, without a turn."
  /// The radius of the corners.
  public static let parameters: [TurnParameter<Self>] = lookParameters(
    "cornerRadius", "contactShadow")

  /// The look; only the corners and the background have an effect.
  public var look = Look()

  /// The defaults.
  public init() {}

  /// Throws for the first parameter out of its range.
  public func check() throws(ParameterError) { try look.check() }

  /// The front before progress 1, then the next page.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    progress(moment, on: stage) < 1 ? stage.start(look, base: base) : stage.end(look, base: base)
  }
}
