/// A push: the next page comes in from one side and pushes the front out at the other.
///
/// The front moves by the page's width (or height) times progress; the next page starts that far on
/// the other side. Places between whole pixels are drawn as they are; there is no gap and nothing
/// counts twice where the two meet.
public struct SlideTurn: Turn {
  /// `slide`.
  public static let name = "slide"
  /// What it does, in a sentence.
  public static let summary = "The next page pushes the old one out."
  /// Its directions.
  public static var presets: [TurnPreset<Self>] {
    SlideDirection.allCases.map {
      TurnPreset($0.rawValue, "pages go \($0.rawValue)", SlideTurn($0))
    }
  }
  /// The corners.
  public static let parameters: [TurnParameter<Self>] = lookParameters("cornerRadius")

  /// Where both pages move; default left.
  public var direction = SlideDirection.left
  /// The page.
  public var look = Look()

  /// The defaults.
  public init() {}

  /// A push with a direction.
  public init(_ direction: SlideDirection) { self.direction = direction }

  /// Throws for the first parameter out of its range.
  public func check() throws(ParameterError) { try look.check() }

  /// Both pages, side by side.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    let progress = progress(moment, on: stage)
    guard progress > 0 else { return stage.start(look, base: base) }
    guard progress < 1 else { return stage.end(look, base: base) }
    let v = direction.vector
    let shift = v * stage.size * progress
    let front = stage.carrying(stage.sliding(.front, at: shift), progress, base: base)
    var next = stage.sliding(.next, at: shift - v * stage.size)
    // The front's edge that faces the next page.
    let edge = v.x + v.y > 0 ? shift : stage.size + shift
    // What a seam gives the next page more than its share, an opaque front hides.
    if !stage.translucent.contains(.front) { next.seam = Seam(point: edge, normal: v) }
    // Of a sheet alone both are part: together they are all there is.
    return base == .next
      ? stage.scene(look, base: base, ground: [next], leaves: [front])
      : stage.scene(look, base: base, leaves: [next, front])
  }

  /// None: what leaves its page's place is on its way out of view.
  public func margin(at moment: Moment, on stage: TurnStage) -> Margin { .none }
}
