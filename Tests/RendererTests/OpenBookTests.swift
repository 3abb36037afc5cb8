import CurlCore
import PageCurl
import PageTurner
import Synchronization
import TestSupport
import Testing

/// What a page turner says, drawn.
@Suite("Open books") struct OpenBookTests {
  private static let size = PageSize(width: 48, height: 64)
  private static let spread = SIMD2(96.0, 64.0)
  private static let single = SIMD2(48.0, 64.0)

  private static let pages: [Page] = (0..<9).map { number in
    let style: TestPages.Style = [.front, .next, .back][number % 3]
    let picture = TestPages.page(style, width: size.width, height: size.height)
    // No page is like another.
    var bytes = picture.rgba8
    for i in bytes.indices where i % 4 != 3 { bytes[i] = UInt8((Int(bytes[i]) + 9 * number) % 256) }
    return Page(Pixmap(width: size.width, height: size.height, rgba8: bytes))
  }

  private func draw(
    _ open: OpenBook, _ turner: Turner, at time: Double, format: Pixmap.Format = .rgba8
  )
    async throws -> Pixmap
  {
    let shot = try open.shot(of: turner, at: time) { Self.pages[$0] }
    return try await Fixture.cpu().frame(shot.turn, at: shot.moment, format: format)
  }

  private func turner(
    _ book: Book, at stop: Int = 0, _ change: (inout TurnerConfiguration) -> Void = { _ in }
  ) throws -> Turner {
    var rules = TurnerConfiguration()
    change(&rules)
    var view = book.layout == .single ? Self.single : Self.spread
    if book.binding == .top { view = book.layout == .single ? Self.single : SIMD2(48, 128) }
    return try Turner(book, view: view, at: stop, rules)
  }

  @Test(
    "A leaf that a command turns is the film's frame at its progress",
    arguments: [
      "curl", "book-curl", "corner-fold", "slide", "flip", "leaves", "hinge", "cover",
    ])
  func commandsAreFilms(_ name: String) async throws {
    let turn = try #require(TurnCatalogue.turn(named: name)).init()
    let layouts: [Book.Layout] =
      type(of: turn).turnsSpreads ? [.single, .facing(cover: true)] : [.single]
    for layout in layouts {
      let book = Book(pages: 7, layout: layout)
      var turner = try turner(book, at: 1)
      try turner.handle(.navigate(Navigation(.next)), at: 0)
      let open = OpenBook(page: Self.size, turn)
      for time in [0.1, 0.25, 0.4] {
        let leaf = try #require(turner.posture(at: time).leaves.first)
        let take = Take(turn, frames: 3, timeline: nil)
        let reel = try Reel(book, takes: Array(repeating: take, count: book.leaves)) {
          Self.pages[$0]
        }
        var shots: [Shot] = []
        for try await shot in reel { shots.append(shot) }
        // The shots of leaf 1: two for each leaf after the first one.
        let film = shots[3].turn
        let expected = try await Fixture.cpu().frame(film, at: .progress(leaf.progress))
        let frame = try await draw(open, turner, at: time)
        #expect(frame == expected, "\(name), \(layout), \(time)")
      }
    }
  }

  @Test("What lies at rest is the pages themselves, whatever the turn")
  func rest() async throws {
    for name in ["book-curl", "flip", "leaves", "hinge"] {
      let turn = try #require(TurnCatalogue.turn(named: name)).init()
      let open = OpenBook(page: Self.size, turn)
      let book = Book(pages: 6, layout: .facing(cover: false))
      let frame = try await draw(open, turner(book, at: 1), at: 0)
      #expect(frame.part(0, 0, 48, 64) == Self.pages[2].pixmap, "\(name)")
      #expect(frame.part(48, 0, 48, 64) == Self.pages[3].pixmap, "\(name)")
      let lone = try await draw(open, turner(Book(pages: 6), at: 5), at: 0)
      #expect(lone == Self.pages[5].pixmap, "\(name)")
    }
    let none = try await draw(OpenBook(page: Self.size), turner(Book(pages: 0)), at: 0)
    #expect(none.rgba8.allSatisfy { $0 == 0 })
  }

