internal import Glibc

/// A card flip: the whole page turns about an axis through its centre, and the next page is its
/// other side.
///
/// The angle is 180° times progress unless `angle` is set or a track drives it; then progress has
/// no effect, and the card may turn any number of times. The card shows the next page from 90° to
/// 270° of each turn, and the front otherwise. The next page lands upright, whatever the axis.
///
/// The background surrounds the card, and no page lies under it. The turn has its own eye above the
/// page's centre and ignores the look's `view` and `back`.
public struct CardTurn: Turn {
  /// `card`.
  public static let name = "card"
  /// One-sentence summary.
  public static let summary = "The whole page turns about an axis, the next one is its other side."
  /// The default axis, the horizontal one, and the vertical one.
  public static var presets: [TurnPreset<Self>] {
    func axis(_ axis: SIMD2<Double>) -> CardTurn {
      var card = CardTurn()
      card.axis = axis
      return card
    }
    return [
      TurnPreset("card", "about the axis (1, 5), the default", card),
      TurnPreset("horizontal", "about the horizontal middle", axis(SIMD2(1, 0))),
      TurnPreset("vertical", "about the vertical middle", axis(SIMD2(0, 1))),
    ]
  }
  /// The axis, the eye and the corners.
  public static let parameters: [TurnParameter<Self>] =
    [
      TurnParameter("axisX", .number, -1e6...1e6, "the axis, x to the right") { $1(&$0.axis.x) },
      TurnParameter("axisY", .number, -1e6...1e6, "the axis, y down") { $1(&$0.axis.y) },
      TurnParameter(
        "eye", .length, 0...1e6, "distance of the eye from the page",
        get: { card, page in
          let distance = card.eyeDistance(on: page)
          return distance.isFinite ? distance : nil
        }, set: { $0.eye = .pixels($1) }),
      TurnParameter(
        "perspective", .number, EyeDistance.perspectives,
        "the page's longer side over the eye's distance",
        get: { card, _ in card.eye.perspective }, set: { $0.eye = .perspective($1) }),
      TurnParameter(
        "angle", .degrees, -1e6...1e6, "angle of the card; overrides the progress",
        get: { card, _ in card.angle }, set: { $0.angle = $1 }),
    ] + lookParameters("cornerRadius", "contactShadow")

  /// The card of the SwiftUI example: axis (1, 5), eye at the distance of the page's longer side.
  public static let card = CardTurn()

  /// Direction of the axis, y down; each −1,000,000 … 1,000,000, not both 0; default (1, 5).
  public var axis = SIMD2(1.0, 5.0)
  /// Angle of the card, −1,000,000 … 1,000,000°: 0 shows the front, 180 the next page; nil, the
  /// default, means 180° times progress.
  public var angle: Double?
  /// Distance of the eye from the page, a length of 0 … 1,000,000 in either unit, or a perspective;
  /// default perspective 1, the page's longer side.
  ///
  /// Smaller values are raised to 1.25 times the greatest height of a corner, so that no corner
  /// reaches the eye.
  public var eye = EyeDistance.perspective(1)
  /// The look; only the corners and the background have an effect.
  public var look = Look()

  /// The defaults, those of `card`.
  public init() {}

  /// Throws for the first parameter out of its range.
  public func check() throws(ParameterError) {
    try ParameterError.require("axisX", axis.x, -1e6...1e6)
    try ParameterError.require("axisY", axis.y, -1e6...1e6)
    let length = (axis * axis).sum().squareRoot()
    try ParameterError.require(
      "axis's length", length, length >= 1e-6, "above 0: one of axisX and axisY isn't 0")
    if let angle { try ParameterError.require("angle", angle, -1e6...1e6) }
    try eye.check("eye", 0...1e6)
    try look.check()
  }

  /// Whether the next page is seen at an angle, degrees: in [90, 270) of each turn.
  public static func isFlipped(_ angle: Double) -> Bool {
    let turn = angle - 360 * (angle / 360).rounded(.down)
    return turn >= 90 && turn < 270
  }

  /// The map from the page to the view for a card turned by an angle, degrees.
  ///
  /// Rodrigues' rotation of (x, y, 0) about the axis u: v·cos + u (u·v) (1 − cos), at height (u ×
  /// v)·sin, as Core Animation rotates. Then m34 = −1 / eye makes the third component 1 − height /
  /// eye.
  public func map(_ angle: Double, on page: PageSize) -> Projective {
    let u = unitAxis
    let (cosine, sine) = cosineAndSine(degrees: angle)
    let k = 1 - cosine
    let rise = sine / eyeDistance(on: page)
    let centre = SIMD2(Double(page.width), Double(page.height)) / 2
    let turned = Projective(rows: [
      cosine + k * u.x * u.x, k * u.x * u.y, 0,
      k * u.x * u.y, cosine + k * u.y * u.y, 0,
      rise * u.y, -rise * u.x, 1,
    ])
    return Projective.translation(-1 * centre).then(turned).then(.translation(centre))
  }

  /// The card at a moment; at multiples of 180° it lies flat, as at the start or end of any turn.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    let angle = angle ?? 180 * progress(moment, on: stage)
    // A flat card is drawn as the page itself, over the pages under it.
    let off = angle.remainder(dividingBy: 360)
    guard off != 0 else { return stage.start(look, base: base) }
    guard abs(off) != 180 else { return stage.end(look, base: base) }
    let isFlipped = Self.isFlipped(angle)
    var card = stage.flat(isFlipped ? .next : .front)
    card.surface = .projective(map(isFlipped ? angle - 180 : angle, on: stage.page))
    if !isFlipped { card = stage.withNextPageBeneath(card, abs(off) / 180, base: base) }
    // No page lies under a card in motion: its other side is the next page.
    return stage.scene(look, base: .nothing, leaves: [card])
  }

  private var unitAxis: SIMD2<Double> {
    let length = (axis * axis).sum().squareRoot()
    // An axis of length 0 is rejected when a turn is made; before that it counts as vertical.
    return length > 0 ? axis / length : SIMD2(0, 1)
  }

  /// Distance of the eye, page pixels.
  private func eyeDistance(on page: PageSize) -> Double {
    let size = SIMD2(Double(page.width), Double(page.height))
    let u = unitAxis
    let highest = (abs(u.x) * size.y + abs(u.y) * size.x) / 2
    return max(eye.pixels(on: page), 1.25 * highest)
  }
}
