import CurlCore
import PageCurl
import TestSupport
import Testing

/// What every turn of facing pages must meet, from the table of all turns.
@Suite struct FacingTurnTests {
  static let turns = EveryTurnTests.turns.filter { type(of: $0.turn).turnsSpreads }
  static let moments = [0.03, 0.25, 0.47, 0.6, 0.85, 0.97]
  static let size = (77, 107)

  /// The four pages of a turn, each changed.
  static func pages(_ change: (Pixmap) -> Pixmap = { $0 }) throws -> Pages {
    func page(_ style: TestPages.Style) -> Page {
      Page(change(TestPages.page(style, width: size.0, height: size.1)))
    }
    return try Pages(
      front: page(.front), next: page(.next), back: page(.back), beside: page(.beside))
  }

  static func turn(_ entry: EveryTurnTests.Entry) -> any Turn {
    var turn = entry.turn
    turn.look.back = .picture
    return turn
  }

  @Test func allTurnsOfFacingPagesAreInTheTable() {
    let names = Set(Self.turns.map { type(of: $0.turn).name })
    #expect(names == Set(TurnCatalogue.namesForSpreads) && names.count >= 5)
  }

  @Test(arguments: turns) func bothEndsAreThePagesThemselves(entry: EveryTurnTests.Entry)
    async throws
  {
    let pages = try Self.pages()
    let (w, h) = Self.size
    let (beside, back) = (try #require(pages.beside), try #require(pages.back))
    for renderer in try await Fixture.all() {
      for binding in Binding.allCases {
        let turn = try PageTurn(pages, Self.turn(entry), binding: binding)
        let recto = binding == .left ? (w, 0) : binding == .right ? (0, 0) : (0, h)
        let verso = binding == .left ? (0, 0) : binding == .right ? (w, 0) : (0, 0)
        for (progress, left, right) in [(0.0, beside, pages.front), (1, back, pages.next)] {
          let frame = try await renderer.frame(turn, at: .progress(progress))
          #expect(frame.part(recto.0, recto.1, w, h) == right.pixmap, "\(renderer.info)")
          #expect(frame.part(verso.0, verso.1, w, h) == left.pixmap, "\(renderer.info)")
        }
      }
    }
  }

  @Test(arguments: turns) func cpuAndGPUAgree(entry: EveryTurnTests.Entry) async throws {
    try await Fixture.expectParity(PageTurn(Self.pages(), Self.turn(entry)), frames: 9)
  }

  @Test(arguments: turns) func whiteStaysWhite(entry: EveryTurnTests.Entry) async throws {
    let white = Page(TestPages.plain(255, width: Self.size.0, height: Self.size.1))
    let pages = try Pages(front: white, next: white, back: white, beside: white)
    for renderer in try await Fixture.all() {
      for background in [Colour.white, .clear] {
        var turn = Self.turn(entry)
        turn.look.isLit = false
        turn.look.background = .colour(background)
        for progress in Self.moments {
          let frame = try await renderer.frame(PageTurn(pages, turn), at: .progress(progress))
          let least = frame.rgba8.min() ?? 0
          #expect(least >= 254, "\(renderer.info): \(least) at \(progress)")
        }
      }
    }
  }

  @Test(arguments: turns, [Binding.right, .top])
  func aBookBoundElsewhereIsAReflection(entry: EveryTurnTests.Entry, binding: Binding)
    async throws
  {
    // Per cent are of the page's width, which is another one once it is transposed.
    let page = PageSize(width: Self.size.0, height: Self.size.1)
    let reflect: (Pixmap) -> Pixmap = binding == .right ? { $0.mirrored } : { $0.transposed }
    let turn = try PageTurn(Self.pages(), Self.turn(entry), binding: binding)
    let own = Self.turn(entry).reflected(binding.symmetry, on: page)
    let left = try PageTurn(Self.pages(reflect), own)
    for renderer in try await Fixture.all() {
      for progress in Self.moments {
        let frame = try await renderer.frame(turn, at: .progress(progress))
        let other = reflect(try await renderer.frame(left, at: .progress(progress)))
        let geometry = try await renderer.geometry(turn, at: .progress(progress))
        let comparison = FrameComparison(frame, other, reference: geometry)
        #expect(
          comparison.interior.maximum <= 1,
          "\(renderer.info), \(progress): \(comparison.interior.maximum)")
        #expect(comparison.edges.maximum <= 8, "\(renderer.info): \(comparison.edges.maximum)")
      }
    }
  }

  @Test(arguments: turns) func nothingPops(entry: EveryTurnTests.Entry) async throws {
    let cpu = try await Fixture.cpu()
    var turn = Self.turn(entry)
    turn.look.background = .colour(Colour(red: 0.8, green: 0.8, blue: 0.78))
    let canvas = Canvas(
      width: 2 * Self.size.0 + 40, height: Self.size.1 + 40,
      origin: SIMD2(-Double(Self.size.0 + 20), -20), step: SIMD2(1, 1))
    let search = try await JumpSearch(PageTurn(Self.pages(), turn, canvas: canvas), on: cpu)
    #expect(search.worst < 1, "\(search.worst)/255 \(search.place)")
  }
}
