internal import ImageFiles
internal import PageCurl
internal import PageFilm

/// The pictures and options of a film of two pages that turn once, or of a book.
struct FilmInputs {
  /// The pages, two or more.
  let pages: [PictureInput]
  let film: FilmOptions
  let book: BookOptions
  let look: LookOptions
  let size: SizeOptions
  let timeline: TimelineFile?
  let limits: LimitOptions
  /// Receives notes for the user, one sentence each.
  let note: (String) -> Void

  /// Reads what is needed and plans the film.
  func plan() async throws(CommandError) -> FilmPlan {
    let whole = book.layout.book(pages: pages.count, look.turning.bindingOrLeft)
    if book.hold != nil, Reel.turns(of: whole, leavesAtOnce: book.leaves) == 1 {
      note(
        "--hold is the pause between turns, but this film has only one: --hold-first and "
          + "--hold-last hold its first and last picture")
    }
    guard pages.count == 2 && book.isPlain && timeline == nil else { return try bookPlan(whole) }
    let inputs = TurnInputs(
      front: pages[0], next: pages[1], look: look, size: size, limits: limits)
    var turn = try await inputs.turn()
    if let warning = size.margin.warning(turn, try look.named(limits.values)) { note(warning) }
    do throws(RenderError) {
      turn = try turn.withoutLargePages()
    } catch {
      throw CommandError(error)
    }
    return try film.plan(turn, ease: look.kind(limits.values).ease, limits.values)
  }

  private func bookPlan(_ whole: Book) throws(CommandError) -> FilmPlan {
    if whole.printing == .twoSided && look.back != nil {
      throw CommandError(
        .usage,
        "--back has no effect on leaves with pages on both sides: drop it, or add --one-sided")
    }
    let kind = try look.kind(limits.values, or: book.layout.standardTurn)
    if let timeline, look.turning.turn != nil, kind.name != timeline.shared.kind.name {
      throw CommandError(
        .usage,
        "--turn \(kind.name), but \(timeline.name) says turn "
          + "\(timeline.shared.kind.name): drop one of them")
    }
    try look.check((timeline?.shared.kind ?? kind).make())
    try size.size?.check(limit: limits.maxPixels)
    let files = try CommandError.filming { () throws(FilmError) in
      try BookFiles(pages, fit: size.fit, limits: limits.values)
    }
    let bookFilm = try bookFilm(whole, of: files, kind)
    let turn = try CommandError.filming { () throws(FilmError) in try bookFilm.turn() }
    let page = bookFilm.files.size
    let canvas = try size.canvas(page, turn, look, limits, bookFilm.pagesArea)
    let back = try look.backPicture(limits).map { picture throws(CommandError) in
      try CommandError.filming { () throws(FilmError) in
        Page(try BookFiles.fitted(picture, named: "--back", to: page, size.fit))
      }
    }
    let background = try look.backgroundPicture(limits).map(Page.init)
    return try CommandError.filming { () throws(FilmError) in
      try bookFilm.plan(canvas: canvas, back: back, background: background)
    }
  }

  private func bookFilm(
    _ whole: Book, of files: BookFiles, _ kind: TurnKind
  ) throws(CommandError) -> BookFilm {
    var bookFilm = BookFilm(
      whole, of: files, bookLook: book.layout.bookLook, timeline: timeline,
      frames: try film.frames(), rate: film.fps,
      limits: limits.values
    ) { given throws(FilmError) in
      do throws(CommandError) {
        return try turn(on: files.size, from: given ?? kind.make(on: files.size))
      } catch {
        throw .host(error)
      }
    }
    bookFilm.leaves = book.leaves
    bookFilm.ease = film.ease ?? (timeline == nil ? kind.ease : nil)
    bookFilm.hold = book.hold
    (bookFilm.holdFirst, bookFilm.holdLast) = (film.holdFirst, film.holdLast)
    bookFilm.isBackward = film.reverse
    bookFilm.keepsView = try look.setsView(limits.values)
    bookFilm.layers = look.layers
    bookFilm.note = note
    return bookFilm
  }

  /// A turn with the look and stagger of the options.
  private func turn(on page: PageSize, from given: (any Turn)?) throws(CommandError) -> any Turn {
    var turn = try look.turn(
      on: page, from: given, isTimed: timeline != nil, limits.values)
    guard let stagger = book.stagger else { return turn }
    try Setting(source: "--stagger", name: "stagger", Quantity(value: stagger)).check(turn)
    _ = turn.set("stagger", to: stagger)
    return turn
  }
}
