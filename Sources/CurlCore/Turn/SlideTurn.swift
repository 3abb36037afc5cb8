/// A push: the next page comes in from one side and pushes the front out at the other.
///
/// The front moves by progress times the page's width or height, and the next page follows without
/// a gap. Positions between whole pixels are drawn exactly; no pixel at the seam counts twice.
public struct SlideTurn: Turn {
  /// `slide`.
  public static let name = "slide"
  /// One-sentence summary.
  public static let summary = "The next page pushes the old one out."
  /// One preset per direction.
  public static var presets: [TurnPreset<Self>] {
    SlideDirection.allCases.map {
      TurnPreset($0.rawValue, "pages go \($0.rawValue)", SlideTurn($0))
    }
  }
  /// The radius of the corners.
  public static let parameters: [TurnParameter<Self>] = lookParameters(
    "cornerRadius", "contactShadow")

  /// Direction in which both pages move; default left.
  public var direction = SlideDirection.left
  /// The look; only the corners and the background have an effect.
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
    let front = stage.withNextPageBeneath(stage.sliding(.front, at: shift), progress, base: base)
    var next = stage.sliding(.next, at: shift - v * stage.size)
    // The front's edge that touches the next page.
    let edge = v.x + v.y > 0 ? shift : stage.size + shift
    // The seam lets the next page cover more of an edge pixel than its share; an opaque front hides
    // the excess.
    if !stage.translucent.contains(.front) { next.seam = Seam(point: edge, normal: v) }
    // In an overlay both pages are part of the sheet.
    return base == .next
      ? stage.scene(look, base: base, ground: [next], leaves: [front])
      : stage.scene(look, base: base, leaves: [next, front])
  }

  /// No margin: a page that slides out is cropped.
  public func margin(at moment: Moment, on stage: TurnStage) -> Margin { .none }
}
