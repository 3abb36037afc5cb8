package import PageCurl

/// How pages lie while they turn.
package struct Spread: Sendable {
  package var isFacing: Bool
  package var binding: Binding
  /// Other bindings that it has for a time.
  var others: [Binding]
  /// Whether they lie side by side at one time and one above the other at another.
  package var isMixed: Bool
  /// How many leaves turn together.
  var leaves: Int
  /// How far the edges of all leaves stand out on a side, page pixels.
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

  /// What lies there of a page, pixel for pixel: the page, or both where they face each other; room
  /// for both ways where they are mixed, around the same middle.
  package func area(_ page: PageSize) -> Canvas {
    guard isFacing else { return Canvas(page: page) }
    let area = Canvas(spread: page, binding: binding)
    guard isMixed else { return area }
    // By whole pixels on each side, so that pages stay on their grid.
    let across = Double((page.width + 1) / 2)
    let along = Double((page.height + 1) / 2)
    return area.grown(
      by: binding == .top
        ? Margin(left: across, top: 0, right: across, bottom: 0)
        : Margin(left: 0, top: along, right: 0, bottom: along))
  }

  /// How far a whole turn reaches beyond that.
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
  /// This canvas of page pixels with a margin of whole ones.
  package func grown(by margin: Margin) -> Canvas {
    // What is seen far away needs no exact number: such a canvas is refused anyway.
    func pixels(_ length: Double) -> Int { Int(min(length, 1e9)) }
    return Canvas(
      width: width + pixels(margin.left + margin.right),
      height: height + pixels(margin.top + margin.bottom),
      origin: origin - SIMD2(margin.left, margin.top), step: step)
  }
}
