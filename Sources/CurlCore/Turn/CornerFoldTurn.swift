/// A corner that folds over flat and is pulled across the page: a half turn of radius 0.
///
/// On a bound page, the corner stays within the circles around the spine's ends through the
/// corner's start, and the page lands as its own mirror image. A free sheet is pulled off the page.
public struct CornerFoldTurn: Turn {
  /// `corner-fold`.
  public static let name = "corner-fold"
  /// One-sentence summary.
  public static let summary = "A corner folds over flat and is drawn across the page."
  /// The leaf can land on a facing page.
  public static let turnsSpreads = true
  /// Grab, path and the look's parameters.
  public static let parameters: [TurnParameter<Self>] =
    [
      TurnParameter("grab", .share, 0...1, "held at the top corner (0) … bottom (1)") {
        $1(&$0.path.grab)
      },
      TurnParameter("lift", .number, 0...2, "height of the path, page widths") {
        $1(&$0.path.lift)
      },
      TurnParameter(
        "stagger", .share, 0...1, "delay between leaves' starts, share of a turn"
      ) { $1(&$0.stagger) },
    ]
    + lookParameters(
      "showThrough", "grain", "shadowAmount", "shadowSize", "shading", "cornerRadius",
      "contactShadow",
      "bounce", "sheen",
      "gloss", "keyLight", "lightElevation", "lightAzimuth", "lightSize")

  /// Path of the corner.
  public var path = DragPath()
  /// Whether the sheet is bound at the edge opposite the corner; default true.
  ///
  /// With facing pages it is always bound.
  public var isBound = true
  /// Delay between the starts of consecutive leaves, as a share of a leaf's time, 0…1; default 0.2.
  public var stagger: Double = 0.2
  /// The paper, light and view.
  public var look = Look()

  /// The defaults: the bottom corner of a bound page.
  public init() {}

  /// Throws for the first parameter out of its range.
  public func check() throws(ParameterError) {
    try path.check()
    try ParameterError.require("stagger", stagger, 0...1)
    try look.check()
  }

  /// The folded sheet, over the pages under it.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    stage.flight(look, base: base, progress(moment, on: stage), stagger: stagger) { motion in
      BentSheet(
        radius: 0, fold: fold(motion, on: stage), share: BentSheet.ramps(motion.progress),
        opacity: isFree(stage) ? 1 : stage.opacity(at: motion.progress))
    }
  }

  private func isFree(_ stage: TurnStage) -> Bool { !isBound && !stage.isFacing }

  /// The fold line of a motion with progress 0…1; a free sheet only uses the motion's progress.
  func fold(_ motion: LeafMotion, on stage: TurnStage) -> Fold {
    let page = stage.page
    guard isFree(stage) else {
      return CurlDrag.curl(motion, along: path, radius: 0, on: page).fold
    }
    // The fold moves away from the held point until the sheet has left the canvas.
    let start = path.start(on: page)
    let away = SIMD2(-stage.size.x, (1 - 2 * path.grab) * stage.size.y)
    let heading = away / (away * away).sum().squareRoot()
    let far = page.corners.map { (($0 - start) * heading).sum() }.max() ?? 0
    let exit = SheetExit(
      page: page, heading: heading, radius: 0, thickness: 0,
      cornerRadius: look.cornerRadius(on: page), camera: look.camera(on: page))
    let end = start + 2 * (far + exit.distance(from: stage.canvas.area.corners)) * heading
    let drag = CurlDrag(page: page, spine: nil, grab: start, radius: 0)
    return drag.curl(at: path.point(at: motion.progress, on: page, end: end)).fold
  }
}
