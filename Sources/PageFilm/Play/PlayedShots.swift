internal import PageCurl
internal import PageTurner

/// The frames of a played script, one after the other.
struct PlayedShots: AsyncSequence, Sendable {
  typealias Element = Shot
  typealias Failure = RenderError

  /// Playback before the first event.
  let start: Playback
  let stage: PlayStage
  /// Name of the script's file, for messages.
  let script: String
  let pages: PlayPages
  /// Number of frames.
  let count: Int
  /// Frames per second.
  let rate: Double
  /// Time at which everything rests, seconds; 0 with a given duration.
  ///
  /// Rounding must not put the last frame before it.
  let end: Double
  /// Whether fingers are marked.
  let marksFingers: Bool

  func makeAsyncIterator() -> Iterator { Iterator(run: PlayedRun(self)) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let run: PlayedRun

    mutating func next(isolation actor: isolated (any Actor)?) async throws(RenderError) -> Shot? {
      try await run.next()
    }
  }
}

/// One iteration over a script's frames.
private final class PlayedRun {
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

  private let shots: PlayedShots
  private var playback: Playback
  private var frame = 0
  /// Cached pages, shown or near the open stop, by their numbers in the source.
  private var pictures: [Int: Page] = [:]
  /// The source's number of the page around which pages are drawn ahead.
  private var middle: Int?
  private var ahead: Task<Void, Never>?
  private lazy var placeholder = Page(Placeholder.blank(shots.stage.page).picture)
  private var last: Scene?

  init(_ shots: PlayedShots) {
    self.shots = shots
    playback = shots.start
  }

  deinit { ahead?.cancel() }

  func next() async throws(RenderError) -> Shot? {
    guard frame < shots.count else { return nil }
    do throws(JSONFault) {
      let time = Double(frame) / shots.rate
      try playback.advance(to: frame == shots.count - 1 ? max(time, shots.end) : time)
    } catch {
      throw RenderError(.page, error.text(in: shots.script))
    }
    frame += 1
    let turner = playback.turner
    let (posture, book) = (turner.posture, turner.book)
    let open = shots.stage.open(book, turn: posture.turn)
    var pages: [Int: Page] = [:]
    for number in open.pages(of: posture, in: book) {
      pages[number] = try await page(playback.order[number])
    }
    let dropping = playback.dropping
    var old: Page?
    if let dropping { old = try await page(dropping.entry) }
    forget(posture, book, pages)
    drawAhead(posture, book)
    let fingers = shots.marksFingers ? playback.fingers : []
    let marks = fingers.map { shots.stage.place($0.point, of: turner) }
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
  private func page(_ entry: PageOrder.Entry?) async throws(RenderError) -> Page {
    guard let entry, let file = entry.file,
      entry.isReady || !playback.turner.configuration.awaitsPages
    else { return placeholder }
    if let known = pictures[file] { return known }
    let page = try await shots.pages.page(file)
    pictures[file] = page
    return page
  }

  /// Draws pages ahead around the open stop whenever another stop opens.
  private func drawAhead(_ posture: Posture, _ book: Book) {
    guard let stop = posture.stop else { return }
    let lying = book.stop(stop)
    let page = lying.pages.first ?? lying.verso?.page ?? lying.recto?.page
    guard let file = page.flatMap({ playback.order[$0]?.file }), file != middle else { return }
    middle = file
    let (pages, earlier) = (shots.pages, ahead)
    earlier?.cancel()
    ahead = Task {
      // A task that is being cancelled must not draw ahead around the old page again.
      await earlier?.value
      await pages.drawAhead(around: file)
    }
  }

  /// Keeps the pictures of the shown pages and of the stops within two of the open one; frees the
  /// others with their textures.
  private func forget(_ posture: Posture, _ book: Book, _ shown: [Int: Page]) {
    var kept = Set(shown.keys)
    if let stop = posture.stop {
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
