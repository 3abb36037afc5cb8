/// The front leaves by effects, which grow from none at progress 0 to their full numbers at 1.
///
/// ``share`` and tracks of the effects' numbers replace progress. At progress 0 the page is
/// untouched, even on a path. The page fades over the last part of the turn; at progress 1 it isn't
/// drawn.
public struct EffectTurn: Turn {
  /// `effect`.
  public static let name = "effect"
  /// One-sentence summary.
  public static let summary = "The page is moved, skewed, scaled, turned, or follows a path."
  /// The page on a path.
  public static var presets: [TurnPreset<Self>] {
    [
      TurnPreset(
        "infinity", "the page follows a figure eight (∞)",
        EffectTurn(whole(share: 1)))
    ]
  }
  /// The numbers of the default effects.
  public static let parameters: [TurnParameter<Self>] = EffectTurn().parameters
  /// The numbers of all effects by name, the share, the fade and the corners.
  ///
  /// A stack's second rotation is `rotation2`, and so on.
  public var parameters: [TurnParameter<Self>] { effects.parameters + Self.ownParameters }

  private static let ownParameters: [TurnParameter<Self>] =
    [
      TurnParameter(
        "share", .share, 0...1, "share of the effects; overrides the progress",
        get: { turn, _ in turn.share }, set: { $0.share = $1 }),
      TurnParameter("fade", .share, 0...1, "last part of the turn, in which the page fades") {
        $1(&$0.fade)
      },
    ] + lookParameters("cornerRadius", "contactShadow")

  /// One effect of each kind; most change nothing until they are set.
  private static func whole(
    scale: Double = 1, rotation: Double = 0, offset: Length = .pixels(0), share: Double = 0
  ) -> EffectStack {
    EffectStack([
      PageEffect(.scale(SIMD2(scale, scale))), PageEffect(.skew(0)),
      PageEffect(.rotation(rotation)), PageEffect(.offset(offset, .pixels(0))),
      PageEffect(.follow(.infinity, share)),
    ])
  }

  /// Effects on the page, at most 100; by default the page shrinks, rotates by −12° and leaves to
  /// the left.
  ///
  /// The default has one effect of each kind; its skew and path change nothing until they are set.
  public var effects = whole(scale: 0.8, rotation: -12, offset: .percent(-110))
  /// Share of the effects, 0…1; nil, the default, means the progress.
  ///
  /// Set 1 if tracks drive the effects' numbers: then these apply in full from the start.
  public var share: Double?
  /// Last part of the turn in which the page fades, 0…1; default 0.3.
  ///
  /// At 0 the page disappears at once at the end.
  public var fade: Double = 0.3
  /// The look; only the corners and the background have an effect.
  public var look = Look()

  /// The defaults.
  public init() {}

  /// A turn with effects.
  public init(_ effects: EffectStack) { self.effects = effects }

  /// Throws for the first parameter out of its range.
  public func check() throws(ParameterError) {
    try ParameterError.require("fade", fade, 0...1)
    if let share { try ParameterError.require("share", share, 0...1) }
    try ParameterError.require(
      "number of effects", Double(effects.effects.count), 0...Double(EffectStack.mostEffects))
    for effect in effects.effects { try effect.check() }
    try look.check()
  }

  /// The turn with the lengths of its effects in page pixels of `page`.
  public func inPixels(on page: PageSize) -> EffectTurn {
    var turn = self
    turn.effects.effects = effects.effects.map { $0.inPixels(on: page) }
    return turn
  }

  /// The page with its effects.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    let progress = progress(moment, on: stage)
    guard progress > 0 else { return stage.start(look, base: base) }
    guard progress < 1 else { return stage.end(look, base: base) }
    var page = stage.flat(.front)
    page.surface = .projective(effects.map(at: share ?? progress, on: stage.page))
    if fade > 0 { page.opacity = 1 - smoothstep((progress - 1 + fade) / fade) }
    return stage.scene(look, base: base, leaves: [page])
  }

  /// The page moved by the effects that affect the layout; unmoved at progress 0 and 1.
  public func layout(at moment: Moment, on stage: TurnStage) -> PageLayout {
    let progress = progress(moment, on: stage)
    guard progress > 0, progress < 1 else { return PageLayout(page: stage.page) }
    return PageLayout(
      page: stage.page, map: effects.affectingLayout.map(at: share ?? progress, on: stage.page))
  }
}
