/// The part of the page plane that a canvas shows; a margin adds to it.
public enum Framing: String, Sendable, CaseIterable {
  /// The page or, with facing pages, the spread; a sheet may leave the canvas.
  case page
  /// The smallest area that crops neither the sheet nor its shadow.
  case turn
  /// The page and the place of the page that faces it; with facing pages, the same as `page`.
  case spread

  /// Margin that the framing adds around the page or, with facing pages, around the spread.
  ///
  /// - Parameters:
  ///   - turn: The turn.
  ///   - stage: Size and layout of the pages; its canvas has no effect.
  ///   - binding: The edge at which pages are bound.
  /// - Returns: The exact margin, page pixels.
  public func margin(
    of turn: some Turn, on stage: TurnStage, binding: Binding = .left
  ) -> Margin {
    switch self {
    case .page: return .none
    case .turn:
      let symmetry = binding.symmetry
      let upright = TurnStage(
        page: symmetry.applied(to: stage.page), isFacing: stage.isFacing, leaves: stage.leaves)
      return turn.reflected(symmetry, on: stage.page).margin(on: upright).applying(symmetry)
    case .spread:
      guard !stage.isFacing else { return .none }
      let spread = Canvas(spread: stage.page, binding: binding)
      let before = SIMD2<Double>() - spread.origin
      return Margin(
        left: before.x, top: before.y,
        right: Double(spread.width - stage.page.width) - before.x,
        bottom: Double(spread.height - stage.page.height) - before.y)
    }
  }
}

extension Canvas {
  /// What a framing shows of a turn, one output pixel per page pixel.
  ///
  /// - Parameters:
  ///   - framing: The part that is shown.
  ///   - turn: The turn.
  ///   - page: Size of the pages.
  ///   - isFacing: Whether a page lies across the spine.
  ///   - binding: The edge at which pages are bound.
  ///   - margin: Margin that adds to the framing, page pixels; both together are rounded up to
  ///     whole pixels.
  public init(
    _ framing: Framing, of turn: some Turn, page: PageSize, isFacing: Bool = false,
    binding: Binding = .left, margin: Margin = .none
  ) {
    let stage = TurnStage(page: page, isFacing: isFacing)
    let area = isFacing ? Canvas(spread: page, binding: binding) : Canvas(page: page)
    let framed = framing.margin(of: turn, on: stage, binding: binding)
    self = area.grown(by: (framed + margin).roundedUp)
  }

  /// The canvas, of one page pixel per pixel, grown by whole pixels.
  package func grown(by margin: Margin) -> Canvas {
    // Clamp far points: such a canvas is rejected anyway.
    func pixels(_ length: Double) -> Int { Int(min(length, 1e9)) }
    return Canvas(
      width: width + pixels(margin.left + margin.right),
      height: height + pixels(margin.top + margin.bottom),
      origin: origin - SIMD2(margin.left, margin.top), step: step)
  }
}
