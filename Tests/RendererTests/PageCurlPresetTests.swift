import CurlCore
import PageCurl
import TestSupport
import Testing

/// The page curl with shadow of the SwiftUI source, in pictures.
@Suite struct PageCurlPresetTests {
  @Test(arguments: [
    (0.0, SIMD2(0.0, 0.5)), (45, SIMD2(0, 1)), (90, SIMD2(0.5, 1)), (135, SIMD2(1, 1)),
    (180, SIMD2(1, 0.5)), (225, SIMD2(1, 0)), (270, SIMD2(0.5, 0)), (315, SIMD2(0, 0)),
  ])
  func s0_9_atFirstOnlyTheCornerOrEdgeChanges(angle: Double, place: SIMD2<Double>) async throws {
    let pages = try Fixture.pages(160, 226)
    let turn = try Fixture.turn(pages, angle: angle, radius: 8)
    let front = pages.front.picture.pixmap
    for renderer in try await Fixture.all() {
      let frame = try await renderer.frame(turn, at: .time(0.05))
      var (changed, far) = (0, 0)
      for i in 0..<160 * 226 where frame.channels(i) != front.channels(i) {
        changed += 1
        let p = SIMD2((Double(i % 160) + 0.5) / 160, (Double(i / 160) + 0.5) / 226)
        // Of an edge's middle, only the way across counts.
        let x = place.x == 0.5 ? 0 : abs(p.x - place.x)
        let y = place.y == 0.5 ? 0 : abs(p.y - place.y)
        if x > 0.45 || y > 0.45 { far += 1 }
      }
      #expect(changed > 30 && far == 0, "\(renderer.info): \(changed), \(far)")
    }
  }

  @Test(arguments: [0.0, 30, 45])
  func s0_3_afterItsEndTheNextPageIsThere(turned: Double) async throws {
    let pages = try Fixture.pages(100, 100)
    let turn = try PageTurn(pages, CurlTurn.pageCurlWithShadow(turned: turned))
    for renderer in try await Fixture.all() {
      for time in [turn.endTime, 2.2, 3] {
        let frame = try await renderer.frame(turn, at: .time(time))
        #expect(frame == pages.next.picture.pixmap, "\(renderer.info) at \(time)")
      }
    }
  }

  /// A film that turns back, against frames that are worked out here: the page that arrives is the
  /// sheet, and goes the way on which it would leave from the end to the start.
  @Test func s0_7_backwardIsForwardReversed() async throws {
    let (arriving, leaving) = (
      TestPages.page(.front, width: 100, height: 143),
      TestPages.page(.next, width: 100, height: 143)
    )
    let pages = [Page(arriving), Page(leaving)]
    let count = 9
    for renderer in try await Fixture.all() {
      let take = Take(
        CurlTurn.pageCurlWithShadow(), frames: count, timeline: .pageCurlWithShadow())
      let reel = try Reel(Book(pages: 2), takes: [take], isBackward: true) { pages[$0] }
      var film: [Pixmap] = []
      for try await frame in renderer.frames(of: reel) { film.append(frame.pixmap) }
      #expect(film.count == count && film.first == leaving && film.last == arriving)
      for (index, frame) in film.enumerated() {
        let rest = 1 - Double(index) / Double(count - 1)
        let curl = CurlTurn.pageCurlWithShadow(turned: 45 * min(2 * rest, 1))
        let turn = try PageTurn(Pages(front: arriving, next: leaving), curl)
        let forward = try await renderer.frame(turn, at: .time(2.2 * rest))
        #expect(frame == forward, "\(renderer.info), frame \(index)")
      }
    }
  }
}
