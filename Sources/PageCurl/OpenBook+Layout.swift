public import PageTurner

extension OpenBook {
  /// Place of the turning page for hit tests: effects that affect the layout move it.
  ///
  /// nil while no page turns, and for facing pages.
  public func layout(of posture: Posture, in book: Book) -> PageLayout? {
    let visible = VisibleLeaves(posture, in: book, flies: type(of: turn).turnsFlights)
    guard book.layout == .single, let leaf = visible.leaves.last else { return nil }
    let symmetry = book.binding.symmetry
    let turn = (visible.isHard ? hardTurn : turn).reflected(symmetry, on: page)
    let stage = TurnStage(page: symmetry.applied(to: page))
    return turn.layout(at: .progress(leaf.motion.progress), on: stage).applying(symmetry)
  }
}

extension PageTurn {
  /// Place of the turning page at a moment, for reports and hit tests; see `Turn.layout(at:on:)`.
  public func layout(at moment: Moment) -> PageLayout {
    leftBound.turn.layout(at: moment, on: leftBound.stage).applying(binding.symmetry)
  }
}
