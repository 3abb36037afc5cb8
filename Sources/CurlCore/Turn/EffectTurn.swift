/// The front goes away by effects: each runs from nothing at progress 0 to all of it at 1.
///
/// Before the turn the page lies untouched, also where it follows a path; over the last part of the
/// turn it fades, and at progress 1 it is gone, wherever its effects have taken it.
public struct EffectTurn: Turn {
  /// `effect`.
  public static let name = "effect"
  /// What it does, in a sentence.
  public static let summary = "The page is moved, skewed, scaled, turned, or follows a path."
  /// A path.
  public static var presets: [TurnPreset] {
    [
      TurnPreset(
        "infinity", "the page follows a lying eight",
        EffectTurn(EffectStack([PageEffect(.follow(.infinity, 1))])))
    ]
  }
  /// The fade and the corners.
  public static let parameters: [TurnParameter<Self>] =
    [TurnParameter("fade", .share, 0...1, "part of the turn in which the page fades", \.fade)]
    + lookParameters("cornerRadius")

  /// What becomes of the page; default it turns by 12° and leaves to the left, smaller.
  public var effects = EffectStack([
    PageEffect(.scale(SIMD2(0.8, 0.8))), PageEffect(.rotation(-12)),
    PageEffect(.offset(.percent(-110), .pixels(0))),
  ])
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
    page.surface = .projective(effects.map(at: progress, on: stage.page))
    if fade > 0 { page.opacity = 1 - CurlTurn.smoothstep((progress - 1 + fade) / fade) }
    return stage.scene(look, base: base, leaves: [page])
  }
}

extension PageEffect {
  /// The effect with its lengths in page pixels of `page`.
  func inPixels(on page: PageSize) -> PageEffect {
    func pixels(_ length: Length) -> Length { .pixels(length.pixels(on: page)) }
    var effect = self
    switch change {
    case .offset(let x, let y): effect.change = .offset(pixels(x), pixels(y))
    case .skew(let skew, let offset): effect.change = .skew(skew, offset: pixels(offset))
    case .scale, .rotation, .follow: break
    }
    return effect
  }

  /// Throws for the first number out of its range.
  func check() throws(ParameterError) {
    func offset(_ name: String, _ length: Length) throws(ParameterError) {
      try ParameterError.require(name, length.value, -1e6...1e6)
    }
    switch change {
    case .offset(let x, let y):
      try offset("offset's x", x)
      try offset("offset's y", y)
    case .skew(let skew, let along):
      try ParameterError.require("skew", skew, -100...100)
      try offset("skew's offset", along)
    case .scale(let factor, let place):
      try ParameterError.require("scale's x", factor.x, -100...100)
      try ParameterError.require("scale's y", factor.y, -100...100)
      try Self.check("scale's", place)
    case .rotation(let degrees, let place):
      try ParameterError.require("rotation", degrees, -1e6...1e6)
      try Self.check("rotation's", place)
    case .follow(_, let share, _):
      try ParameterError.require("path's share", share, 0...1)
    }
  }

  private static func check(_ name: String, _ place: SIMD2<Double>) throws(ParameterError) {
    try ParameterError.require("\(name) place x", place.x, -100...100)
    try ParameterError.require("\(name) place y", place.y, -100...100)
  }
}
