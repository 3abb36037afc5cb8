internal import Glibc

/// A card flip: the whole page turns about an axis through its centre, and the next page is its other
/// side.
///
/// The angle is 180° times progress, unless it's set or driven by a track: then it alone decides, over
/// any number of whole turns. From 90° to 270° of each the next page's picture is seen, else the front.
/// The next page arrives half a turn behind and rotates on in the same sense: it lands upright whatever
/// the axis.
/// Around the card its background is seen; there is no page under it. The eye is the turn's own, above
/// the page's centre; its look's `view` and `back` count for nothing.
public struct CardTurn: Turn {
  /// `card`.
  public static let name = "card"
  /// What it does, in a sentence.
  public static let summary = "The whole page turns about an axis, the next one is its other side."
  /// Upright axes.
  public static var presets: [TurnPreset<Self>] {
    func axis(_ axis: SIMD2<Double>) -> CardTurn {
      var card = CardTurn()
      card.axis = axis
      return card
    }
    return [
      TurnPreset("card", "a geometry effect's axis (1, 5), the default", card),
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
        "angle", .degrees, -1e6...1e6, "the card's angle, whatever the progress",
        get: { card, _ in card.angle }, set: { $0.angle = $1 }),
    ] + lookParameters("cornerRadius")

  /// The card of the SwiftUI example: about (1, 5), the eye as far as the page's longer side.
  public static let card = CardTurn()

  /// The axis' direction, y down, of any length but 0; each −1,000,000 … 1,000,000, default (1, 5).
  public var axis = SIMD2(1.0, 5.0)
  /// The card's angle, −1,000,000 … 1,000,000°, 0 showing the front and 180 the next page; nil, the
  /// default, is 180° times progress.
  public var angle: Double?
  /// Distance of the eye from the page, a length 0 … 1,000,000 in either unit, or a perspective;
  /// default the page's longer side, a perspective of 1.
  ///
  /// It is held to 1.25 times the greatest height of a corner at least, so that none reaches the eye.
  public var eye = EyeDistance.perspective(1)
  /// The page.
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

  /// Whether the back is seen at an angle of any number of turns, degrees: in [90, 270) of each.
  public static func isFlipped(_ angle: Double) -> Bool {
    let turn = angle - 360 * (angle / 360).rounded(.down)
    return turn >= 90 && turn < 270
  }

  /// Where the camera sees the page turned by an angle, degrees.
  ///
  /// Rodrigues' rotation of (x, y, 0) about the axis u: v·cos + u (u·v) (1 − cos), at the height
  /// (u × v)·sin, as Core Animation turns; then m34 = −1 / eye, which makes the third component
  /// 1 − height / eye.
  public func map(_ angle: Double, on page: PageSize) -> Projective {
    let u = unitAxis
    let (cosine, sine) = CurlTurn.cosineAndSine(degrees: angle)
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

  /// The card at a moment; before and after it, what all turns show.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    let angle = angle ?? 180 * progress(moment, on: stage)
    // As good as flat: the picture itself, and what lies under it.
    let off = angle.remainder(dividingBy: 360)
    guard off != 0 else { return stage.start(look, base: base) }
    guard abs(off) != 180 else { return stage.end(look, base: base) }
    let isFlipped = Self.isFlipped(angle)
    var card = stage.flat(isFlipped ? .next : .front)
    card.surface = .projective(map(isFlipped ? angle - 180 : angle, on: stage.page))
    if !isFlipped { card = stage.carrying(card, abs(off) / 180, base: base) }
    // In the air there is nothing but the card: the next page is on it.
    return stage.scene(look, base: .nothing, leaves: [card])
  }

  private var unitAxis: SIMD2<Double> {
    let length = (axis * axis).sum().squareRoot()
    // Refused when a turn is made; whoever asks before that gets an upright axis.
    return length > 0 ? axis / length : SIMD2(0, 1)
  }

  /// The eye's distance in page pixels.
  private func eyeDistance(on page: PageSize) -> Double {
    let size = SIMD2(Double(page.width), Double(page.height))
    let u = unitAxis
    let highest = (abs(u.x) * size.y + abs(u.y) * size.x) / 2
    return max(eye.pixels(on: page), 1.25 * highest)
  }
}
