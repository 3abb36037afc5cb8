import CurlCore
import CurlGL
import PageCurl
import PageTurner
import TestSupport
import Testing

/// What is held of pages, in memory and on the device, while a book is turned through.
@Suite("Residency") struct ResidencyTests {
  private static let size = PageSize(width: 24, height: 32)

  /// A host as hosts are: a turner, an open book, and the pages of a window.
  private struct Host {
    /// Counts the pages that are alive.
    final class Ledger {
      private struct Entry { weak var page: Page? }
      private var entries: [Entry] = []
      var made = 0

      func note(_ page: Page) {
        made += 1
        entries.removeAll { $0.page == nil }
        entries.append(Entry(page: page))
      }

      var alive: Int { entries.count { $0.page != nil } }
    }

    var turner: Turner
    let open: OpenBook
    let ledger = Ledger()
    var pages: [Int: Page] = [:]
    var time = 0.0

    init(_ book: Book) throws {
      turner = try Turner(book, view: SIMD2(48, 32))
      open = OpenBook(page: ResidencyTests.size, HingeTurn())
    }

    /// The pages of the stops within two of the one that is shown.
    var window: Set<Int> {
      let (book, stop) = (turner.book, turner.stop ?? 0)
      return (max(stop - 2, 0)...min(stop + 2, book.stops - 1)).reduce(into: []) { pages, near in
        let lying = book.stop(near)
        pages.formUnion([lying.verso, lying.recto].compactMap { $0?.page })
      }
    }

    /// Draws what is seen, and keeps the pages of the window alone.
    mutating func draw(_ renderer: Renderer) async throws {
      var pages = pages
      for number in open.pages(of: turner.posture, in: turner.book) where pages[number] == nil {
        let shade = UInt8(truncatingIfNeeded: 37 * number + 11)
        var bytes: [UInt8] = []
        for _ in 0..<24 * 32 { bytes += [shade, 255 - shade, 128, 255] }
        let page = Page(Pixmap(width: 24, height: 32, rgba8: bytes))
        ledger.note(page)
        pages[number] = page
      }
      let shot = try open.shot(of: turner, at: time) { pages[$0] }
      _ = try await renderer.frame(shot.turn, at: shot.moment)
      let window = window
      self.pages = pages.filter { window.contains($0.key) }
    }

    /// Turns a page: a frame on its way, and one at rest.
    mutating func turn(_ renderer: Renderer) async throws {
      try turner.handle(.navigate(Navigation(.next)), at: time)
      time += 0.25
      try turner.handle(.tick, at: time)
      try await draw(renderer)
      time += 0.5
      try turner.handle(.tick, at: time)
      try await draw(renderer)
    }
  }

  @Test(
    "Textures follow the window of pages that the host keeps",
    arguments: [
      Book(pages: 60), Book(pages: 60, layout: .facing(cover: true)),
    ])
  func textures(_ book: Book) async throws {
    _ = try await Fixture.gpu()
    let renderer = try await Renderer(.gpu)
    var host = try Host(book)
    try await host.draw(renderer)
    var most = 0
    for _ in 1..<book.stops {
      try await host.turn(renderer)
      let held = try await renderer.residency()
      most = max(most, held.textures)
      // Of each page that was drawn and is kept, one; what bare paper and clear places look like; and
      // the backs that the latest four frames showed, of which every second showed one.
      #expect(held.textures <= host.pages.count + 2 + 2, "stop \(host.turner.stop ?? -1)")
      #expect(held.bytes > 0 && held.bytes <= held.textures * 24 * 32 * 16 * 2)
    }
    #expect(host.turner.stop == book.stops - 1)
    #expect(most >= (book.layout == .single ? 3 : 5), "\(most)")
    let pages = host.pages.count
    // A page that goes takes its texture along, without another frame being drawn.
    host.pages = [:]
    let left = try await renderer.residency()
    #expect(left.textures <= 2 && left.textures < pages, "\(left) of \(pages)")
    #expect(host.ledger.alive == 0)
    await renderer.shutDown()
  }

  @Test("What was prepared is on the device before its first frame, and looks the same")
  func prepared() async throws {
    _ = try await Fixture.gpu()
    let renderer = try await Renderer(.gpu)
    func pages(_ count: Int) -> [Page] {
      (0..<count).map { number in
        let pixel: [UInt8] = [UInt8(9 * number), 80, 200, 255]
        return Page(
          Pixmap(width: 160, height: 226, rgba8: (0..<160 * 226).flatMap { _ in pixel }))
      }
    }
    let near = pages(3)
    try await renderer.prepare(near)
    #expect(try await renderer.residency().textures == 3)
    let first = try await renderer.gl?.pageTextures()
    // The paper of a back is made when its leaf turns.
    func smooth(_ turn: inout CurlTurn) { turn.look.grain = 0 }
    let turn = try Fixture.turn(
      Pages(front: near[0], next: near[1]), radius: 24, change: smooth)
    let frame = try await renderer.frame(turn, at: .progress(0.4))
    try await renderer.prepare(near)
    // Neither the frame nor another preparation had anything to upload.
    #expect(try await renderer.gl?.pageTextures() == first)
    let other = pages(2)
    let plain = try Fixture.turn(
      Pages(front: other[0], next: other[1]), radius: 24, change: smooth)
    #expect(try await renderer.frame(plain, at: .progress(0.4)) == frame)
    // No more than are kept, whatever is asked for.
    let many = pages(20)
    try await renderer.prepare(many)
    #expect(try await renderer.residency().textures == 12)
    let most = try await renderer.gl?.pageTextures()
    try await renderer.prepare(many)
    #expect(try await renderer.gl?.pageTextures() == most)
    // Others push out the furthest, which were named last.
    let more = pages(2)
    let next = try Fixture.turn(Pages(front: more[0], next: more[1]), radius: 24)
    _ = try await renderer.frame(next, at: .progress(0.4))
    let kept = try await renderer.gl?.pageTextures()
    try await renderer.prepare(Array(many.prefix(8)))
    #expect(try await renderer.gl?.pageTextures() == kept)
    await renderer.shutDown()
    await #expect(throws: RenderError.self) { try await renderer.prepare(near) }
    let processor = try await Fixture.cpu()
    try await processor.prepare(many)
    #expect(try await processor.frame(turn, at: .progress(0)) == near[0].pixmap)
  }

  /// S0-13: what a session made for its turns is gone when it's over.
  @Test("A thousand turns leave nothing behind", arguments: [Renderer.Backend.gpu, .cpu])
  func s0_13_aThousandTurnsLeaveNothing(_ backend: Renderer.Backend) async throws {
    if backend == .gpu { _ = try await Fixture.gpu() }
    let renderer = try await Renderer(backend)
    var host = try Host(Book(pages: 1001))
    try await host.draw(renderer)
    var most = 0
    for _ in 0..<1000 {
      try await host.turn(renderer)
      most = max(most, host.ledger.alive)
    }
    #expect(host.turner.stop == 1000 && host.turner.phase == .idle)
    #expect(host.ledger.made == 1001, "each page is made once: \(host.ledger.made)")
    #expect(most <= 8, "\(most) pages at once")
    host.pages = [:]
    #expect(host.ledger.alive == 0)
    #expect(try await renderer.residency().textures <= 2)
    await renderer.shutDown()
  }
}
