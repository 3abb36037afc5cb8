import CurlCore
import PageCurl
import TestSupport
import Testing

/// The grain of a back's paper.
@Suite struct GrainTests {
  private static func curl(_ grain: Double) -> CurlTurn {
    var turn = CurlTurn()
    (turn.angle, turn.radius) = (180, .pixels(0))
    turn.look.grain = grain
    return turn
  }

  /// Differences of the green channel that the grain makes, 8-bit steps, and the smooth frame.
  private func grain(
    _ turn: CurlTurn, _ pages: Pages, at progress: Double, _ renderer: Renderer
  ) async throws -> [Double] {
    var smooth = turn
    smooth.look.grain = 0
    let frames = [
      try await renderer.frame(PageTurn(pages, turn), at: .progress(progress)),
      try await renderer.frame(PageTurn(pages, smooth), at: .progress(progress)),
    ]
    return (0..<frames[0].width * frames[0].height).map {
      frames[0].channels($0).y - frames[1].channels($0).y
    }
  }

  static let turns: [any Turn] = [
    CurlTurn(), BookCurlTurn(), CornerFoldTurn(), LeavesTurn(), RollTurn(), HingeTurn(), BendTurn(),
    FlipTurn(),
  ]

  @Test("A little grain changes a little: the back lies as without", arguments: turns)
  func theBackStaysInItsPlace(turn: any Turn) async throws {
    let pages = try Fixture.pages(97, 131)
    for binding in [Binding.left, .right, .top] {
      for isFacing in [false, true] {
        if isFacing && !type(of: turn).turnsSpreads { continue }
        let all =
          isFacing
          ? try Pages(front: pages.front, next: pages.next, beside: pages.next) : pages
        var (rough, smooth) = (turn, turn)
        // The more of the front is seen, the more a flipped one would change.
        (rough.look.showThrough, smooth.look.showThrough) = (0.6, 0.6)
        (rough.look.grain, smooth.look.grain) = (0.01, 0)
        for renderer in try await Fixture.all() {
          for progress in [0.3, 0.6] {
            let frames = [
              try await renderer.frame(
                PageTurn(all, rough, binding: binding), at: .progress(progress)),
              try await renderer.frame(
                PageTurn(all, smooth, binding: binding), at: .progress(progress)),
            ]
            let most =
              (0..<frames[0].width * frames[0].height).map { i in
                let change = frames[0].channels(i) - frames[1].channels(i)
                return max(change.max(), -change.min())
              }.max() ?? 0
            #expect(
              most <= 2.01, "\(renderer.info): \(type(of: turn).name), \(binding), \(progress)")
          }
        }
      }
    }
  }

  @Test func theNoiseHasItsDeviationAndNoMean() async throws {
    let page = TestPages.plain(200, width: 160, height: 120)
    let pages = try Pages(front: page, next: page)
    for renderer in try await Fixture.all() {
      // It fades with the show-through, by up to half, and nowhere without shadow.
      for (shadow, range) in [(0.0, 2.4..<2.7), (0.7, 1.25..<2.55)] {
        var turn = Self.curl(0.2)
        turn.look.shadowAmount = shadow
        let found = try await grain(turn, pages, at: 0.4, renderer)
        // The flap lies at 32…96.
        let flap = (0..<120 * 160).filter { (36..<90).contains($0 % 160) }.map { found[$0] }
        let mean = flap.reduce(0, +) / Double(flap.count)
        let deviation = (flap.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(flap.count))
          .squareRoot()
        // 0.2 × 5 % of 255 is 2.55.
        #expect(abs(mean) < 0.15 && range.contains(deviation), "\(mean), \(deviation)")
        // Nothing else changes.
        #expect(!(0..<120 * 160).contains { !(31...97).contains($0 % 160) && found[$0] != 0 })
      }
    }
  }

  @Test func itMovesWithTheLeaf() async throws {
    let page = TestPages.plain(200, width: 160, height: 120)
    let pages = try Pages(front: page, next: page)
    for renderer in try await Fixture.all() {
      // The folds lie at 96 and 80; a page's column x lies at 2 · fold − x.
      let first = try await grain(Self.curl(0.4), pages, at: 0.4, renderer)
      let second = try await grain(Self.curl(0.4), pages, at: 0.5, renderer)
      let pixels = (0..<120).flatMap { y in (40..<90).map { y * 160 + $0 } }
      let product = pixels.reduce(0) { $0 + first[$1] * second[$1 - 32] }
      let squares = pixels.reduce((0, 0)) {
        ($0.0 + first[$1] * first[$1], $0.1 + second[$1 - 32] * second[$1 - 32])
      }
      #expect(product / (squares.0 * squares.1).squareRoot() > 0.95)
      let still = pixels.reduce(0) { $0 + first[$1] * second[$1] }
      #expect(abs(still) / squares.0 < 0.2)
    }
  }

  @Test func atBothEndsThePagesAreTheirOwn() async throws {
    let pages = try Fixture.pages(97, 131)
    for renderer in try await Fixture.all() {
      let turn = try PageTurn(pages, Self.curl(1))
      #expect(
        try await renderer.frame(turn, at: .progress(0)).rgba8 == pages.front.pixmap.rgba8)
      #expect(
        try await renderer.frame(turn, at: .progress(1)).rgba8 == pages.next.pixmap.rgba8)
    }
  }

  @Test("The turn and its scene stay as they were asked for: frames alone show the grain")
  func theSceneIsTheCallers() async throws {
    let turn = try PageTurn(Fixture.pages(97, 131), Self.curl(1))
    #expect(turn.turn.look == Self.curl(1).look)
    #expect(turn.scene(.progress(0.4)).leaves.map(\.back.contents) == [.mirrored])
  }

  @Test func onePaperIsMadeOfManyFramesAtOnce() async throws {
    let turn = try PageTurn(Fixture.pages(97, 131), Self.curl(1))
    let papers = PaperBacks()
    let moments = (1..<40).map { Moment.progress(Double($0) / 40) }
    let pictures = try await withThrowingTaskGroup(of: ObjectIdentifier?.self) { group in
      for moment in moments {
        group.addTask {
          try Renderer.resolve(turn, moment, papers).pictures.back.map(ObjectIdentifier.init)
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(pictures.count == 1 && !pictures.contains(nil))
  }

  /// Largest change that a look makes to a frame, 8-bit steps.
  private func change(
    _ pages: Pages, _ turn: any Turn, canvas: Canvas? = nil, at progress: Double
  ) async throws -> Double {
    var (rough, smooth) = (turn, turn)
    (rough.look.grain, smooth.look.grain) = (0.5, 0)
    let renderer = try await Fixture.cpu()
    let frames = [
      try await renderer.frame(PageTurn(pages, rough, canvas: canvas), at: .progress(progress)),
      try await renderer.frame(PageTurn(pages, smooth, canvas: canvas), at: .progress(progress)),
    ]
    return (0..<frames[0].width * frames[0].height).map {
      abs(frames[0].channels($0).y - frames[1].channels($0).y)
    }.max() ?? 0
  }

  @Test(
    "Leaves that have landed keep their grain while others fly", arguments: [0.3, 0.6, 0.75, 1])
  func landedLeaves(progress: Double) async throws {
    let page = Page(TestPages.plain(180, width: 60, height: 80))
    let pages = try Pages(
      front: page, next: page, beside: page,
      flight: [
        Pages.FlyingLeaf(front: Page(page.pixmap)), Pages.FlyingLeaf(front: Page(page.pixmap)),
      ])
    for turn in [HingeTurn(), BookCurlTurn(), FlipTurn()] as [any Turn] {
      // Leaves that turn at once show no back before they stand upright.
      if turn is FlipTurn && progress < 0.5 { continue }
      var turn = turn
      _ = turn.set("stagger", to: 0.7)
      let change = try await change(pages, turn, at: progress)
      #expect(change > 8, "\(type(of: turn).name): \(change)")
    }
  }

  @Test("Turns and looks that have no grain draw none")
  func none() async throws {
    let page = Page(TestPages.plain(180, width: 60, height: 80))
    let pages = try Pages(front: page, next: page)
    var tinted = CurlTurn()
    tinted.look.tintAmount = 0.8
    var unlit = CurlTurn()
    unlit.look.isLit = false
    for progress in [0.3, 0.7] {
      #expect(try await change(pages, FlipTurn(), at: progress) == 0)
      #expect(try await change(pages, LeavesTurn.source, at: progress) == 0)
      #expect(try await change(pages, tinted, at: progress) == 0)
      #expect(try await change(pages, unlit, at: progress) == 0)
      let small = Canvas(width: 25, height: 33, origin: .zero, step: SIMD2(2.4, 2.4))
      #expect(try await change(pages, CurlTurn(), canvas: small, at: progress) == 0)
      #expect(try await change(pages, CurlTurn(), at: progress) > 8)
    }
  }

  @Test func aPaperGoesWithItsRenderer() async throws {
    let pages = try Fixture.pages(97, 131)
    let turn = try PageTurn(pages, Self.curl(1))
    weak var paper: PreparedPicture?
    do {
      let renderer = try await Renderer(.cpu)
      paper = try Renderer.resolve(turn, .progress(0.4), renderer.papers).pictures.back
      #expect(paper != nil)
    }
    #expect(paper == nil, "the paper goes with its renderer")
    paper = try Renderer.resolve(turn, .progress(0.4)).pictures.back
    #expect(paper == nil, "a frame alone leaves none")
  }
}
