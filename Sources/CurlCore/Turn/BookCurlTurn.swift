/// The curl of a leaf that is bound at the spine and lands as its own mirror image.
///
/// The held point of the free edge follows a path, which determines the fold. The fold never
/// crosses the spine: its distance D from the origin along its normal n satisfies D ≥ max p·n over
/// the spine's points p. The roll shrinks with the distance between fold and spine.
public struct BookCurlTurn: Turn {
  /// `book-curl`.
  public static let name = "book-curl"
  /// One-sentence summary.
  public static let summary = "The leaf of a book rolls over, from a corner or an edge, and lands."
  /// The leaf can land on a facing page.
  public static let turnsSpreads = true
  /// Grab, path, radius and all of the look's parameters.
  public static let parameters: [TurnParameter<Self>] =
    [
      TurnParameter("grab", .share, 0...1, "held at the top corner (0) … bottom (1)") {
        $1(&$0.path.grab)
      },
      TurnParameter("lift", .number, 0...2, "height of the path, page widths") {
        $1(&$0.path.lift)
      },
      TurnParameter("radius", "radius of the roll") { $1(&$0.radius) },
      TurnParameter(
        "stagger", .share, 0...1, "delay between leaves' starts, share of a turn"
      ) { $1(&$0.stagger) },
    ]
    + lookParameters(
      "showThrough", "grain", "shadowAmount", "shadowSize", "shading", "cornerRadius",
      "contactShadow",
      "thickness", "bounce",
      "sheen", "gloss", "keyLight", "lightElevation", "lightAzimuth", "lightSize", "perspective")

  /// The curl of an e-book reader.
  public static var presets: [TurnPreset<Self>] {
    [
      TurnPreset(
        "reader", "as in an e-book reader: its paper over the mirrored back", reader(),
        ease: .linear),
      TurnPreset(
        "reader-one-sided", "the same with a blank back", reader(isOneSided: true), ease: .linear),
    ]
  }

  /// Path of the held point; with `lift` 0 the leaf rolls straight across.
  public var path = DragPath()
  /// Radius of the roll, 0 (a flat fold) … 1,000,000 in either unit; default 9 %.
  ///
  /// The radius is reduced where the roll would lift the spine.
  public var radius: Length = .percent(9)
  /// Delay between the starts of consecutive leaves, as a share of a leaf's time, 0…1; default 0.2.
  public var stagger: Double = 0.2
  /// The paper, light and view.
  public var look = Look()

  /// The defaults: from the bottom corner.
  public init() {}

  /// The curl of an e-book reader.
  ///
  /// The back shows the front through the paper, over the reader's background; the back of a
  /// one-sided leaf shows the background alone.
  ///
  /// - Parameters:
  ///   - paper: the reader's background.
  ///   - isOneSided: whether the back is blank.
  /// - Returns: a curl from the bottom corner.
  public static func reader(paper: Colour = .white, isOneSided: Bool = false) -> BookCurlTurn {
    var turn = BookCurlTurn()
    turn.look.paper = paper
    (turn.look.bounce, turn.look.sheen) = (0, 0)
    turn.look.leafBlock = .pixels(0)
    turn.look.grain = 0
    if isOneSided {
      turn.look.back = .colour(paper)
      turn.look.showThrough = 0
    }
    return turn
  }

  /// Throws for the first parameter out of its range.
  public func check() throws(ParameterError) {
    try path.check()
    try ParameterError.require("radius", radius)
    try ParameterError.require("stagger", stagger, 0...1)
    try look.check()
  }

  /// The leaves in flight, over the pages under them.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    stage.flight(look, base: base, progress(moment, on: stage), stagger: stagger) { motion in
      let curl = CurlDrag.curl(
        motion, along: path, radius: radius.pixels(on: stage.page), on: stage.page)
      return BentSheet(
        radius: curl.radius, fold: curl.fold, share: BentSheet.ramps(motion.progress),
        opacity: stage.opacity(at: motion.progress))
    }
  }
}
