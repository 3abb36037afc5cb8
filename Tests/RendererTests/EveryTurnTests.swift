import CurlCore
import PageCurl
import TestSupport
import Testing

/// What every turn must meet, from one table; a new turn is one line of it.
@Suite struct EveryTurnTests {
  /// A turn under test.
  struct Entry: Sendable, CustomTestStringConvertible {
    let turn: any Turn
    let name: String
    /// The turn that, its pages exchanged, runs this one backwards; nil where there is none.
    let reversed: (any Turn)?
    /// Where that one's book is bound.
    let reversedBinding: Binding
    /// Whether it leaves no part of the page uncovered on its way.
    let coversThePage: Bool

    init(
      _ turn: any Turn, _ detail: String = "", reversed: (any Turn)? = nil,
      in reversedBinding: Binding = .left, coversThePage: Bool = true
    ) {
      self.turn = turn
      name = detail.isEmpty ? type(of: turn).name : "\(type(of: turn).name), \(detail)"
      self.reversed = reversed
      self.reversedBinding = reversedBinding
      self.coversThePage = coversThePage
    }

    var testDescription: String { name }
  }

  static let upright: FlipTurn = {
    var turn = FlipTurn()
    turn.axis = .vertical
    return turn
  }()
  static let opposite: CardTurn = {
    var turn = CardTurn()
    turn.axis *= -1
    return turn
  }()
  static let winding = EffectTurn(
    EffectStack([
      PageEffect(.skew(0.3, offset: .pixels(-9))), PageEffect(.follow(.infinity, 0.6)),
    ]))

  static let turns: [Entry] = [
    Entry(CurlTurn()),
    Entry(BookCurlTurn()),
    Entry(CornerFoldTurn()),
    Entry(LeavesTurn()),
    Entry(LeavesTurn.source, "source"),
    Entry(RollTurn()),
    Entry(HingeTurn()),
    Entry(BendTurn()),
    Entry(FlipTurn.flipboard),
    Entry(FlipTurn.source, "source"),
    Entry(upright, "vertical", reversed: upright, in: .right),
    Entry(CardTurn.card, reversed: opposite, coversThePage: false),
    Entry(SlideTurn(.left), "left", reversed: SlideTurn(.right)),
    Entry(SlideTurn(.down), "down", reversed: SlideTurn(.up)),
    Entry(CoverTurn(.left), "left"),
    Entry(CoverTurn(.up, arrives: true), "arriving upwards"),
    Entry(DropTurn()),
    Entry(NoTurn()),
    Entry(EffectTurn()),
    Entry(winding, "skewed along a path"),
  ]
  static let moments = [0.07, 0.25, 0.43, 0.58, 0.81, 0.96]

  @Test(arguments: turns) func bothEndsAreThePicturesThemselves(entry: Entry) async throws {
    let pages = try Fixture.pages(97, 131)
    for renderer in try await Fixture.all() {
      for binding in Binding.allCases {
        let turn = try PageTurn(pages, entry.turn, binding: binding)
        #expect(try await renderer.frame(turn, at: .progress(0)) == pages.front.pixmap)
        #expect(try await renderer.frame(turn, at: .progress(1)) == pages.next.pixmap)
      }
    }
  }

  @Test(arguments: turns) func cpuAndGPUAgree(entry: Entry) async throws {
    let turn = try PageTurn(Fixture.pages(197, 263), entry.turn)
    let (cpu, gpu) = (try await Fixture.cpu(), try await Fixture.gpu())
    for progress in Self.moments {
      let comparison = FrameComparison(
        try await cpu.frame(turn, at: .progress(progress)),
        try await gpu.frame(turn, at: .progress(progress)),
        reference: try await cpu.geometry(turn, at: .progress(progress)))
      let worst = comparison.interior.maximum
      #expect(worst <= FrameComparison.Bound.offEdges, "\(worst)/255 off the edges, \(progress)")
      let psnr = comparison.touched.psnr
      #expect(psnr >= FrameComparison.Bound.psnr, "\(psnr) dB at \(progress)")
    }
  }

