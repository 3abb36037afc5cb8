import CurlCore
import Glibc
import PageCurl
import TestSupport
import Testing

/// Leaves that turn about the spine, and the roll: on both renderers.
@Suite struct SpineTurnTests {
  static let turns: [any Turn] = [HingeTurn(), BendTurn(), RollTurn(), FlipTurn()]

  @Test(arguments: ["hinge", "bend", "roll", "flip"], [false, true])
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

  @Test(arguments: ["hinge", "bend", "roll", "flip"], [0.1, 0.35, 0.6, 0.9])
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

  @Test(arguments: [20.0, 45, 75, 90])
  func s0_20_aRigidLeafIsAHomography(degrees: Double) async throws {
    // SwiftUI's rotation3DEffect about an edge: its perspective 0.5 is an eye at twice the larger side.
    var hinge = HingeTurn()
    hinge.look.view = .eye(distance: .pixels(2 * 226), centre: SIMD2(0, 0.5))
    // On a canvas that ends at the spine, the turn ends with the leaf upright.
    let turn = try PageTurn(try Fixture.pages(160, 226), hinge)
    let geometry = try await Fixture.cpu().geometry(turn, at: .progress(degrees / 90))
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    var seen = 0
    for i in 0..<160 * 226 where geometry.side[i] == 1 {
      let p = SIMD2(Double(geometry.uv[i].x), Double(geometry.uv[i].y))
      let w = 1 - p.x * sine / 452
      let place = SIMD2(p.x * cosine / w, 113 + (p.y - 113) / w)
      let centre = SIMD2(Double(i % 160) + 0.5, Double(i / 160) + 0.5)
      let off = ((place - centre) * (place - centre)).sum().squareRoot()
      #expect(off < 0.01)
      seen += 1
    }
    #expect(degrees < 90 ? seen > 3000 : seen == 0)
  }

  @Test func aBentLeafTurnedBackIsItsMirrorImage() {
    let bend = BendTurn()
    for progress in [0.1, 0.25, 0.4, 0.5] {
      let there = bend.profile(progress: progress, width: 160)
      let back = bend.profile(progress: 1 - progress, width: 160)
      for s in stride(from: 0.0, through: 160, by: 16) {
        let (a, b) = (there.place(s), back.place(s))
        #expect(abs(a.x + b.x) < 1e-9)
        #expect(abs(a.z - b.z) < 1e-9)
        #expect(a.z >= -1e-9)
      }
    }
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
