package import PageCurl
package import PageTurner

/// A book that is turned live: events in, outputs and shots out.
///
/// The same events give the outputs of a script, and its film's pictures at their times.
package final class LivePlay {
  /// Two moments with equal values show the same picture.
  private struct Scene: Equatable {
    var posture: Posture
    var book: Book
    /// The pages that are seen.
    var pages: [PageOrder.Entry?]
    var awaitsPages: Bool
    var marks: [SIMD2<Double>]
    var view: SIMD2<Double>
    /// Time since a page started to drop, seconds.
    var fall: Double?
  }

  private let film: PlayFilm
  private let stage: PlayStage
  private let canvas: Canvas
  /// Names of the turns that the book can have.
  private let kinds: Set<String>
  private let drawer: PlayedDrawer
  private var reader: PlayScript.Reader
  private var playback: Playback
  /// Number of the texts so far.
  private var count = 0
  private var seen: Scene?

  /// A book before its first event.
  ///
  /// - Parameters:
  ///   - film: The book and its look; its script has no events.
  ///   - reader: The reader that made the script.
  ///   - canvas: Area and size of a picture.
  ///   - back: Picture of all backs of a one-sided book, of the pages' size.
  ///   - background: Picture under all pages.
  /// - Throws: `rendering` for a turn that can't turn this book, or a view out of range.
  package init(
    _ film: PlayFilm, _ reader: PlayScript.Reader, on canvas: Canvas, back: Page? = nil,
    background: Page? = nil
  ) throws(FilmError) {
    try film.check()
    let names = film.isWide ? TurnCatalogue.namesForSpreads : TurnCatalogue.names
    self.film = film
    self.reader = reader
    self.canvas = canvas
    kinds = Set(names)
    stage = PlayStage(film, on: canvas, back: back, background: background, kinds: kinds)
    playback = try film.playback(on: stage)
    drawer = PlayedDrawer(stage, film.pages, marksFingers: film.marksFingers)
  }

  /// Size of the area that the events' points refer to, pixels.
  package var view: SIMD2<Double> { playback.turner.view }

  /// Time of the latest event, seconds.
  package var time: Double { playback.turner.time }

  /// Handles an event, one line of a script; an event that throws changes nothing.
  ///
  /// - Returns: What the event and the time before it caused.
  /// - Throws: A fault; its line is the number of the text, from 1.
  package func handle(_ text: some Collection<UInt8>) throws(JSONFault) -> [TurnerOutput] {
    count += 1
    var (reader, playback) = (reader, playback)
    var outputs: [TurnerOutput] = []
    for entry in try reader.take(text, line: count) {
      try check(entry, playback.turner.book)
      try playback.perform(entry) { outputs.append($0) }
    }
    (self.reader, self.playback) = (reader, playback)
    return outputs
  }

  /// Throws for an event that the canvas, which is as large as the first layout, can't show.
  private func check(_ entry: PlayScript.Entry, _ book: Book) throws(JSONFault) {
    func fault(_ field: String, _ what: String) -> JSONFault {
      JSONFault(line: entry.line, field: field, what: what)
    }
    switch entry.event {
    case .layout(_, let layout, let binding):
      guard layout ?? book.layout != .single else { return }
      guard film.isWide else {
        throw fault(
          "mode", "pages can't face each other on the canvas of a single page: begin with facing")
      }
      guard ((binding ?? book.binding) == .top) == (film.pagesArea.binding == .top) else {
        throw fault(
          "binding", "the canvas has room for facing pages in the direction of the first binding")
      }
    case .turn(let name) where !kinds.contains(name):
      throw fault("turn", "\(name) can't turn facing pages")
    default: break
    }
  }

  /// The state after the latest event: the open stop, the leaves on their way, and when to tick.
  package var state: [(String, JSON)] {
    let (turner, posture) = (playback.turner, playback.turner.posture)
    return [
      ("phase", .string(turner.phase.rawValue)), ("stop", posture.stop.map(JSON.int) ?? .null),
      ("leaves", .array(posture.leaves.map(\.json))),
      ("turn", posture.turn.map(JSON.string) ?? .null),
      ("next", turner.nextTime.map(JSON.number) ?? .null),
    ]
  }

  /// Whether the picture differs from that at the last call.
  package func hasChanged() -> Bool {
    let (turner, posture) = (playback.turner, playback.turner.posture)
    let open = stage.open(turner.book, turn: posture.turn)
    let dropping = playback.dropping
    let scene = Scene(
      posture: posture, book: turner.book,
      pages: open.pages(of: posture, in: turner.book).map { playback.order[$0] },
      awaitsPages: turner.configuration.awaitsPages,
      marks: film.marksFingers ? stage.marks(of: playback) : [], view: turner.view,
      fall: dropping.map { turner.time - $0.time })
    defer { seen = scene }
    return scene != seen
  }

  /// The shot of the state now; reads the pages that it needs.
  ///
  /// - Throws: `page` for a page that can't be read, and as ``PageTurn`` does.
  package func shot() async throws(RenderError) -> Shot {
    try await drawer.shot(of: playback)
  }

  /// The picture of a shot with the marks of fingers.
  package func marked(_ picture: Pixmap, _ shot: Shot) -> Pixmap {
    guard !shot.marks.isEmpty else { return picture }
    return FingerMark(width: canvas.width, height: canvas.height)
      .drawn(on: picture, at: shot.marks)
  }

  /// The shot of the state now without the pages' pictures, for its geometry.
  package func bareShot() throws(RenderError) -> Shot {
    let (turner, posture) = (playback.turner, playback.turner.posture)
    return try stage.open(turner.book, turn: posture.turn)
      .shot(of: posture, in: turner.book, view: turner.view) { _ in nil }
  }
}

extension Posture.Leaf {
  /// The leaf in a message.
  fileprivate var json: JSON {
    .object([
      ("from", early.map(JSON.int) ?? .null), ("to", late.map(JSON.int) ?? .null),
      ("progress", .number(progress)), ("held", heldPoint.map(JSON.number) ?? .null),
      ("across", .number(across)), ("isHeld", .bool(isHeld)),
    ])
  }
}
