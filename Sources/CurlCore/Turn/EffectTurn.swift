/// The front goes away by effects: each runs from nothing at progress 0 to all of it at 1, or is as
/// ``share`` and the tracks of its numbers have it.
///
/// Before the turn the page lies untouched, also where it follows a path; over the last part of the
/// turn it fades, and at progress 1 it is gone, wherever its effects have taken it.
public struct EffectTurn: Turn {
  /// `effect`.
  public static let name = "effect"
  /// What it does, in a sentence.
  public static let summary = "The page is moved, skewed, scaled, turned, or follows a path."
  /// A path.
  public static var presets: [TurnPreset<Self>] {
    [
      TurnPreset(
        "infinity", "the page follows a lying eight",
        EffectTurn(whole(share: 1)))
    ]
  }
  /// The numbers of the effects that the default has.
  public static let parameters: [TurnParameter<Self>] = EffectTurn().parameters
  /// The numbers of all effects by name, the share of their way, the fade and the corners.
  ///
  /// A stack's second rotation is `rotation2`, and so on.
  public var parameters: [TurnParameter<Self>] { effects.parameters + Self.ownParameters }

  private static let ownParameters: [TurnParameter<Self>] =
    [
      TurnParameter(
        "share", .share, 0...1, "how far the effects have come, whatever the progress",
        get: { turn, _ in turn.share }, set: { $0.share = $1 }),
      TurnParameter("fade", .share, 0...1, "part of the turn in which the page fades") {
        $1(&$0.fade)
      },
    ] + lookParameters("cornerRadius")

  /// One effect of each kind, most of which change nothing until they are set.
  private static func whole(
    scale: Double = 1, rotation: Double = 0, offset: Length = .pixels(0), share: Double = 0
  ) -> EffectStack {
    EffectStack([
      PageEffect(.scale(SIMD2(scale, scale))), PageEffect(.skew(0)),
      PageEffect(.rotation(rotation)), PageEffect(.offset(offset, .pixels(0))),
      PageEffect(.follow(.infinity, share)),
    ])
  }

  /// What becomes of the page, 100 effects at most; default it turns by 12° and leaves to the left.
  ///
  /// The default has an effect of each kind; its skew and its path change nothing until they are set.
  public var effects = whole(scale: 0.8, rotation: -12, offset: .percent(-110))
  /// How far the effects have come, 0…1; nil, the default, is the progress.
  ///
  /// At 1 each is all of what its numbers say from the start, as tracks of them are meant to be.
  public var share: Double?
  /// The last part of the turn, 0…1, in which the page fades; default 0.3.
  ///
  /// At 0 it doesn't, and is gone at the end all at once.
  public var fade: Double = 0.3
  /// The page.
  public var look = Look()

  /// The defaults.
  public init() {}

  /// A turn by effects.
  public init(_ effects: EffectStack) { self.effects = effects }

  /// Throws for the first parameter out of its range.
  public func check() throws(ParameterError) {
    try ParameterError.require("fade", fade, 0...1)
    if let share { try ParameterError.require("share", share, 0...1) }
    try ParameterError.require(
      "number of effects", Double(effects.effects.count), 0...Double(EffectStack.most))
    for effect in effects.effects { try effect.check() }
    try look.check()
  }

  /// The turn with its effects' lengths in page pixels of `page`.
  public func inPixels(on page: PageSize) -> EffectTurn {
    var turn = self
    turn.effects.effects = effects.effects.map { $0.inPixels(on: page) }
    return turn
  }

  /// The page as its effects have it.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    let progress = progress(moment, on: stage)
    guard progress > 0 else { return stage.start(look, base: base) }
    guard progress < 1 else { return stage.end(look, base: base) }
    var page = stage.flat(.front)
    page.surface = .projective(effects.map(at: share ?? progress, on: stage.page))
    if fade > 0 { page.opacity = 1 - CurlTurn.smoothstep((progress - 1 + fade) / fade) }
    return stage.scene(look, base: base, leaves: [page])
  }

  /// Where its effects that affect the layout have it, as long as it's there.
  public func layout(at moment: Moment, on stage: TurnStage) -> PageLayout {
    let progress = progress(moment, on: stage)
    guard progress > 0, progress < 1 else { return PageLayout(page: stage.page) }
    return PageLayout(
      page: stage.page, map: effects.lying.map(at: share ?? progress, on: stage.page))
  }
}
