import CurlCore
import PageCurl
import PageTurner
import TestSupport
import Testing

/// What turns away is of its page's own paper.
@Suite struct LeafPaperTests {
  private static let size = PageSize(width: 96, height: 128)

  private static func page(
    _ paper: SIMD3<Float>, ink: SIMD3<Float> = SIMD3(30, 26, 24)
  ) -> PaperPage {
    var page = PaperPage(size.width, size.height, paper)
    page.write(ink)
    return page
  }

  private static let cream = SIMD3<Float>(246, 240, 228)
  private static let night = SIMD3<Float>(18, 18, 22)

  private static func colour(_ level: SIMD3<Float>) -> Colour {
    Colour(red: Double(level.x) / 255, green: Double(level.y) / 255, blue: Double(level.z) / 255)
  }

  @Test(arguments: [cream, night], [Pixmap.Format.rgba8, .rgba16])
  func theFlapIsOfThePagesPaper(_ paper: SIMD3<Float>, format: Pixmap.Format) async throws {
    let ink = paper.x < 100 ? SIMD3<Float>(220, 214, 200) : SIMD3(30, 26, 24)
    let drawn = Self.page(paper, ink: ink)
    let front = format == .rgba8 ? drawn.pixmap : drawn.deepPixmap
    let pages = try Pages(front: front, next: TestPages.plain(255, width: 96, height: 128))
    func turn(_ paper: Colour?) throws -> PageTurn {
      try Fixture.turn(pages, angle: 180, radius: 0) {
        $0.look.shadowAmount = 0
        $0.look.paper = paper
      }
    }
    for renderer in try await Fixture.all() {
      let seen = try await renderer.frame(turn(nil), at: .time(0.5), format: format)
      let told = try await renderer.frame(
        turn(Self.colour(paper)), at: .time(0.5), format: format)
      // To the byte in 8 bits; 16 bits are finer than the estimate.
      #expect(seen.difference(told).maximum <= (format == .rgba8 ? 0 : 0.02))
      // The front's empty margin shines through the flap at its free edge: paper upon paper.
      let flap = seen.channels(60 * 96 + 2)
      for channel in 0..<3 {
        #expect(abs(flap[channel] - Double(paper[channel])) <= 1, "\(renderer.info): \(flap)")
      }
    }
  }

  @Test(arguments: [0.0, 2])
  func cpuAndGPUAgreeOnIt(thickness: Double) async throws {
    let pages = try Pages(
      front: Self.page(Self.cream).pixmap,
      next: Self.page(Self.night, ink: SIMD3(220, 214, 200)).pixmap)
    let turn = try Fixture.turn(pages, radius: 12) { $0.look.thickness = .pixels(thickness) }
    try await Fixture.expectParity(turn, frames: 5)
  }

  @Test func whatLiesNearMakesNoDifference() throws {
    let (front, other) = (Page(Self.page(Self.cream).pixmap), Page(Self.page(Self.night).pixmap))
    let alone = try PageTurn(Pages(front: front, next: front), BookCurlTurn())
    let among = try PageTurn(
      Pages(
        front: front, next: other, back: other, background: other, beside: other,
        flight: [Pages.FlyingLeaf(front: other, back: front), Pages.FlyingLeaf(front: front)]),
      BookCurlTurn())
    #expect(alone.paper == Self.colour(Self.cream) && among.paper == alone.paper)
    let (cream, night) = (Self.colour(Self.cream), Self.colour(Self.night))
    #expect(
      among.stage.papers == [.front: cream, .leafFront(1): night, .leafFront(2): cream])
    for binding in Binding.allCases {
      let scene = try PageTurn(among.pages, BookCurlTurn(), binding: binding).scene(.progress(0.5))
      for leaf in scene.leaves where leaf.back.tintAmount > 0 {
        let isNight = leaf.front.contents == .picture(.leafFront(1))
        #expect(leaf.back.tint == (isNight ? night : cream))
      }
    }
    // A look's own paper isn't estimated.
    var white = BookCurlTurn()
    white.look.paper = .white
    let told = try PageTurn(Pages(front: other, next: front), white)
    #expect(told.paper == .white && told.stage.papers.isEmpty)
  }

  @Test func aPageThatIsLetGoKeepsItsPaper() throws {
    let canvas = Canvas(width: 20, height: 27, origin: .zero, step: SIMD2(4.8, 4.8))
    let small = try PageTurn(
      Pages(
        front: Page(Self.page(Self.cream).pixmap), next: Page(Self.page(Self.night).pixmap)),
      canvas: canvas
    ).withoutLargePages()
    #expect(small.paper == Self.colour(Self.cream))
    #expect(small.pages.next.paper == Self.colour(Self.night))
  }

  @Test func aBlankSideHasThePaperOfTheOther() throws {
    let pages = [Self.cream, Self.night].map { Page(Self.page($0).pixmap) }
    let open = OpenBook(page: Self.size)
    // A page that isn't there has its leaf's paper, and that of a print where there is none.
    let book = Book(pages: 3, layout: .facing(cover: true))
    var turner = try Turner(book, view: SIMD2(192, 128))
    try turner.handle(.navigate(Navigation(.next)), at: 0)
    func papers(_ ready: Set<Int>) throws -> [Colour?] {
      let shot = try open.shot(of: turner, at: 0.2) { ready.contains($0) ? pages[$0 % 2] : nil }
      return [shot.turn.pages.front.paper, shot.turn.pages.back?.paper]
    }
    let (cream, night) = (Self.colour(Self.cream), Self.colour(Self.night))
    #expect(try papers([0]) == [cream, cream])
    #expect(try papers([1]) == [night, night])
    #expect(try papers([0, 1]) == [cream, night])
    #expect(try papers([]) == [.printPaper, .printPaper])
  }
}
