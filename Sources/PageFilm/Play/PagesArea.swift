package import PageCurl

/// The area that a film's pages take, and the margin that their turns need.
package struct PagesArea: Sendable {
  package var isFacing: Bool
  package var binding: Binding
  /// Further bindings that a script sets.
  var otherBindings: [Binding]
  /// Whether pages lie side by side at some times and one above the other at other times.
  package var isMixed: Bool
  /// Number of leaves that turn together.
  var leaves: Int
  /// Total width of the leaf edges on a side, page pixels.
  var pile: Double

  package init(
    isFacing: Bool = false, binding: Binding = .left, otherBindings: [Binding] = [],
    isMixed: Bool = false, leaves: Int = 1, pile: Double = 0
  ) {
    self.isFacing = isFacing
    self.binding = binding
    self.otherBindings = otherBindings
    self.isMixed = isMixed
    self.leaves = leaves
    self.pile = pile
  }

  /// Area of the page or, with facing pages, of the spread, page pixels.
  ///
  /// With mixed layouts the area contains both spreads, around the same centre.
  package func area(_ page: PageSize) -> Canvas {
    guard isFacing else { return Canvas(page: page) }
    let area = Canvas(spread: page, binding: binding)
    guard isMixed else { return area }
    // Whole pixels on each side keep the pages on the pixel grid.
    let across = Double((page.width + 1) / 2)
    let along = Double((page.height + 1) / 2)
    return area.grown(
      by: binding == .top
        ? Margin(left: across, top: 0, right: across, bottom: 0)
        : Margin(left: 0, top: along, right: 0, bottom: along))
  }

  /// Margin that the whole turn needs around the area, page pixels.
  package func margin(_ turn: any Turn, _ page: PageSize) -> Margin {
    Set(otherBindings).reduce(margin(turn, page, binding)) { $0.union(margin(turn, page, $1)) }
  }

  private func margin(_ turn: any Turn, _ page: PageSize, _ binding: Binding) -> Margin {
    let symmetry = binding.symmetry
    let stage = TurnStage(page: symmetry.applied(to: page), isFacing: isFacing, leaves: leaves)
    let piles = Margin(left: pile, top: 0, right: pile, bottom: 0)
    let margin = turn.reflected(symmetry, on: page).margin(on: stage).union(piles)
    return margin.applying(symmetry)
  }
}

extension Canvas {
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
