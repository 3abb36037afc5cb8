internal import PageCurl

/// How pages lie while they turn.
struct Spread: Sendable {
  var isFacing = false
  var binding = Binding.left
  /// Other bindings that it has for a time.
  var others: [Binding] = []
  /// How many leaves turn together.
  var leaves = 1
  /// How far the edges of all leaves stand out on a side, page pixels.
  var pile = 0.0

  /// What lies there of a page, pixel for pixel: the page, or both where they face each other.
  func area(_ page: PageSize) -> Canvas {
    isFacing ? Canvas(spread: page, binding: binding) : Canvas(page: page)
  }

  /// How far a whole turn reaches beyond that.
  func margin(_ turn: any Turn, _ page: PageSize) -> Margin {
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
  func grown(by margin: Margin) -> Canvas {
    // What is seen far away needs no exact number: such a canvas is refused anyway.
    func pixels(_ length: Double) -> Int { Int(min(length, 1e9)) }
    return Canvas(
      width: width + pixels(margin.left + margin.right),
      height: height + pixels(margin.top + margin.bottom),
      origin: origin - SIMD2(margin.left, margin.top), step: step)
  }
}
