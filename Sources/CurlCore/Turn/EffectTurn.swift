/// The front leaves by effects, which grow with time from none at 0 to their full numbers at 1.
///
/// The turn ends at time 1 or as soon as the page has left the canvas for good, so that no part of it
/// shows nothing. ``share`` and tracks of the effects' numbers replace the time. At progress 0 the
/// page is untouched, even on a path. The page fades over the last part of the time; at progress 1 it
/// isn't drawn.
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
        "share", .share, 0...1, "share of the effects; overrides the time",
        get: { turn, _ in turn.share }, set: { $0.share = $1 }),
      TurnParameter("fade", .share, 0...1, "last part of the time, in which the page fades") {
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
  public var effects = whole(scale: 0.8, rotation: -12, offset: .percent(-140))
  /// Share of the effects, 0…1; nil, the default, means the time.
  ///
  /// Set 1 if tracks drive the effects' numbers: then these apply in full from the start.
  public var share: Double?
  /// Last part of the time, in which the page fades, 0…1; default 0.3.
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

  /// The time at which the page has left the canvas for good, at most 1; 1 for a page that stays, and
  /// with a ``share``.
  public func endTime(on stage: TurnStage) -> Double {
    func isSeen(_ time: Double) -> Bool {
      let map = effects.map(at: time, on: stage.page)
      return stage.canvas.area.overlaps(Rectangle(stage.page).corners.map { map($0) })
    }
    return share == nil && !isSeen(1) ? TurnStage.exit(isSeen) : 1
  }

  /// Margin that the whole way of the page needs around the page.
  public func margin(on stage: TurnStage) -> Margin {
    // On a canvas without end, the page leaves by its effects alone.
    let (far, middle) = (1e7, stage.size / 2)
    var stage = stage
    stage.canvas = Canvas(
      width: 1, height: 1, origin: middle - far, step: SIMD2(2 * far, 2 * far))
    return sampledMargin(on: stage)
  }

  /// The page with its effects.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    let progress = progress(moment, on: stage)
    guard progress > 0 else { return stage.start(look, base: base) }
    guard progress < 1 else { return stage.end(look, base: base) }
    var page = stage.flat(.front)
    let time = progress * endTime(on: stage)
    page.surface = .projective(effects.map(at: share ?? time, on: stage.page))
    if fade > 0 { page.opacity = TurnStage.fadeOut((time - 1 + fade) / fade) }
    return stage.scene(look, base: base, leaves: [page])
  }

  /// The page moved by the effects that affect the layout; unmoved at progress 0 and 1.
  public func layout(at moment: Moment, on stage: TurnStage) -> PageLayout {
    let progress = progress(moment, on: stage)
    guard progress > 0, progress < 1 else { return PageLayout(page: stage.page) }
    return PageLayout(
      page: stage.page,
      map: effects.affectingLayout.map(
        at: share ?? progress * endTime(on: stage), on: stage.page))
  }
}

extension Rectangle {
  /// Whether a convex polygon has an area in common with the rectangle: no line along a side of one
  /// of them separates them.
  fileprivate func overlaps(_ polygon: [SIMD2<Double>]) -> Bool {
    func extent(_ points: [SIMD2<Double>], _ axis: SIMD2<Double>) -> (low: Double, high: Double) {
      points.reduce((Double.infinity, -Double.infinity)) { range, point in
        let place = (point * axis).sum()
        return (min(range.0, place), max(range.1, place))
      }
    }
    let sides = polygon.indices.map { i in polygon[(i + 1) % polygon.count] - polygon[i] }
    let axes = [SIMD2(1.0, 0), SIMD2(0, 1)] + sides.map { SIMD2(-$0.y, $0.x) }
    return axes.allSatisfy { axis in
      let (own, other) = (extent(corners, axis), extent(polygon, axis))
      return own.low < other.high && other.low < own.high
    }
  }
}