  /// A drag that goes askew, is let go of, taken hold of again and pulled back, and ends.
  private static func drag(_ view: SIMD2<Double>, _ binding: Binding) -> [(Double, TurnerEvent)] {
    func p(_ along: Double, _ across: Double) -> SIMD2<Double> {
      switch binding {
      case .left: SIMD2(along * view.x, across * view.y)
      case .right: SIMD2((1 - along) * view.x, across * view.y)
      case .top: SIMD2(across * view.x, along * view.y)
      }
    }
    return [
      (0.1, .down(id: 1, p(0.95, 0.7))), (0.14, .move(id: 1, p(0.7, 0.6))),
      (0.3, .move(id: 1, p(0.5, 0.2))), (0.31, .up(id: 1, p(0.5, 0.2))),
      (0.36, .down(id: 2, p(0.4, 0.4))), (0.44, .move(id: 2, p(0.6, 0.8))),
      (0.5, .move(id: 2, p(0.85, 0.9))), (0.6, .cancel(id: 2)),
      (0.64, .down(id: 3, p(0.5, 0.5))), (0.7, .move(id: 3, p(0.2, 0.1))),
      (0.8, .up(id: 3, p(0.2, 0.1))),
    ]
  }

  @Test(
    "Nothing pops where a sheet is taken hold of, let go of, or comes to rest",
    arguments: [
      "book-curl", "corner-fold", "leaves", "hinge",
    ])
  func continuity(_ name: String) async throws {
    let turn = try #require(TurnCatalogue.turn(named: name)).init()
    let open = OpenBook(page: Self.size, turn)
    // Where the spine leaves hardly any room the roll, and its light, change fast with the finger.
    let moment = 1e-9
    for layout in [Book.Layout.single, .facing(cover: false)] {
      for binding in Binding.allCases {
        var turner = try turner(Book(pages: 8, layout: layout, binding: binding), at: 1) {
          $0.slop = 2
        }
        var ends: [Double] = []
        func note(_ outputs: [TurnerOutput]) {
          for output in outputs where output.kind == .state(.idle) { ends.append(output.time) }
        }
        // A move alone may leap, as fingers do.
        for (time, event) in Self.drag(turner.view, binding) {
          var isMove = false
          if case .move = event { isMove = true }
          note(try turner.handle(.tick, at: time - moment))
          // With 16 bits every pixel has its own light: rows have it in cells, which meet it within 1/255
          // on either side.
          let before = try await draw(open, turner, at: time - moment, format: .rgba16)
          note(try turner.handle(event, at: time))
          let after = try await draw(open, turner, at: time + moment, format: .rgba16)
          let largest = before.difference(after).maximum
          #expect(isMove || largest <= 0.25, "\(layout), \(binding), at \(time): \(largest)")
        }
        let moving = turner
        note(try turner.handle(.tick, at: 3))
        let end = try #require(ends.last)
        let before = try await draw(open, moving, at: end - moment)
        let after = try await draw(open, turner, at: 3)
        let largest = before.difference(after).maximum
        #expect(largest <= 1, "\(layout), \(binding), at rest: \(largest)")
      }
    }
  }

