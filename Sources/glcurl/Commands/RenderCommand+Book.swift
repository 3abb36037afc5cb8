internal import PageCurl
internal import PageFilm

extension RenderCommand {
  /// The plan of a film: of two pages that turn once, or of a book.
  func plan(_ film: FilmOptions, _ timeline: TimelineFile?) async throws(CommandError) -> FilmPlan {
    guard more.isEmpty && book.isPlain else { return try bookPlan(film, timeline) }
    let turn = try await pages.turn(look, size, limits)
    size.margin.warn(turn, talk)
    return FilmPlan(turn, film)
  }

  private func bookPlan(_ film: FilmOptions, _ timeline: TimelineFile?) throws(CommandError)
    -> FilmPlan
  {
    let whole = book.layout.book(pages: 2 + more.count, look.turning.edge)
    if whole.printing == .twoSided && look.back != nil {
      throw CommandError(
        .usage,
        "--back has no effect on leaves with pages on both sides: drop it, or add --one-sided")
    }
    let kind = try look.turning.kind(limits.values)
    if let timeline, look.turning.turn != nil, kind.name != timeline.usual.kind.name {
      throw CommandError(
        .usage,
        "--turn \(kind.name), but \(timeline.name) says turn "
          + "\(timeline.usual.kind.name): drop one of them")
    }
    try look.check((timeline?.usual.kind ?? kind).make())
    try size.size?.check(limit: limits.maxPixels)
    let paths = [pages.front, pages.next] + more
    let bookFilm = BookFilm(
      files: try BookFiles(paths, limits, fit: size.fit), book: whole, options: book, film: film,
      look: look, limits: limits.values, timeline: timeline, talk: talk)
    let canvas = try size.canvas(
      bookFilm.files.size, try bookFilm.turn(), limits, bookFilm.spread)
    let back = try look.backPicture(limits).map { picture throws(CommandError) in
      try bookFilm.files.fitted(picture, named: "--back")
    }
    let background = try look.backgroundPicture(limits).map(Page.init)
    return try bookFilm.plan(canvas, back: back.map(Page.init), background: background)
  }
}
