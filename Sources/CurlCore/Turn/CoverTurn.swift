/// One page slides over the other with a soft shadow at its edge: the front slides away, or the
/// next page slides over it.
public struct CoverTurn: Turn {
  /// `cover`.
  public static let name = "cover"
  /// One-sentence summary.
  public static let summary = "The page slides away and uncovers the next, or the next covers it."
  /// One preset per direction for the front that slides away, and one for the next page that slides
  /// in.
  public static var presets: [TurnPreset<Self>] {
    SlideDirection.allCases.map {
      TurnPreset($0.rawValue, "the page moves away \($0.rawValue)", CoverTurn($0))
    }
      + SlideDirection.allCases.map {
        TurnPreset(
          "arriving-\($0.rawValue)", "the next page moves in \($0.rawValue)",
          CoverTurn($0, arrives: true))
      }
  }
  /// The edge's shadow and the corners.
  public static let parameters: [TurnParameter<Self>] =
    [
      TurnParameter("shadowWidth", "width of the edge's shadow") { $1(&$0.shadowWidth) },
      TurnParameter("shadowStrength", .share, 0...1, "share of black at the edge") {
        $1(&$0.shadowStrength)
      },
    ] + lookParameters("cornerRadius", "contactShadow")

  /// Direction of the moving page; default left.
  public var direction = SlideDirection.left
  /// Whether the next page slides over the front, instead of the front sliding away; default false.
  public var arrives = false
  /// Width of the edge's shadow, 0 … 1,000,000 in either unit; 0 disables it, default 6 %.
  public var shadowWidth: Length = .percent(6)
  /// Share of the light that the shadow takes at the edge, 0…1; default 0.45.
  ///
  /// It fades in over the first tenth of the turn and out over the last.
  public var shadowStrength: Double = 0.45
  /// The look; the shadow is drawn if `isLit` is true.
  public var look = Look()

  /// The defaults.
  public init() {}

  /// A cover with a direction.
  public init(_ direction: SlideDirection, arrives: Bool = false) {
    self.direction = direction
    self.arrives = arrives
  }

  /// Throws for the first parameter out of its range.
  public func check() throws(ParameterError) {
    try ParameterError.require("shadowWidth", shadowWidth)
    try ParameterError.require("shadowStrength", shadowStrength, 0...1)
    try look.check()
  }

  /// The moving page, over the resting one.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    let progress = progress(moment, on: stage)
    guard progress > 0 else { return stage.start(look, base: base) }
    guard progress < 1 else { return stage.end(look, base: base) }
    let v = direction.vector
    let shift = v * stage.size * progress
    let isForward = v.x + v.y > 0
    if arrives {
      // The leading edge, with the shadow ahead of it.
      let edge = isForward ? shift : stage.size + shift
      // All pages under an arriving page with alpha fade out.
      let share = stage.translucent.contains(.next) ? TurnStage.rampOut(progress) : 1
      func remaining(_ page: Leaf) -> Leaf {
        let side = v.x == 0 ? 1 : 0
        return stage.faded(page, at: edge[side], side: side, isBeyond: !isForward, share: share)
      }
      let (front, next) = (stage.flat(.front), stage.flat(.next))
      func shadow(on page: Leaf) -> [Leaf] {
        self.shadow(at: edge, along: v, progress, on: page, of: stage)
      }
      let isClear = stage.translucent.contains(.front) && base != .nothing
      return stage.scene(
        look, base: base, ground: share < 1 ? [remaining(next)] : nil,
        leaves: (isClear ? shadow(on: next) : []) + [remaining(front)] + shadow(on: front)
          + [stage.sliding(.next, at: shift - v * stage.size)])
    }
    // The trailing edge, with the shadow behind it.
    let edge = isForward ? shift : stage.size + shift
    let band = shadow(at: edge, along: -1 * v, progress, on: stage.flat(.next), of: stage)
    return stage.scene(
      look, base: base, leaves: (base == .nothing ? [] : band) + [stage.sliding(.front, at: shift)])
  }

  /// No margin: a page that slides out is cropped.
  public func margin(at moment: Moment, on stage: TurnStage) -> Margin { .none }

  /// The edge's shadow on a resting page, as two bands from the edge in a direction.
  ///
  /// One band has the full width, the other a third of it, so that the shadow is steepest at the
  /// edge.
  private func shadow(
    at edge: SIMD2<Double>, along v: SIMD2<Double>, _ progress: Double, on page: Leaf,
    of stage: TurnStage
  ) -> [Leaf] {
    let width = shadowWidth.pixels(on: stage.page)
    let strength =
      shadowStrength * smoothstep(progress / 0.1)
      * smoothstep((1 - progress) / 0.1)
    guard look.isLit, width > 0, strength > 0 else { return [] }
    // Two bands of this alpha, one over the other, take `strength` of the light.
    let alpha = 1 - (1 - strength).squareRoot()
    let side = v.x == 0 ? 1 : 0
    return [width, width / 3].map { width in
      let end = edge + width * v
      var band = Rectangle(stage.page)
      band.origin[side] = min(edge[side], end[side])
      band.size[side] = width
      let dark = Colour(red: 0, green: 0, blue: 0, alpha: alpha)
      return page.shaded(
        .gradient(Gradient(start: edge, end: end, from: dark, to: .clear)), clip: band)
    }
  }
}
