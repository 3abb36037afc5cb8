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
  /// Gutter and leaf edges of the book, and the largest number of its leaves on a side.
  var bookLook: BookLook
  var bookLeaves: Int

  package init(
    isFacing: Bool = false, binding: Binding = .left, otherBindings: [Binding] = [],
    isMixed: Bool = false, leaves: Int = 1, bookLook: BookLook = BookLook(), bookLeaves: Int = 1
  ) {
    self.isFacing = isFacing
    self.binding = binding
    self.otherBindings = otherBindings
    self.isMixed = isMixed
    self.leaves = leaves
    self.bookLook = bookLook
    self.bookLeaves = bookLeaves
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

  /// Margin that a framing adds around the area, page pixels.
  package func margin(_ framing: Framing, _ turn: any Turn, _ page: PageSize) -> Margin {
    Set(otherBindings).reduce(margin(framing, turn, page, binding)) {
      $0.union(margin(framing, turn, page, $1))
    }
  }

  private func margin(
    _ framing: Framing, _ turn: any Turn, _ page: PageSize, _ binding: Binding
  ) -> Margin {
    let stage = TurnStage(page: page, isFacing: isFacing, leaves: leaves)
    let margin = framing.margin(of: turn, on: stage, binding: binding)
    guard framing == .turn else { return margin }
    guard isFacing else { return margin }
    let pile = bookLook.inPixels(on: page).room(
      turn.look, leaves: bookLeaves, on: binding.symmetry.applied(to: page))
    let piles = Margin(left: pile, top: 0, right: pile, bottom: 0)
    return margin.union(piles.applying(binding.symmetry))
  }
}
