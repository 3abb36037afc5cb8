public import PageTurner

extension OpenBook {
  /// What a turner shows at a time after the page that lay open was deleted: it slides down by its
  /// height and fades, over what lies open now, as `Timeline.dropFade` says.
  ///
  /// It's the ``shot(of:at:page:)`` as ever once that is over, where a leaf is in the air, where the
  /// rules ask for less motion, and where pages face each other: they change at once. Forget the page
  /// when the turner tells of a turn or of another edit, or it goes on falling after that.
  ///
  /// - Parameters:
  ///   - turner: the turner, the page deleted.
  ///   - time: seconds, no earlier than the turner's latest event.
  ///   - old: the deleted page's picture, of this book's size. Nothing is laid over it, nor over what
  ///     lies open, while it falls.
  ///   - deletion: when it was deleted, seconds: the time of the turner's `didEdit`.
  ///   - isHeld: whether this is known to be the same picture as the shot before it.
  ///   - page: the page of a number, of this book's size; nil is drawn as bare paper.
  /// - Returns: the frame.
  /// - Throws: as ``PageTurn`` does, and `.sizes` for an old page of another size.
  public func shot(
    of turner: Turner, at time: Double, dropping old: Page, since deletion: Double,
    isHeld: Bool = false, page: (Int) -> Page?
  ) throws(RenderError) -> Shot {
    let (posture, book, fall) = (turner.posture(at: time), turner.book, Timeline.dropFade)
    guard book.layout == .single, posture.leaves.isEmpty, !turner.configuration.reducesMotion,
      time < deletion + fall.duration
    else { return try shot(of: posture, in: book, view: turner.view, isHeld: isHeld, page: page) }
    var bare = self
    bare.overlay = nil
    let rest = try bare.shot(of: posture, in: book, view: turner.view, page: page).turn
    let progress = fall.value(of: "progress", at: time - deletion) ?? 1
    var drop = DropTurn()
    drop.look = rest.turn.look
    if book.binding == .top { drop.way = SIMD2(1, 0) }
    var around = rest.book
    // The piles are those that are left already.
    around.moved = 0
    // Before it falls a page with clear parts shows what it showed as it lay there.
    let pages = try Pages(
      front: old, next: progress > 0 ? rest.pages.front : rest.pages.next, background: background)
    return Shot(
      try PageTurn(pages, drop, canvas: canvas, binding: book.binding, book: around),
      at: .progress(progress), isHeld: isHeld)
  }
}