  @Test(arguments: turns) func nothingPopsAtEitherEndOfALargeCanvas(entry: Entry) async throws {
    // The picture changes at the end of this one, and it is all that it does.
    if entry.turn is NoTurn { return }
    let pages = try Fixture.pages(97, 131)
    let canvas = Canvas(width: 257, height: 291, origin: SIMD2(-80, -80), step: SIMD2(1, 1))
    var turn = entry.turn
    turn.look.background = .colour(Colour(red: 0.8, green: 0.8, blue: 0.78))
    let still = try PageTurn(pages, turn, canvas: canvas)
    let cpu = try await Fixture.cpu()
    for (end, near) in [(0.0, 1e-6), (1, 1 - 1e-6)] {
      let last = try await cpu.frame(still, at: .progress(end))
      let before = try await cpu.frame(still, at: .progress(near))
      let mean = last.difference(before).mean
      #expect(mean < 0.2, "\(mean) at \(end)")
    }
  }

  @Test("No film ends in frames in which nothing moves", arguments: [false, true])
  func filmsEndInMotion(hasMargin: Bool) async throws {
    let pages = try Fixture.pages(197, 263)
    let cpu = try await Fixture.cpu()
    let turns = TurnCatalogue.all.flatMap { type -> [any Turn] in
      [type.init()] + type.presetDescriptions.compactMap { type.init(preset: $0.name) }
    }
    for var turn in turns where !(turn is NoTurn) {
      turn.look.background = .colour(Colour(red: 0.8, green: 0.8, blue: 0.78))
      let canvas = Canvas(page: pages.size, margin: Margin(hasMargin ? 20 : 0))
      let whole = try PageTurn(pages, turn, canvas: canvas)
      var frames: [Pixmap] = []
      for index in [57, 59] {
        let moment = PageTurn.moment(ofFrame: index, of: 60, ease: .paper)
        frames.append(try await cpu.frame(whole, at: moment))
      }
      #expect(frames[0] != frames[1], "\(type(of: turn).name)")
    }
  }

  /// Pages of which each is clear somewhere, and half there elsewhere.
  static func clearPages(_ width: Int, _ height: Int) throws -> Pages {
    try Pages(
      front: TestPages.translucent(.front, width: width, height: height),
      next: TestPages.cutOut(.next, width: width, height: height),
      back: TestPages.cutOut(.back, width: width, height: height))
  }

  @Test(arguments: turns, [false, true])
  func nothingPopsAnywhere(entry: Entry, hasAlpha: Bool) async throws {
    // The picture changes at the end of this one, and it is all that it does.
    if entry.turn is NoTurn { return }
    let cpu = try await Fixture.cpu()
    // Even sides: what meets in one pixel along a flip's hinge isn't exact where it has alpha.
    let pages = try hasAlpha ? Self.clearPages(62, 84) : Fixture.pages(61, 83)
    let canvas = Canvas(width: 121, height: 133, origin: SIMD2(-30, -25), step: SIMD2(1, 1))
    var turn = entry.turn
    if !hasAlpha { turn.look.background = .colour(Colour(red: 0.8, green: 0.8, blue: 0.78)) }
    let search = try await JumpSearch(PageTurn(pages, turn, canvas: canvas), on: cpu)
    #expect(search.worst < 1, "\(search.worst)/255 \(search.place)")
  }

  @Test(arguments: turns) func pagesWithAlphaEndAsTheyLie(entry: Entry) async throws {
    let pages = try Self.clearPages(97, 131)
    let background = Colour(red: 0.2, green: 0.5, blue: 0.9)
    var turn = entry.turn
    turn.look.background = .colour(background)
    let under = SIMD4(51.0, 127.5, 229.5, 255)
    for renderer in try await Fixture.all() {
      for (progress, page) in [(0.0, pages.front), (1, pages.next)] {
        let frame = try await renderer.frame(PageTurn(pages, turn), at: .progress(progress))
        var worst = 0.0
        for i in 0..<97 * 131 {
          var truth = Fixture.composited(pages.next.pixmap.channels(i), over: under)
          if progress == 0 { truth = Fixture.composited(page.pixmap.channels(i), over: truth) }
          let seen = frame.channels(i)
          for channel in 0..<4 { worst = max(worst, abs(seen[channel] - truth[channel])) }
        }
        #expect(worst <= 1, "\(renderer.info): \(worst) at \(progress)")
      }
    }
  }