  @Test(
    "Where pages face each other, a held sheet's edge lies under the finger",
    arguments: [
      "book-curl", "corner-fold",
    ])
  func underTheFinger(_ name: String) throws {
    let turn = try #require(TurnCatalogue.turn(named: name)).init()
    let open = OpenBook(page: Self.size, turn)
    var turner = try turner(Book(pages: 8, layout: .facing(cover: false)), at: 1) {
      $0.slop = 1
      $0.follow = .position
      $0.catchUp = .immediate
    }
    try turner.handle(.down(id: 1, SIMD2(94, 40)), at: 0)
    for (step, finger) in [
      SIMD2(80.0, 41.0), SIMD2(70, 35), SIMD2(50, 30), SIMD2(40, 38), SIMD2(25, 42), SIMD2(12, 41),
    ].enumerated() {
      try turner.handle(.move(id: 1, finger), at: 0.1 * Double(step + 1))
      let posture = turner.posture
      let leaf = try #require(posture.leaves.first)
      let grab = try #require(leaf.heldPoint)
      let shot = try open.shot(of: turner, at: turner.time) { Self.pages[$0] }
      let sheet = try #require(shot.turn.scene(shot.moment).leaves.last)
      guard case .profile(let profile, let fold) = sheet.surface else {
        Issue.record("\(name) bends its sheet")
        continue
      }
      let held = SIMD2(48, grab * 64)
      let away = ((held - fold.point) * fold.normal).sum()
      let along = ((held - fold.point) * fold.ruling).sum()
      let x = away > 0 ? profile.place(away).x : away
      let seen = fold.point + x * fold.normal + along * fold.ruling
      // The page's own coordinates begin at the spine.
      let miss = seen - (finger - SIMD2(48, 0))
      let distance = (miss * miss).sum().squareRoot()
      #expect(distance < 1e-9, "\(name), \(finger): seen at \(seen)")
    }
  }

