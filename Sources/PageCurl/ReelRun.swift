/// One run through a reel: the current turn and frame.
final class ReelRun {
  private let reel: Reel
  private let window: PageWindow
  /// The current turn, counted in the order of the film, and its next frame.
  private var cursor = (turn: 0, frame: 0)
  private var pages: Pages?
  /// The current turn, if nothing but its moment changes.
  private var turnWithFixedParameters: PageTurn?
  /// The shot that is held between two turns, and how many times it still repeats.
  private var held: (shot: Shot, left: Int)?
  private var isDone = false
  private let blanks = BlankPages()

  /// Repeats of the first shot, if the run begins between two turns.
  private var repeatsAtStart: Int?

  init(_ reel: Reel) {
    self.reel = reel
    window = PageWindow(reel)
    (cursor, repeatsAtStart) = Self.place(of: reel.start, in: reel)
  }

  /// Turn and frame of a shot; between two turns, the last frame of the first one, and how many more
  /// times it is shown.
  private static func place(
    of shot: Int, in reel: Reel
  ) -> (cursor: (turn: Int, frame: Int), repeats: Int?) {
    var left = shot
    let count = reel.takes.count
    for turn in 0..<count {
      let frames = reel.takes[reel.isBackward ? count - 1 - turn : turn].frames
      // Later turns share their first frame with the turn before.
      let first = turn == 0 ? 0 : 1
      if left < frames - first { return ((turn, first + left), nil) }
      left -= frames - first
      if left < reel.hold, turn < count - 1 {
        return ((turn, frames - 1), reel.hold - 1 - left)
      }
      left -= reel.hold
    }
    return ((count, 0), nil)
  }

  func next(isolation actor: isolated (any Actor)?) async throws(RenderError) -> Shot? {
    if let (shot, left) = held, left > 0 {
      held = (shot, left - 1)
      return Shot(shot.turn, at: shot.moment, repeatsPrevious: true)
    }
    guard !isDone, cursor.turn < reel.takes.count else { return nil }
    do throws(RenderError) {
      return try await draw(isolation: actor)
    } catch {
      isDone = true
      throw error
    }
  }

  private func draw(isolation actor: isolated (any Actor)?) async throws(RenderError) -> Shot {
    let count = reel.takes.count
    let number = reel.isBackward ? count - 1 - cursor.turn : cursor.turn
    let take = reel.takes[number]
    if pages == nil {
      try await begin(number, isolation: actor)
    }
    guard let pages else { preconditionFailure("a turn that was begun has pages") }
    let frame = reel.isBackward ? take.frames - 1 - cursor.frame : cursor.frame
    let shot = try shot(pages, ofFrame: frame, ofTurn: number)
    cursor.frame += 1
    if cursor.frame == take.frames {
      // This is also frame 0 of the next turn.
      cursor = (cursor.turn + 1, 1)
      (self.pages, turnWithFixedParameters) = (nil, nil)
      if cursor.turn < count { held = (shot, repeatsAtStart ?? reel.hold) }
      repeatsAtStart = nil
    }
    return shot
  }

  private func shot(
    _ pages: Pages, ofFrame frame: Int, ofTurn number: Int
  ) throws(RenderError) -> Shot {
    let take = reel.takes[number]
    let moment = take.moment(ofFrame: frame)
    if let turnWithFixedParameters { return Shot(turnWithFixedParameters, at: moment) }
    let turn = try take.turn(atFrame: frame)
    let leaves = 1 + pages.flight.count
    guard let motions = take.motions(ofFrame: frame, leaves: leaves, turn) else {
      let pageTurn = try pageTurn(pages, turn, number)
      if !take.changesTurn { turnWithFixedParameters = pageTurn }
      return Shot(pageTurn, at: moment)
    }
    let progress = motions.reduce(0) { $0 + $1.progress } / Double(leaves)
    return Shot(try pageTurn(pages, turn, number, motions), at: .progress(progress))
  }

  private func begin(_ number: Int, isolation actor: isolated (any Actor)?)
    async throws(RenderError)
  {
    let next = reel.isBackward ? number - 1 : number + 1
    let found = try await window.pages(
      ofTurn: number, thenOf: reel.takes.indices.contains(next) ? next : nil, isolation: actor)
    let roles = reel.roles(ofTurn: number)
    let leaves = reel.leaves(ofTurn: number).map(reel.book.leaf)
    let take = reel.takes[number].turn
    func page(_ face: Book.Face) -> Page? { face.page.flatMap { found[$0] } }
    guard let front = page(roles.front) else {
      preconditionFailure("a leaf of a book has a page on its front")
    }
    func back(_ roles: Book.Roles, of front: Page) -> Page? {
      switch roles.back {
      case .page(let number): found[number]
      case .mirrored: reel.back
      case .blank: blanks.page(take.look.paper ?? front.paper, front.size)
      }
    }
    let clear = blanks.page(.clear, front.size)
    var beside: Page?
    if reel.book.layout != .single {
      switch roles.verso {
      case .page(let number): beside = found[number]
      case .mirrored(let number):
        if let page = found[number] { beside = try landed(page, number, take, clear) }
      case .blank: preconditionFailure("no leaf turns after the one with a blank back")
      case nil: beside = clear
      }
    }
    pages = try Pages(
      front: front, next: roles.recto.flatMap(page) ?? clear, back: back(leaves[0], of: front),
      background: reel.background, beside: beside,
      flight: leaves.dropFirst().map { leaf throws(RenderError) in
        guard let page = page(leaf.front) else {
          preconditionFailure("a leaf of a book has a page on its front")
        }
        return Pages.FlyingLeaf(front: page, back: back(leaf, of: page))
      })
  }

  /// The turn with the backs of its leaves, and the number of leaves on each side.
  private func pageTurn(
    _ pages: Pages, _ turn: any Turn, _ number: Int, _ motions: [LeafMotion]? = nil
  ) throws(RenderError) -> PageTurn {
    var turn = turn
    if reel.book.printing == .twoSided {
      let isBare = reel.leaves(ofTurn: number).map(reel.book.leaf).allSatisfy { $0.back == .blank }
      turn.look.back = isBare ? .colour(turn.look.paper ?? pages.front.paper) : .picture
    }
    var bookLook = reel.bookLook
    let first = reel.leaves(ofTurn: number).lowerBound
    bookLook.share(reel.book, turned: first)
    return try PageTurn(
      pages, turn, canvas: reel.canvas, binding: reel.book.binding, layers: reel.layers,
      bookLook: bookLook, motions: motions)
  }

  /// The back of a one-sided leaf after it has landed on the facing page; cached while needed.
  private func landed(_ page: Page, _ number: Int, _ turn: any Turn, _ clear: Page)
    throws(RenderError) -> Page
  {
    if let known = window.landed[number] { return known }
    let picture = try page.landed(
      turn, back: reel.back, clear: clear, reel.book.binding, on: reel.canvas)
    window.landed[number] = picture
    return picture
  }
}