  /// With the turn's own back, and with a back of one colour, whose alpha is `backAlpha`.
  @Test(arguments: turns, [nil, 1, 0.4] as [Double?])
  func cpuAndGPUAgreeOnPagesWithAlpha(entry: Entry, backAlpha: Double?) async throws {
    var changed = entry.turn
    if let backAlpha {
      changed.look.back = .colour(Colour(red: 0.9, green: 0.6, blue: 0.3, alpha: backAlpha))
      changed.look.showThrough = backAlpha == 1 ? 0.6 : 0
    }
    let turn = try PageTurn(Self.clearPages(197, 263), changed)
    let (cpu, gpu) = (try await Fixture.cpu(), try await Fixture.gpu())
    for progress in [0.02] + Self.moments + [0.98] {
      let comparison = FrameComparison(
        try await cpu.frame(turn, at: .progress(progress)),
        try await gpu.frame(turn, at: .progress(progress)),
        reference: try await cpu.geometry(turn, at: .progress(progress)))
      #expect(
        comparison.interior.maximum <= FrameComparison.Bound.offEdges,
        "\(comparison.interior.maximum)/255 off the edges, \(progress)")
      let psnr = comparison.touched.psnr
      #expect(psnr >= FrameComparison.Bound.psnr, "\(psnr) dB at \(progress)")
    }
  }

  /// All but the card, which has another page on its other side and none under it, and those that mix
  /// encoded values: `SourceLookTests` has them.
  @Test(arguments: turns.filter { !($0.turn is CardTurn) && !$0.name.hasSuffix("source") })
  func theOverlayOverTheNextPageIsTheFrame(entry: Entry) async throws {
    // Halves meet at a flip's hinge in the frame and in the overlay in another order.
    try await Fixture.expectOverlay(
      entry.turn, Fixture.pages(66, 88), at: [0.07, 0.43, 0.58, 0.96],
      slack: entry.turn is FlipTurn ? 0.05 : 0)
  }

  @Test(arguments: turns) func whiteStaysWhite(entry: Entry) async throws {
    let white = TestPages.plain(255, width: 97, height: 131)
    let pages = try Pages(front: white, next: white, back: white)
    for renderer in try await Fixture.all() {
      for isOverWhite in [true, false] where isOverWhite || entry.coversThePage {
        var turn = entry.turn
        turn.look.isLit = false
        turn.look.background = .colour(isOverWhite ? .white : .clear)
        for progress in Self.moments {
          let frame = try await renderer.frame(
            PageTurn(pages, turn), at: .progress(progress))
          let least = frame.rgba8.min() ?? 0
          #expect(least >= 254, "\(renderer.info): \(least) at \(progress), \(isOverWhite)")
        }
      }
    }
  }

  @Test(arguments: turns) func aMirroredBookMirrorsTheFrame(entry: Entry) async throws {
    let pages = try Fixture.pages(97, 131)
    let mirrored = try Pages(
      front: pages.front.pixmap.mirrored, next: pages.next.pixmap.mirrored,
      back: pages.back?.pixmap.mirrored)
    for renderer in try await Fixture.all() {
      for progress in Self.moments {
        let plain = try await renderer.frame(
          PageTurn(pages, entry.turn), at: .progress(progress))
        let other = try await renderer.frame(
          PageTurn(mirrored, entry.turn, binding: .right), at: .progress(progress))
        let worst = plain.difference(other.mirrored).maximum
        #expect(worst <= 1, "\(renderer.info): \(worst)/255 at \(progress)")
      }
    }
  }

  @Test(arguments: turns.filter { $0.reversed != nil })
  func backwardsIsTheTurnOfExchangedPages(entry: Entry) async throws {
    let pages = try Fixture.pages(97, 131)
    let exchanged = try Pages(front: pages.next, next: pages.front)
    var (turn, reversed) = (entry.turn, try #require(entry.reversed))
    // A leaf's own paper is that of its front.
    (turn.look.paper, reversed.look.paper) = (.printPaper, .printPaper)
    for renderer in try await Fixture.all() {
      for progress in Self.moments {
        let forward = try await renderer.frame(
          PageTurn(pages, turn), at: .progress(progress))
        let backward = try await renderer.frame(
          PageTurn(exchanged, reversed, binding: entry.reversedBinding),
          at: .progress(1 - progress))
        let worst = forward.difference(backward).maximum
        #expect(worst <= 1, "\(renderer.info): \(worst)/255 at \(progress)")
      }
    }
  }

  @Test(arguments: turns) func whatIsOutOfRangeIsRefused(entry: Entry) throws {
    var turn = entry.turn
    turn.look.showThrough = 2
    #expect(throws: ParameterError.self) { try turn.check() }
    try entry.turn.check()
  }
}
