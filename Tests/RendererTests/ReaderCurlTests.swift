import CurlCore
import PageCurl
import TestSupport
import Testing

/// The curl of an e-book reader as a page view controller turns pages, in pixels.
@Suite struct ReaderCurlTests {
  /// A spine at the left or at the right: the leaf is bound there, and rolls over from its free edge.
  @Test(arguments: [Binding.left, .right])
  func s3_1_theLeafStaysAtItsSpineAndShowsTheNextPageBeyond(binding: Binding) async throws {
    let pages = try Fixture.pages(160, 226)
    let (front, next) = (pages.front.pixmap, pages.next.pixmap)
    var reader = BookCurlTurn.reader()
    reader.look.isLit = false
    let turn = try PageTurn(
      Pages(front: pages.front, next: pages.next), reader, binding: binding)
    func column(_ fromSpine: Int) -> Int { binding == .left ? fromSpine : 159 - fromSpine }
    for renderer in try await Fixture.all() {
      var uncovered = 0
      for progress in [0.05, 0.15, 0.25, 0.35] {
        let frame = try await renderer.frame(turn, at: .progress(progress))
        func differs(_ column: Int, _ page: Pixmap) -> Bool {
          frame.part(column, 0, 1, 226) != page.part(column, 0, 1, 226)
        }
        // Nothing moves at the spine, and all that is uncovered is at the free edge.
        for x in 0..<8 { #expect(!differs(column(x), front), "\(renderer.info) at \(progress)") }
        let edge = (0..<226).filter { y in
          frame.channels(y * 160 + column(159)) != front.channels(y * 160 + column(159))
        }
        #expect(!edge.isEmpty, "\(renderer.info) at \(progress)")
        // From the bottom corner on.
        #expect(edge.contains(225) && edge.min().map { $0 > 0 || progress > 0.2 } == true)
        let shown = (0..<160 * 226).count {
          frame.channels($0) == next.channels($0) && next.channels($0) != front.channels($0)
        }
        #expect(shown > uncovered, "\(renderer.info) at \(progress)")
        uncovered = shown
      }
      #expect(try await renderer.frame(turn, at: .progress(0)) == front)
      #expect(try await renderer.frame(turn, at: .progress(1)) == next)
    }
  }

  /// A spine in the middle: the leaf lands on the other page, its own back up.
  @Test func s3_1_withItsSpineInTheMiddleTheLeafLandsOnTheOtherPage() async throws {
    let pages = try Fixture.pages(80, 113)
    let beside = Page(TestPages.page(.beside, width: 80, height: 113))
    var reader = BookCurlTurn.reader()
    reader.look.back = .picture
    let turn = try PageTurn(
      Pages(front: pages.front, next: pages.next, back: pages.back, beside: beside), reader)
    let back = try #require(pages.back).pixmap
    for renderer in try await Fixture.all() {
      let start = try await renderer.frame(turn, at: .progress(0))
      #expect(start.part(0, 0, 80, 113) == beside.pixmap)
      #expect(start.part(80, 0, 80, 113) == pages.front.pixmap)
      let end = try await renderer.frame(turn, at: .progress(1))
      #expect(end.part(0, 0, 80, 113) == back && end.part(80, 0, 80, 113) == pages.next.pixmap)
      // On its way it is over both, and neither is left as it was.
      let middle = try await renderer.frame(turn, at: .progress(0.6))
      #expect(middle.part(0, 0, 80, 113) != beside.pixmap)
      #expect(middle.part(80, 0, 80, 113) != pages.next.pixmap)
      #expect(middle.part(0, 0, 8, 113) == beside.pixmap.part(0, 0, 8, 113))
    }
  }
}
