package import PageCurl

/// Layout of the pages while they turn.
package struct Spread: Sendable {
  package var isFacing: Bool
  package var binding: Binding
  /// Further bindings in the course of a script.
  var others: [Binding]
  /// Whether pages lie side by side at one time and one above the other at another.
  package var isMixed: Bool
  /// Number of leaves that turn together.
  var leaves: Int
  /// Total width of the leaf edges on a side, page pixels.
  var pile: Double

  package init(
    isFacing: Bool = false, binding: Binding = .left, others: [Binding] = [],
    isMixed: Bool = false, leaves: Int = 1, pile: Double = 0
  ) {
    self.isFacing = isFacing
    self.binding = binding
    self.others = others
    self.isMixed = isMixed
    self.leaves = leaves
    self.pile = pile
  }

  /// Area of the pages, in page pixels: the page, or both where pages face each other.
  ///
  /// With mixed layouts it has room for both, around the same centre.
  package func area(_ page: PageSize) -> Canvas {
    guard isFacing else { return Canvas(page: page) }
    let area = Canvas(spread: page, binding: binding)
    guard isMixed else { return area }
    // Whole pixels on each side keep the pages on their grid.
    let across = Double((page.width + 1) / 2)
    let along = Double((page.height + 1) / 2)
    return area.grown(
      by: binding == .top
        ? Margin(left: across, top: 0, right: across, bottom: 0)
        : Margin(left: 0, top: along, right: 0, bottom: along))
  }

  /// Margin that a whole turn needs around the area.
  package func margin(_ turn: any Turn, _ page: PageSize) -> Margin {
    Set(others).reduce(margin(turn, page, binding)) { $0.union(margin(turn, page, $1)) }
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
  /// A canvas with one page pixel per pixel, grown by whole pixels.
  package func grown(by margin: Margin) -> Canvas {
    // A distant point needs no exact number: such a canvas is rejected anyway.
    func pixels(_ length: Double) -> Int { Int(min(length, 1e9)) }
    return Canvas(
      width: width + pixels(margin.left + margin.right),
      height: height + pixels(margin.top + margin.bottom),
      origin: origin - SIMD2(margin.left, margin.top), step: step)
  }
}
