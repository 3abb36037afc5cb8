public import PageTurner

extension OpenBook {
  /// The shot of a turner at a time after the shown page was deleted: the old page drops and fades.
  ///
  /// It slides down by its height over the page that is open now, timed by `Timeline.dropFade`.
  /// After that, this is ``shot(of:at:page:)``; also while a leaf moves, if the rules reduce
  /// motion, and for facing pages, which change at once. Drop `old` when the turner reports a turn
  /// or another edit: otherwise its fall resumes after that.
  ///
  /// - Parameters:
  ///   - turner: the turner, after the deletion.
  ///   - time: seconds, no earlier than the turner's latest event.
  ///   - old: the deleted page, of this book's size. While it falls, neither it nor the open page
  ///     has an overlay.
  ///   - deletion: time of the deletion, seconds: that of the turner's `didEdit`.
  ///   - repeatsPrevious: whether the frame is known to equal that of the shot before it.
  ///   - page: the page of a number, of this book's size; nil is drawn as bare paper.
  /// - Returns: the frame.
  /// - Throws: as ``PageTurn`` does, and `.sizes` for an old page of another size.
  public func shot(
    of turner: Turner, at time: Double, dropping old: Page, since deletion: Double,
    repeatsPrevious: Bool = false, page: (Int) -> Page?
  ) throws(RenderError) -> Shot {
    let (posture, book, fall) = (turner.posture(at: time), turner.book, Timeline.dropFade)
    guard book.layout == .single, posture.leaves.isEmpty, !turner.configuration.reducesMotion,
      time < deletion + fall.duration
    else {
      return try shot(
        of: posture, in: book, view: turner.view, repeatsPrevious: repeatsPrevious, page: page)
    }
    var bare = self
    bare.overlay = nil
    let rest = try bare.shot(of: posture, in: book, view: turner.view, page: page).turn
    let progress = fall.value(of: "progress", at: time - deletion) ?? 1
    var drop = DropTurn()
    drop.look = rest.turn.look
    if book.binding == .top { drop.way = SIMD2(1, 0) }
    var bookLook = rest.bookLook
    // The numbers of leaves on each side are already those after the deletion.
    bookLook.moved = 0
    // Until it falls, the page's transparent parts show the same as at rest.
    let pages = try Pages(
      front: old, next: progress > 0 ? rest.pages.front : rest.pages.next, background: background)
    return Shot(
      try PageTurn(pages, drop, canvas: canvas, binding: book.binding, bookLook: bookLook),
      at: .progress(progress), repeatsPrevious: repeatsPrevious)
  }
}
