public import PageTurner

extension OpenBook {
  /// Where the page that turns counts as lying: moved by effects that affect the layout, else in its
  /// place; nil while none is on its way.
  public func layout(of posture: Posture, in book: Book) -> PageLayout? {
    let opening = Opening(posture, in: book, flies: type(of: turn).turnsFlights)
    guard book.layout == .single, let leaf = opening.leaves.last else { return nil }
    let symmetry = book.binding.symmetry
    let turn = (opening.isHard ? boards : turn).reflected(symmetry, on: page)
    let stage = TurnStage(page: symmetry.applied(to: page))
    return turn.layout(at: .progress(leaf.motion.progress), on: stage).applying(symmetry)
  }
}

extension PageTurn {
  /// Where the page that turns counts as lying at a moment; see `Turn.layout(at:on:)`.
  public func layout(at moment: Moment) -> PageLayout {
    reading.turn.layout(at: moment, on: reading.stage).applying(binding.symmetry)
  }
}
