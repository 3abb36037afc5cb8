/// A half flip, as on a flipboard: half a page turns about the middle of the page.
///
/// The turning leaf shows the second half of the page on its front, and the first half of the
/// following page on its back. It turns from 0°, the lower or right half, to 180°. The back isn't
/// mirrored: it reads correctly after landing. Progress is the leaf's angle divided by 180°. With
/// several leaves, progress is the time in a `Flipboard`'s flight divided by the flight's duration,
/// which includes the first delay.
///
/// Both sides of the hinge meet without a visible seam, even inside a row of pixels. The turn
/// ignores the look's `view`: its own eye is above the page's centre or, with facing pages, above
/// the middle of the spine. Half flips also ignore what the look says of backs.
public struct FlipTurn: Turn {
  /// `flip`.
  public static let name = "flip"
  /// One-sentence summary.
  public static let summary = "Half of the page turns over about the middle, as on a flipboard."
  /// Facing pages turn as whole leaves about the spine, whatever the axis.
  public static let turnsSpreads = true
  /// Several leaves follow the schedule of a flipboard.
  public static let turnsFlights = true
  /// The original's flipboard, the vertical axis, and the original's mixing.
  public static var presets: [TurnPreset<Self>] {
    var vertical = FlipTurn()
    vertical.axis = .vertical
    return [
      TurnPreset(
        "flipboard", "half flips as in Flipboard: flat shades, no edge", flipboard, ease: .linear),
      TurnPreset("vertical", "about the vertical middle, as a book's leaf", vertical),
      TurnPreset(
        "source", "flipboard, shades mixed in encoded values as in the original", source,
        ease: .linear),
    ]
  }
  /// The eye, the leaves' spread, the shades, the paper's thickness and the corners.
  ///
  /// With facing pages, also the show-through and the grain of backs without a picture.
  public static let parameters: [TurnParameter<Self>] =
    [
      TurnParameter(
        "eye", .length, 0...1e6, "distance of the eye from the page",
        get: { flip, page in
          let distance = flip.eye.pixels(on: page)
          return distance.isFinite ? distance : nil
        }, set: { $0.eye = .pixels($1) }),
      TurnParameter(
        "perspective", .number, EyeDistance.perspectives,
        "the page's longer side over the eye's distance",
        get: { flip, _ in flip.eye.perspective }, set: { $0.eye = .perspective($1) }),
      TurnParameter("spread", .degrees, 0...1, "angle between neighbours at rest") {
        $1(&$0.spread)
      },
      TurnParameter(
        "leafShade", .share, 0...1, "black over a turning leaf, both faces"
      ) { $1(&$0.leafShade) },
      TurnParameter(
        "neighbourShade", .share, 0...1, "black over the page under a leaf"
      ) { $1(&$0.neighbourShade) },
      TurnParameter(
        "hingeShade", .share, 0...1, "share of the sky's light that planes hide from one another"
      ) { $1(&$0.hingeShade) },
      TurnParameter("thickness", "thickness of the paper, seen at a leaf's free edge") {
        $1(&$0.thickness)
      },
    ] + lookParameters("showThrough", "grain", "cornerRadius", "contactShadow")

  /// The line about which half pages turn.
  public enum Axis: String, Sendable, CaseIterable {
    /// Horizontal, at half the page's height: the lower half turns up.
    case horizontal
    /// Vertical, at half the page's width: the right half turns to the left.
    case vertical
  }

  /// A flipboard: eye at 1,500 page pixels, leaves 0.1° apart, 0.06 black over the turning leaf and
  /// up to 0.3 over its neighbour; no shade towards the hinge and no edge.
  public static let flipboard: FlipTurn = {
    var turn = FlipTurn()
    turn.hingeShade = 0
    turn.thickness = .pixels(0)
    turn.look.leafBlock = .pixels(0)
    turn.look.grain = 0
    return turn
  }()

  /// The flipboard on white paper, its shades mixed in encoded values, as its screens showed them.
  public static let source: FlipTurn = {
    var turn = FlipTurn.flipboard
    turn.mixing = .encoded
    turn.look.paper = .white
    return turn
  }()

