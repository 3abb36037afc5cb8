extension Turn {
  /// The turn whose reflected scenes are this turn's scenes for another binding.
  ///
  /// Lengths become page pixels of `page`, the page before reflection. The key light is reflected
  /// here, so that reflecting the scenes restores its direction.
  package func reflected(_ symmetry: Symmetry, on page: PageSize) -> Self {
    if symmetry == .identity { return self }
    var turn = inPixels(on: page)
    // Per cent refer to the page's width, which is the height of a transposed page.
    for parameter in parameters where parameter.unit == .length {
      if let value = parameter.get(self, page) { parameter.set(&turn, value) }
    }
    if let lift = look.shadowLift { turn.look.shadowLift = .pixels(lift.pixels(on: page)) }
    turn.look.cornerRadius = .pixels(look.cornerRadius.pixels(on: page))
    turn.look.thickness = .pixels(look.thickness.pixels(on: page))
    switch look.view {
    case .above: break
    case .eye(let distance, let centre):
      turn.look.view = .eye(distance: distance.inPixels(on: page), centre: centre)
    case .oblique: break
    }
    turn.look.keyLight = look.keyLight.applying(symmetry)
    return turn
  }
}
