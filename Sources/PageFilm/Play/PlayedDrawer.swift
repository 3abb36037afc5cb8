internal import PageCurl
internal import PageTurner

/// Makes the shots of a playback, one after the other, with the pages that they need.
final class PlayedDrawer {
  /// Two frames with equal values show the same picture.
  private struct Scene: Equatable {
    var posture: Posture
    var book: Book
    var pages: [ObjectIdentifier]
    var marks: [SIMD2<Double>]
    /// The view in pixels; it matters for a displaced leaf.
    var view: SIMD2<Double>
    /// Time since a page started to drop, seconds.
    var fall: Double?
  }

  private let stage: PlayStage
  private let source: PlayPages
  private let marksFingers: Bool
  /// Cached pages, shown or near the open stop, by their numbers in the source.
  private var pictures: [Int: Page] = [:]
  /// The source's number of the page around which pages are drawn ahead.
  private var middle: Int?
  private var ahead: Task<Void, Never>?
  private lazy var placeholder = Page(Placeholder.blank(stage.page).picture)
  private var last: Scene?

  init(_ stage: PlayStage, _ source: PlayPages, marksFingers: Bool) {
    self.stage = stage
    self.source = source
    self.marksFingers = marksFingers
  }

  deinit { ahead?.cancel() }

  /// The shot of a playback's state.
  func shot(of playback: Playback) async throws(RenderError) -> Shot {
    let turner = playback.turner
    let (posture, book) = (turner.posture, turner.book)
    let open = stage.open(book, turn: posture.turn)
    var pages: [Int: Page] = [:]
    for number in open.pages(of: posture, in: book) {
      pages[number] = try await page(playback.order[number], playback)
    }
    let dropping = playback.dropping
    var old: Page?
    if let dropping { old = try await page(dropping.entry, playback) }
    forget(pages, playback)
    drawAhead(playback)
    let marks = marksFingers ? stage.marks(of: playback) : []
    let scene = Scene(
      posture: posture, book: book,
      pages: pages.sorted { $0.key < $1.key }.map { ObjectIdentifier($0.value) }, marks: marks,
      view: turner.view, fall: dropping.map { turner.time - $0.time })
    defer { last = scene }
    let repeatsPrevious = scene == last
    var shot =
      if let dropping, let old {
        try open.shot(
          of: turner, at: turner.time, dropping: old, since: dropping.time,
          repeatsPrevious: repeatsPrevious
        ) { pages[$0] }
      } else {
        try open.shot(of: posture, in: book, view: turner.view, repeatsPrevious: repeatsPrevious) {
          pages[$0]
        }
      }
    shot.marks = marks
    return shot
  }

  /// The picture of a page, read if necessary; the placeholder if the page isn't available.
  private func page(
    _ entry: PageOrder.Entry?, _ playback: Playback
  ) async throws(RenderError) -> Page {
    guard let entry, let file = entry.file,
      entry.isReady || !playback.turner.configuration.awaitsPages
    else { return placeholder }
    if let known = pictures[file] { return known }
    let page = try await source.page(file)
    pictures[file] = page
    return page
  }

  /// Draws pages ahead around the open stop whenever another stop opens.
  private func drawAhead(_ playback: Playback) {
    guard let stop = playback.turner.posture.stop else { return }
    let lying = playback.turner.book.stop(stop)
    let page = lying.pages.first ?? lying.verso?.page ?? lying.recto?.page
    guard let file = page.flatMap({ playback.order[$0]?.file }), file != middle else { return }
    middle = file
    let (pages, earlier) = (source, ahead)
    earlier?.cancel()
    ahead = Task {
      // A task that is being cancelled must not draw ahead around the old page again.
      await earlier?.value
      await pages.drawAhead(around: file)
    }
  }

  /// Keeps the pictures of the shown pages and of the stops within two of the open one; frees the
  /// others with their textures.
  private func forget(_ shown: [Int: Page], _ playback: Playback) {
    let book = playback.turner.book
    var kept = Set(shown.keys)
    if let stop = playback.turner.posture.stop {
      for near in max(stop - 2, 0)...min(stop + 2, book.stops - 1) {
        let faces = [book.stop(near).verso, book.stop(near).recto]
        kept.formUnion(faces.compactMap { $0?.page })
      }
    }
    let entries = kept.map { playback.order[$0] } + [playback.dropping?.entry]
    let files = Set(entries.compactMap { $0?.file })
    pictures = pictures.filter { files.contains($0.key) }
  }
}