  /// The line about which half pages turn; default horizontal.
  public var axis = Axis.horizontal
  /// Distance of the eye from the page, a length of 0 … 1,000,000 in either unit, or a perspective;
  /// default 1,500 page pixels.
  ///
  /// Smaller values are raised so that no leaf reaches the eye: to 5/8 of the page's side across
  /// the axis or, with facing pages, to 5/4 of the page's width.
  public var eye = EyeDistance.pixels(1500)
  /// Angle between neighbouring leaves at rest, degrees, 0…1; default 0.1.
  ///
  /// The spread determines the stacking order of the leaves and affects their timing.
  public var spread: Double = 0.1
  /// Share of black mixed over both faces of a turning leaf, 0…1; default 0.06.
  ///
  /// It fades in over the first twentieth of the leaf's turn and out over the last twentieth.
  public var leafShade: Double = 0.06
  /// Share of black mixed over the page from which a leaf rises or on which it lands, 0…1; default
  /// 0.3.
  ///
  /// It falls linearly from this value, with the leaf flat on the page, to 0, with the leaf
  /// upright.
  public var neighbourShade: Double = 0.3
  /// Strength of the shade towards the hinge, 0…1; default 0.5; 0 disables it.
  ///
  /// At 1, points at the hinge and at a free edge lose the share of the sky that the next plane hides
  /// from them, and points between them in proportion. The shade darkens the leaf and the halves or
  /// pages at rest, and is 0 at both ends of the turn.
  public var hingeShade: Double = 0.5
  /// Thickness of the paper, 0 … 1,000,000 in either unit; default 0.2 % of the page's width; 0
  /// disables the edge.
  ///
  /// The cut edge shows along the free edge of a turning leaf, in a shade of its paper's colour. At
  /// an angle it is sin(angle) times as wide as the paper is thick.
  public var thickness: Length = .percent(0.2)
  /// Values in which the shades are mixed; default linear light.
  public var mixing = Mixing.linear
  /// The look; the shades and the cut edge are drawn if `isLit` is true.
  public var look = Look()

  /// The defaults: those of `flipboard`, with the shade towards the hinge and the cut edge.
  public init() {}

  /// Throws for the first parameter out of its range.
  public func check() throws(ParameterError) {
    try eye.check("eye", 0...1e6)
    try ParameterError.require("spread", spread, 0...1)
    try ParameterError.require("leafShade", leafShade, 0...1)
    try ParameterError.require("neighbourShade", neighbourShade, 0...1)
    try ParameterError.require("hingeShade", hingeShade, 0...1)
    try ParameterError.require("thickness", thickness)
    try look.check()
  }

  /// The angles of all leaves at a progress, degrees, in the order of their starts: 0 before a
  /// leaf's turn, 180 after it.
  public func angles(_ progress: Double, leaves: Int) -> [Double] {
    let progress = min(max(progress, 0), 1)
    if leaves == 1 { return [180 * progress] }
    let board = Flipboard(pages: leaves + 1, spread: spread)
    let flight = board.flight(from: 0, to: leaves)
    return (0..<leaves).map { i in
      let angle = flight.angle(of: board.lowerLeaf(of: i), at: progress * flight.totalDuration)
      return min(max(angle ?? 0, 0), 180)
    }
  }

  /// The leaves' angles, divided by 180°.
  public func leafProgress(_ progress: Double, leaves: Int) -> [Double] {
    angles(progress, leaves: leaves).map { $0 / 180 }
  }

  /// The map from the page to the view for a leaf at an angle, degrees.
  ///
  /// A point at distance d from the hinge moves to distance d·cos and height d·sin. The eye above
  /// the page's centre sees it divided by 1 − d·sin / eye, the map's third component.
  public func map(_ angle: Double, on page: PageSize) -> Projective {
    let isUpright = axis == .horizontal
    let flat = isUpright ? page : Symmetry.transposed.applied(to: page)
    let (cosine, sine) = cosineAndSine(degrees: angle)
    let centre = SIMD2(Double(flat.width), Double(flat.height)) / 2
    let rise = sine / max(eye.pixels(on: page), 1.25 * centre.y)
    let along = cosine - centre.y * rise
    let rows = [
      1, -centre.x * rise, centre.x * rise * centre.y,
      0, along, centre.y - centre.y * along,
      0, -rise, 1 + rise * centre.y,
    ]
    return Projective(
      rows: isUpright ? rows : Symmetry.transposed.applied(toMatrix: rows, on: flat))
  }

  /// The halves at a moment, over `base`.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    let progress = progress(moment, on: stage)
    guard progress > 0 else {
      // At rest, a flipboard shows no leaf under the front: only the next page lies there.
      var alone = stage
      if !stage.isFacing { alone.leaves = 1 }
      return alone.start(look, base: base)
    }
    guard progress < 1 else { return stage.end(look, base: base) }
    if stage.isFacing {
      return spreadScene(angles(progress, on: stage), on: stage, base: base)
    }
    return FlipSides(self, angles(progress, on: stage), on: stage).scene(base: base)
  }

  /// The angles of a stage's leaves, degrees; the stage's `motions` override the flipboard's
  /// schedule.
  private func angles(_ progress: Double, on stage: TurnStage) -> [Double] {
    guard let motions = stage.motions else { return angles(progress, leaves: stage.leaves) }
    return motions.map { 180 * min(max($0.progress, 0), 1) }
  }
}