  @Test("Leaves that riffle each have their own progress, and none is drawn that lies under others")
  func riffle() throws {
    let open = OpenBook(page: Self.size)
    var turner = try turner(Book(pages: 9)) { $0.stagger = 0.2 }
    try turner.handle(.navigate(Navigation(.stop(8))), at: 0)
    for time in [0.05, 0.2, 0.35, 0.9, 1.1] {
      let posture = turner.posture(at: time)
      let flying = posture.leaves.filter { $0.progress > 0 && $0.progress < 1 }
      let shot = try open.shot(of: turner, at: time) { Self.pages[$0] }
      #expect(shot.turn.stage.leaves == max(flying.count, 1), "\(time)")
      #expect(
        shot.turn.stage.motions?.map(\.progress) ?? [flying[0].progress] == flying.map(\.progress))
      let pages = open.pages(of: posture, in: turner.book)
      #expect(pages.count <= flying.count + 1, "\(time): \(pages)")
    }
    // What lies further than two leaves from the one that is held isn't drawn on its way.
    var stacked = try self.turner(Book(pages: 9)) {
      $0.onBusyTurn = .stack
      $0.fullDuration = 2
    }
    for _ in 0..<6 { try stacked.handle(.navigate(Navigation(.next)), at: 0) }
    try stacked.handle(.tick, at: 1.6)
    #expect(stacked.posture.leaves.count == 6)
    #expect(try open.shot(of: stacked, at: 1.6) { Self.pages[$0] }.turn.stage.leaves == 6)
    try stacked.handle(.down(id: 1, SIMD2(20, 30)), at: 1.6)
    #expect(try open.shot(of: stacked, at: 1.6) { Self.pages[$0] }.turn.stage.leaves == 3)
    // What moves one leaf alone shows the one that started last.
    let alone = OpenBook(page: Self.size, SlideTurn())
    let shot = try alone.shot(of: turner, at: 0.35) { Self.pages[$0] }
    let last = try #require(turner.posture(at: 0.35).leaves.last { $0.progress > 0 })
    #expect(shot.moment == .progress(last.progress) && shot.turn.stage.leaves == 1)
  }

  @Test("While a leaf is held, leaves more than two away from it aren't drawn", arguments: [1, -1])
  func s1_12_aroundAHeldLeafTwoAreDrawn(direction: Int) throws {
    let open = OpenBook(page: Self.size, FlipTurn.flipboard)
    let book = Book(pages: 9)
    var turner = try turner(book, at: direction == 1 ? 0 : 8) {
      $0.onBusyTurn = .stack
      $0.fullDuration = 2
    }
    let step = Navigation(direction == 1 ? .next : .previous)
    // Each starts as soon as the one before is out of its way, after some 0.27 s.
    for turn in 0..<6 { try turner.handle(.navigate(step), at: 0.1 * Double(turn)) }
    func drawn() throws -> (faces: Set<Picture>, leaves: Int, pages: [Int]) {
      let shot = try open.shot(of: turner, at: turner.time) { Self.pages[$0] }
      let scene = shot.turn.scene(shot.moment)
      let faces = scene.leaves.flatMap { [$0.front.contents, $0.back.contents] }.compactMap {
        if case .picture(let picture) = $0 { picture } else { nil }
      }
      return (
        Set(faces), shot.turn.stage.leaves, open.pages(of: turner.posture, in: book).sorted()
      )
    }
    try turner.handle(.tick, at: 1.5)
    let free = try drawn()
    #expect(free.leaves == 6 && free.pages.count == 7)
    try turner.handle(.down(id: 1, SIMD2(20, 30)), at: 1.5)
    #expect(turner.posture.leaves.filter(\.isHeld).count == 1)
    let held = try drawn()
    #expect(held.leaves == 3 && held.faces.count < free.faces.count)
    // The one that started last, two that started before it, and no page of any other.
    #expect(held.pages == (direction == 1 ? [3, 4, 5, 6] : [2, 3, 4, 5]))
    #expect(
      held.faces.allSatisfy { picture in
        if case .leafFront(let number) = picture { number <= 2 } else { true }
      })
    try turner.handle(.cancel(id: 1), at: 1.5)
    #expect(try drawn().leaves == 6)
  }

  @Test("At the book's ends a single page's last leaf lifts, and its first one doesn't")
  func ends() async throws {
    let open = OpenBook(page: Self.size)
    var last = try turner(Book(pages: 3), at: 2)
    try last.handle(.down(id: 1, SIMD2(44, 30)), at: 0)
    try last.handle(.move(id: 1, SIMD2(10, 30)), at: 0.1)
    let lifted = try await draw(open, last, at: 0.5)
    #expect(lifted != Self.pages[2].pixmap)
    #expect(!lifted.isOpaque, "what lies under the last page is clear")
    var first = try turner(Book(pages: 3))
    try first.handle(.down(id: 1, SIMD2(4, 30)), at: 0)
    try first.handle(.move(id: 1, SIMD2(40, 30)), at: 0.1)
    #expect(first.posture.leaves.count == 1, "it's pulled")
    #expect(try await draw(open, first, at: 0.5) == Self.pages[0].pixmap)
    var verso = try turner(Book(pages: 4, layout: .facing(cover: false)))
    try verso.handle(.down(id: 1, SIMD2(4, 30)), at: 0)
    try verso.handle(.move(id: 1, SIMD2(60, 30)), at: 0.1)
    let pulled = try await draw(open, verso, at: 0.5)
    // Away from the spine, from which the leaf rises, the other page is as it was.
    #expect(pulled.part(88, 0, 8, 64) == Self.pages[1].pixmap.part(40, 0, 8, 64))
    #expect(pulled.part(0, 0, 48, 64) != Self.pages[0].pixmap)
  }

  @Test("A book that starts over turns from its last page to its first")
  func loop() async throws {
    let open = OpenBook(page: Self.size, SlideTurn())
    var turner = try turner(Book(pages: 3), at: 2) { $0.boundary = .loop }
    try turner.handle(.navigate(Navigation(.next)), at: 0)
    let pages = try Pages(front: Self.pages[2], next: Self.pages[0])
    let expected = try await Fixture.cpu().frame(
      PageTurn(pages, SlideTurn()), at: .progress(turner.posture(at: 0.2).leaves[0].progress))
    #expect(try await draw(open, turner, at: 0.2) == expected)
    try turner.handle(.tick, at: 1)
    #expect(try await draw(open, turner, at: 1) == Self.pages[0].pixmap)
  }

  /// Books of all kinds that have two stops or more.
  private static let books: [Book] = (2...7).flatMap { pages in
    [
      Book(pages: pages), Book(pages: pages, printing: .twoSided),
      Book(pages: pages, layout: .facing(cover: false)),
      Book(pages: pages, layout: .facing(cover: true)),
      Book(pages: pages, layout: .facing(cover: true), printing: .oneSided),
    ].filter { $0.stops > 1 }
  }

  @Test(
    "Nothing pops where a book starts over, or one leaf stands for several", arguments: books)
  func startingOver(_ book: Book) async throws {
    var bookLook = BookLook()
    bookLook.leafEdge = .pixels(1)
    bookLook.gutter = .pixels(8)
    let canvas = Canvas(width: 120, height: 72, origin: SIMD2(-60, -4), step: SIMD2(1, 1))
    let ways: [(stop: Int, to: Navigation.Destination)] = [
      (book.stops - 1, .next), (0, .previous), (0, .stop(book.stops - 1)),
      (book.stops - 1, .stop(0)),
    ]
    // The back that a one-sided leaf shows once it has landed is a picture of 8 bits, as its page is.
    let most = book.printing == .oneSided ? 0.5 : 0.25
    for turn in [BookCurlTurn(), HingeTurn()] as [any Turn] {
      let open = OpenBook(page: Self.size, turn, canvas: canvas, bookLook: bookLook)
      for way in ways {
        var turner = try turner(book, at: way.stop) { $0.boundary = .loop }
        let rest = try await draw(open, turner, at: 0, format: .rgba16)
        try turner.handle(.navigate(Navigation(way.to, style: .direct)), at: 0)
        let begun = try await draw(open, turner, at: 1e-9, format: .rgba16)
        let largest = rest.difference(begun).maximum
        #expect(largest <= most, "\(way) begins: \(largest)")
        let landing = try await draw(open, turner, at: 0.5 - 1e-9, format: .rgba16)
        let middle = try await draw(open, turner, at: 0.25, format: .rgba16)
        try turner.handle(.tick, at: 1)
        #expect(turner.phase == .idle && turner.stop != way.stop)
        let landed = try await draw(open, turner, at: 1, format: .rgba16)
        let pop = landing.difference(landed).maximum
        #expect(pop <= most, "\(way) lands: \(pop)")
        #expect(middle != landing && middle != begun, "\(way)")
      }
    }
  }

  /// S1-28: what is laid over pages is seen at rest and hidden in motion.
  @Test("An overlay lies over the pages at rest, and isn't there while anything moves")
  func s1_28_overlay() async throws {
    // The upper left quarter, half covered; the rest is clear.
    var bytes = [UInt8](repeating: 0, count: 4 * 48 * 64)
    for y in 0..<32 {
      for x in 0..<24 {
        let index = 4 * (48 * y + x)
        (bytes[index], bytes[index + 3]) = (100, 128)
      }
    }
    let label = Page(Pixmap(width: 48, height: 64, rgba8: bytes))
    let asked = Mutex<[Int]>([])
    let labelled = OpenBook(page: Self.size) { page in
      asked.withLock { $0.append(page) }
      return page == 2 ? nil : label
    }
    let plain = OpenBook(page: Self.size)
    let book = Book(pages: 6, layout: .facing(cover: false))
    var turner = try turner(book)
    let bare = try await draw(plain, turner, at: 0)
    let covered = try await draw(labelled, turner, at: 0)
    #expect(covered != bare)
    // Where it's clear nothing is changed, and where it isn't it lies over in linear light.
    for side in [0, 48] {
      #expect(covered.part(side + 24, 0, 24, 64) == bare.part(side + 24, 0, 24, 64))
      #expect(covered.part(side, 32, 48, 32) == bare.part(side, 32, 48, 32))
      let (under, seen) = (bare.part(side, 0, 24, 32), covered.part(side, 0, 24, 32))
      var largest = 0.0
      for index in stride(from: 0, to: under.rgba8.count, by: 4) {
        let upper = SIMD4<Double>(100, 0, 0, 128)
        let lower = SIMD4(
          Double(under.rgba8[index]), Double(under.rgba8[index + 1]),
          Double(under.rgba8[index + 2]), 255)
        let expected = Fixture.composited(upper, over: lower)
        for channel in 0..<3 {
          largest = max(largest, abs(Double(seen.rgba8[index + channel]) - expected[channel]))
        }
      }
      #expect(largest <= 1, "\(side): \(largest)")
    }
    #expect(Set(asked.withLock { $0 }) == [0, 1])
    // It's the same picture every time.
    #expect(try await draw(labelled, turner, at: 0) == covered)
    // In motion it isn't asked for.
    asked.withLock { $0 = [] }
    try turner.handle(.down(id: 1, SIMD2(90, 30)), at: 1)
    #expect(try await draw(labelled, turner, at: 1) == covered, "a finger alone moves nothing")
    asked.withLock { $0 = [] }
    try turner.handle(.move(id: 1, SIMD2(50, 30)), at: 1.1)
    for time in [1.1, 1.15, 1.3] {
      let (with, without) = (
        try await draw(labelled, turner, at: time), try await draw(plain, turner, at: time)
      )
      #expect(with == without)
    }
    try turner.handle(.up(id: 1, SIMD2(10, 30)), at: 1.4)
    #expect(try await draw(labelled, turner, at: 1.45) == draw(plain, turner, at: 1.45))
    #expect(asked.withLock { $0 }.isEmpty)
    try turner.handle(.tick, at: 3)
    #expect(turner.labelledStop == 1)
    let (with, without) = (
      try await draw(labelled, turner, at: 3), try await draw(plain, turner, at: 3)
    )
    #expect(with.part(0, 0, 48, 64) == without.part(0, 0, 48, 64), "page 2 has none")
    #expect(with.part(48, 0, 48, 64) != without.part(48, 0, 48, 64))
    // One of another size is refused.
    let wrong = Page(Pixmap(width: 2, height: 2, rgba8: [UInt8](repeating: 0, count: 16)))
    let error = #expect(throws: RenderError.self) {
      try OpenBook(page: Self.size) { _ in wrong }.shot(of: turner, at: 3) { Self.pages[$0] }
    }
    #expect(error?.code == .sizes && error?.message.contains("page 2") == true)
  }

  @Test("A deleted page slides down and fades over what lies open now, whatever the binding")
  func s1_18_aDeletedPageDropsOff() async throws {
    let label = Page(TestPages.plain(90, width: 48, height: 64))
    let plain = OpenBook(page: Self.size)
    for binding in Binding.allCases {
      var turner = try turner(Book(pages: 6, binding: binding), at: 2)
      try turner.handle(.edit(.delete(at: 2, count: 1)), at: 1)
      let (pages, turned) = (Self.pages, turner)
      func frame(_ open: OpenBook, at time: Double) async throws -> Pixmap {
        let shot = try open.shot(of: turned, at: time, dropping: pages[2], since: 1) {
          pages[$0 < 2 ? $0 : $0 + 1]
        }
        return try await Fixture.cpu().frame(shot.turn, at: shot.moment)
      }
      #expect(try await frame(plain, at: 1) == pages[2].pixmap)
      #expect(try await frame(plain, at: 1.51) == pages[3].pixmap)
      let (seen, new) = (try await frame(plain, at: 1.1), pages[3].pixmap)
      let progress = try #require(Timeline.dropFade.value(of: "progress", at: 0.1))
      let edge = Int(64 * progress)
      #expect(edge > 8 && edge < 48)
      #expect(seen.part(0, 0, 48, edge) == new.part(0, 0, 48, edge), "\(binding)")
      #expect(seen.part(0, edge + 2, 48, 8) != new.part(0, edge + 2, 48, 8), "\(binding)")
      // In motion nothing is laid over either page.
      let labelled = OpenBook(page: Self.size) { _ in label }
      #expect(try await frame(labelled, at: 1) == pages[2].pixmap)
      #expect(try await frame(labelled, at: 1.1) == seen)
      #expect(try await frame(labelled, at: 1.51) == label.pixmap)
      // Its gutter's shade goes with it.
      var look = BookLook()
      look.gutter = .pixels(12)
      let shaded = OpenBook(page: Self.size, bookLook: look)
      let (falling, rest) = (try await frame(shaded, at: 1.1), try await frame(shaded, at: 1.51))
      #expect(rest != new && falling.part(0, 0, 48, edge) == rest.part(0, 0, 48, edge))
      #expect(falling.part(0, edge + 2, 48, 8) != seen.part(0, edge + 2, 48, 8), "\(binding)")
    }
  }

  @Test("An overlay of sixteen bits, or over them, is no coarser than its page")
  func deepOverlay() {
    let base = Pixmap(width: 1, height: 2, rgba16: [1000, 20000, 65535, 65535, 0, 0, 0, 0])
    let upper = Pixmap(width: 1, height: 2, rgba16: [0, 0, 0, 0, 300, 200, 100, 32768])
    #expect(
      upper.laid(over: base)
        == Pixmap(
          width: 1, height: 2,
          rgba16: [
            1000, 20000, 65535, 65535, 300, 200, 100, 32768,
          ]))
    let opaque = Pixmap(width: 1, height: 2, rgba8: [1, 2, 3, 255, 0, 0, 0, 0])
    #expect(opaque.laid(over: base).rgba16.prefix(4) == [257, 514, 771, 65535])
  }

  @Test("A mirrored script of a book bound at the right gives mirrored frames")
  func mirrored() async throws {
    // Pages that are their own mirror images, and light from straight above.
    let pages = (0..<8).map { number in
      Page(
        Pixmap(
          width: 48, height: 64,
          rgba8: (0..<64 * 48).flatMap { i -> [UInt8] in
            let (x, y) = (abs(2 * (i % 48) - 47), i / 48)
            return [UInt8(60 + 20 * number), UInt8(5 * x), UInt8(255 - 3 * y), 255]
          }))
    }
    for name in ["book-curl", "corner-fold", "hinge", "leaves"] {
      let turn = try #require(TurnCatalogue.turn(named: name)).init()
      let open = OpenBook(page: Self.size, turn)
      var frames: [Binding: [Pixmap]] = [:]
      for binding in [Binding.left, .right] {
        var turner = try turner(
          Book(pages: 8, layout: .facing(cover: false), binding: binding), at: 1)
        for (time, event) in Self.drag(turner.view, binding) {
          try turner.handle(event, at: time)
          let shot = try open.shot(of: turner, at: time + 0.005) { pages[$0] }
          frames[binding, default: []].append(
            try await Fixture.cpu().frame(shot.turn, at: shot.moment))
        }
      }
      let (left, right) = (frames[.left] ?? [], frames[.right] ?? [])
      for (index, (a, b)) in zip(left, right).enumerated() {
        let largest = a.mirrored.difference(b).maximum
        #expect(largest <= 1, "\(name), event \(index): \(largest)")
      }
      #expect(Set(left.map(\.rgba8)).count > 5, "\(name) moves")
    }
  }

  @Test("CPU and GPU draw a held sheet alike")
  func parity() async throws {
    let renderers = try await Fixture.all()
    let open = OpenBook(page: Self.size)
    var turner = try turner(Book(pages: 8, layout: .facing(cover: false)), at: 1)
    try turner.handle(.down(id: 1, SIMD2(90, 50)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(60, 30)), at: 0.2)
    let shot = try open.shot(of: turner, at: 0.4) { Self.pages[$0] }
    var frames: [Pixmap] = []
    for renderer in renderers {
      frames.append(try await renderer.frame(shot.turn, at: shot.moment))
    }
    guard frames.count == 2 else { return }
    #expect(frames[0].difference(frames[1]).psnr >= 45)
  }
}
