#if Server
internal import CurlServer
internal import ImageFiles
internal import PageCurl
internal import PageFilm
internal import PageSources
internal import WorkerLink

/// The book of a session, as `glcurl play` makes it from the same options.
struct TurnerBook {
  let pages: PlayPages
  let canvas: Canvas
  private let film: PlayFilm
  private let reader: PlayScript.Reader

  /// Reads the pages and lays out the book.
  ///
  /// - Throws: A `CommandError`, or a fault of the options.
  init(_ request: TurnerRequest, _ files: [SharedFile], _ limits: LimitOptions) async throws {
    try request.size.size?.check(limit: limits.maxPixels)
    let pages = try await Self.pages(request, files, limits)
    let (look, layout) = (request.look, request.layout)
    let book = layout.book(pages: pages.count, look.turning.bindingOrLeft)
    let kind = try look.kind(limits.values, or: .bookCurl)
    let turn = try look.turn(on: pages.size, from: kind.make(on: pages.size), limits.values)
    let reader = PlayScript.Reader(request.session.rules, isFacing: layout.facing, limits.values)
    var film = try CommandError.filming { () throws(FilmError) in
      try PlayFilm(
        book, of: pages, script: reader.script(named: "session"), turn: turn,
        bookLook: layout.bookLook)
    }
    film.hardTurn = try look.setsView(limits.values) ? nil : HingeTurn(looking: turn.look)
    film.keepsView = try look.keepsView(limits.values)
    film.view = request.session.view.map { SIMD2(Double($0.width), Double($0.height)) }
    film.marksFingers = request.session.overlayPointer
    film.showsNumbers = request.session.overlayNumbers
    canvas = try request.size.canvas(pages.size, turn, look, limits, film.pagesArea)
    if let format = request.session.format.picture,
      max(canvas.width, canvas.height) > format.largestSide
    {
      throw WorkerFault(
        .invalid,
        "a \(format.rawValue) of \(canvas.width)×\(canvas.height) isn't possible: its sides have "
          + "\(format.largestSide) pixels at most", field: "size")
    }
    (self.pages, self.film, self.reader) = (pages, film, reader)
  }

  /// The book before its first event.
  func play() throws(FilmError) -> LivePlay { try LivePlay(film, reader, on: canvas) }

  private static let numberedSize = OutputSize(width: 768, height: 1024)

  private static func pages(
    _ request: TurnerRequest, _ files: [SharedFile], _ limits: LimitOptions
  ) async throws -> PlayPages {
    guard let count = request.session.numbered else {
      let source = ReceivedPages(files: files, fit: request.size.fit, limits: limits.values)
      let (size, isOpaque) = try source.first()
      try limits.check(pages: min(files.count, BookFilm.mostPages), of: size)
      return try await PlayPages(source, size: size, areOpaque: isOpaque, limits: limits.values)
    }
    let wanted = request.session.pageSize ?? numberedSize
    try wanted.check(limit: limits.maxPixels, option: "page-size")
    let size = PageSize(width: wanted.width, height: wanted.height)
    try limits.check(pages: BookFilm.mostPages, of: size)
    return try await PlayPages(
      NumberedPages(count: count), size: size, areOpaque: true, limits: limits.values)
  }
}
#endif
