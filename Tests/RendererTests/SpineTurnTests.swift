import CurlCore
import PageCurl
import TestSupport
import Testing

/// Leaves that turn about the spine, and the roll: on both renderers.
@Suite struct SpineTurnTests {
  static let turns: [any Turn] = [HingeTurn(), BendTurn(), RollTurn()]

  @Test(arguments: ["hinge", "bend", "roll"], [false, true])
  func bothEndsAreThePagesThemselves(_ name: String, isFacing: Bool) async throws {
    let kind = try #require(Self.turns.first { type(of: $0).name == name })
    if isFacing && !type(of: kind).turnsSpreads { return }
    let turn = try Self.turn(kind, isFacing: isFacing)
    for renderer in try await Fixture.all() {
      let first = try await renderer.frame(turn, at: .progress(0))
      let last = try await renderer.frame(turn, at: .progress(1))
      let pages = turn.pages
      let (w, h) = (pages.size.width, pages.size.height)
      let x = isFacing ? w : 0
      #expect(first.part(x, 0, w, h) == pages.front.pixmap, "\(renderer.info)")
      #expect(last.part(x, 0, w, h) == pages.next.pixmap, "\(renderer.info)")
      guard isFacing else { continue }
      let (beside, back) = (try #require(pages.beside), try #require(pages.back))
      #expect(first.part(0, 0, w, h) == beside.pixmap, "\(renderer.info)")
      #expect(last.part(0, 0, w, h) == back.pixmap, "\(renderer.info)")
    }
  }

  @Test(arguments: ["hinge", "bend", "roll"], [0.1, 0.35, 0.6, 0.9])
  func bothRenderersDrawTheSame(_ name: String, progress: Double) async throws {
    let kind = try #require(Self.turns.first { type(of: $0).name == name })
    let turn = try Self.turn(kind, isFacing: type(of: kind).turnsSpreads)
    let gpu = try await Fixture.gpu()
    let cpu = try await Fixture.cpu()
    let a = try await cpu.frame(turn, at: .progress(progress))
    let b = try await gpu.frame(turn, at: .progress(progress))
    let geometry = try await cpu.geometry(turn, at: .progress(progress))
    var (inside, all) = (Difference(), Difference())
    for i in 0..<a.width * a.height {
      all.add(a.channels(i), b.channels(i))
      if !geometry.isEdge(i) { inside.add(a.channels(i), b.channels(i)) }
    }
    #expect(inside.maximum <= 1)
    #expect(all.psnr >= 45)
  }

  static func turn(_ turn: any Turn, isFacing: Bool) throws -> PageTurn {
    let pages = try Fixture.pages(160, 226)
    var kind = turn
    guard isFacing else { return try PageTurn(pages, kind) }
    kind.look.back = .picture
    return try PageTurn(
      Pages(
        front: pages.front, next: pages.next, back: pages.back,
        beside: Page(TestPages.page(.beside, width: 160, height: 226))), kind)
  }
}

extension Pixmap {
  /// A rectangle cut out of it.
  func part(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Pixmap {
    var bytes: [UInt8] = []
    for row in y..<y + height {
      let start = 4 * (row * self.width + x)
      bytes += rgba8[start..<start + 4 * width]
    }
    return Pixmap(width: width, height: height, rgba8: bytes)
  }
}
