import CurlCore
import PageCurl
import PageTurner
import Testing

/// Touches on pages that effects have moved.
@Suite("Hits") struct HitMapTests {
  private static let page = PageSize(width: 48, height: 64)
  /// Two pixels of the view for each of the page.
  private static let view = SIMD2(96.0, 128.0)

  /// A page on its way to the right by its own width, and the turner that turns it.
  private func scene(affectsLayout: Bool = true, _ binding: Binding = .left) throws -> (
    OpenBook, Turner
  ) {
    let effect = PageEffect(.offset(.percent(100), .pixels(0)), affectsLayout: affectsLayout)
    let open = OpenBook(page: Self.page, EffectTurn(EffectStack([effect])))
    var turner = try Turner(Book(pages: 5, binding: binding), view: Self.view)
    try turner.handle(.navigate(Navigation(.next)), at: 0)
    try turner.handle(.tick, at: 0.25)
    return (open, turner)
  }

  /// How far the page has moved, pixels of the view.
  private func way(_ turner: Turner) throws -> Double {
    96 * (try #require(turner.posture.leaves.first).progress)
  }

  @Test func s2_13_aTouchOnAMovedPageIsWhereThePageLay() throws {
    let (open, turner) = try scene()
    let way = try way(turner)
    #expect(way > 20 && way < 80)
    var hits = HitMap()
    func event(_ event: TurnerEvent) -> TurnerEvent? {
      hits.event(event, of: turner, at: turner.time, in: open)
    }
    guard case .down(id: 3, let down)? = event(.down(id: 3, SIMD2(way + 12, 20))),
      case .move(id: 3, let moved)? = event(.move(id: 3, SIMD2(way - 4, 30))),
      case .up(id: 3, let up)? = event(.up(id: 3, SIMD2(way + 500, 40)))
    else {
      Issue.record("the page was missed")
      return
    }
    // The finger goes on in the page's space, beside the page, too.
    for (point, expected) in [
      (down, SIMD2(12.0, 20)), (moved, SIMD2(-4, 30)), (up, SIMD2(500, 40)),
    ] {
      let off = point - expected
      #expect(abs(off.x) < 1e-9 && abs(off.y) < 1e-9)
    }
  }

  @Test func s2_13_whatMissesAMovedPageMisses() throws {
    let (open, turner) = try scene()
    let way = try way(turner)
    var hits = HitMap()
    func event(_ event: TurnerEvent) -> TurnerEvent? {
      hits.event(event, of: turner, at: turner.time, in: open)
    }
    let beside = SIMD2(way - 1, 20)
    let onIt = SIMD2(way + 1, 20)
    #expect(event(.down(id: 1, beside)) == nil)
    // It hasn't come down, wherever it goes, until it's lifted.
    #expect(event(.move(id: 1, onIt)) == nil && event(.up(id: 1, onIt)) == nil)
    #expect(event(.down(id: 1, onIt)) != nil)
    // Lifted without a word, it's no longer on the page.
    #expect(event(.down(id: 1, beside)) == .cancel(id: 1))
    #expect(event(.cancel(id: 1)) == nil)
    #expect(event(.cancel(id: 1)) == .cancel(id: 1))
    #expect(event(.navigate(Navigation(.next))) == .navigate(Navigation(.next)))
  }

  @Test func aPointerHoversWhereThePageLay() throws {
    let (open, turner) = try scene()
    let way = try way(turner)
    var hits = HitMap()
    func hover(_ point: SIMD2<Double>?) -> TurnerEvent? {
      hits.event(.hover(point), of: turner, at: turner.time, in: open)
    }
    guard case .hover(let on?)? = hover(SIMD2(way + 12, 20)) else {
      Issue.record("the page was missed")
      return
    }
    #expect(abs(on.x - 12) < 1e-9 && abs(on.y - 20) < 1e-9)
    // Beside the page it has left.
    #expect(hover(SIMD2(way - 1, 20)) == .hover(nil))
    #expect(hover(nil) == .hover(nil))
  }

  @Test func s2_13_aPageThatOnlyIsDrawnElsewhereIsHitWhereItLies() throws {
    let (open, turner) = try scene(affectsLayout: false)
    let layout = try #require(open.layout(of: turner.posture, in: turner.book))
    #expect(layout.rectangle == Rectangle(Self.page))
    var hits = HitMap()
    for event in [
      TurnerEvent.down(id: 1, SIMD2(1, 20)), .move(id: 1, SIMD2(90, 30)), .up(id: 1, SIMD2(5, 5)),
    ] {
      #expect(hits.event(event, of: turner, at: turner.time, in: open) == event)
    }
    // At rest nothing has moved it.
    let (moving, _) = try scene()
    let resting = try Turner(Book(pages: 5), view: Self.view)
    let down = TurnerEvent.down(id: 1, SIMD2(1, 20))
    #expect(moving.layout(of: resting.posture, in: resting.book) == nil)
    #expect(hits.event(down, of: resting, at: 0, in: moving) == down)
  }

  @Test func s2_13_boundElsewhereAPageIsHitWhereItsReflectionIs() throws {
    let (open, turner) = try scene(.right)
    let progress = try #require(turner.posture.leaves.first).progress
    let layout = try #require(open.layout(of: turner.posture, in: turner.book))
    #expect(abs(layout.rectangle.origin.x + 48 * progress) < 1e-9)
    let (above, top) = try scene(.top)
    let down = try #require(above.layout(of: top.posture, in: top.book))
    #expect(abs(down.rectangle.origin.y - 48 * progress) < 1e-9 && down.rectangle.origin.x == 0)
    #expect(down.rectangle.size.y == 64)
    // What a film of the turn tells is the same.
    let picture = Page(
      Pixmap(width: 48, height: 64, rgba8: [UInt8](repeating: 255, count: 4 * 48 * 64)))
    let turn = try PageTurn(Pages(front: picture, next: picture), open.turn, binding: .right)
    #expect(turn.layout(at: .progress(progress)) == layout)
  }
}
