import CurlCore
import TestSupport
import Testing

@testable import PageCurl

/// The gutter's shade: part of each page, so that it bends and turns with its leaf.
@Suite struct GutterTests {
  private static let size = PageSize(width: 80, height: 60)
  private static let canvas = Canvas(
    width: 160, height: 60, origin: SIMD2(-80, 0), step: SIMD2(1, 1))

  private func pages() throws -> Pages {
    func page(_ level: UInt8) -> Page { Page(TestPages.plain(level, width: 80, height: 60)) }
    return try Pages(front: page(200), next: page(220), back: page(240), beside: page(180))
  }

  private var look: BookLook {
    var look = BookLook()
    look.gutter = .pixels(20)
    look.gutterAmount = 0.5
    return look
  }

  /// Linear light that the shade leaves at a distance from the spine.
  private func light(_ distance: Double) -> Double {
    let dark = 1 - 0.5.squareRoot()
    return (1 - dark * max(1 - distance / 20, 0)) * (1 - dark * max(1 - distance / 8, 0))
  }

  @Test("At rest it is the product of two ramps in linear light, on both sides of the spine")
  func rest() async throws {
    var hinge = HingeTurn()
    hinge.look.back = .picture
    let drawn = try PageTurn(pages(), hinge, canvas: Self.canvas, bookLook: look)
    for renderer in try await Fixture.all() {
      let frame = try await renderer.frame(drawn, at: .progress(0))
      for x in 0..<80 {
        let shade = light(Double(x) + 0.5)
        for (at, level) in [(80 + x, 200.0), (79 - x, 180)] {
          let expected = 255 * SRGB.encode(shade * SRGB.decode(level / 255))
          #expect(abs(frame.channels(160 * 30 + at).x - expected) <= 0.51)
        }
      }
    }
  }

  @Test("A leaf in the air takes its shade along: it lies along the leaf's bound edge, not upright")
  func flies() async throws {
    var curl = BookCurlTurn()
    curl.look.back = .picture
    curl.look.isLit = false
    let shaded = try PageTurn(pages(), curl, canvas: Self.canvas, bookLook: look)
    let plain = try PageTurn(pages(), curl, canvas: Self.canvas)
    var (near, far) = (0, 0)
    for progress in [0.3, 0.5, 0.7, 0.9] {
      let cpu = try await Fixture.cpu()
      let (a, b) = (
        try await cpu.frame(shaded, at: .progress(progress)),
        try await cpu.frame(plain, at: .progress(progress))
      )
      let geometry = try await cpu.geometry(plain, at: .progress(progress))
      for i in 0..<160 * 60
      where !geometry.isEdge(i) && (geometry.side[i] == 1 || geometry.side[i] == 2) {
        let distance = Double(geometry.uv[i].x)
        if distance < 16 {
          near += 1
          #expect(a.channels(i).x < b.channels(i).x, "\(progress), pixel \(i)")
        } else if distance > 22 {
          far += 1
          #expect(a.channels(i) == b.channels(i), "\(progress), pixel \(i)")
        }
      }
    }
    #expect(near > 100 && far > 1000)
  }

  @Test(
    "A leaf that lands has the shade that its back has as the facing page",
    arguments: [true, false])
  func lands(isTwoSided: Bool) async throws {
    let pages = (0..<6).map { number in
      Page(TestPages.page(number % 2 == 0 ? .front : .back, width: 80, height: 60))
    }
    let book = Book(
      pages: 6, layout: .facing(cover: false), printing: isTwoSided ? .twoSided : .oneSided)
    let takes = Array(
      repeating: Take(BookCurlTurn(), frames: 3), count: Reel.turns(of: book))
    let reel = try Reel(book, takes: takes, canvas: Self.canvas, bookLook: look) { pages[$0] }
    var shots: [Shot] = []
    for try await shot in reel { shots.append(shot) }
    let cpu = try await Fixture.cpu()
    // The last frame of a turn, and the first frame of the next one, which a film leaves out.
    for (last, following) in [(shots[2], shots[3])] {
      let landed = try await cpu.frame(last.turn, at: .progress(1))
      let resting = try await cpu.frame(following.turn, at: .progress(0))
      #expect(landed == resting)
      #expect(landed.channels(160 * 30 + 79).x < landed.channels(160 * 30 + 40).x)
    }
  }

  @Test("Books bound elsewhere have it at their own spine; transparent parts stay transparent")
  func bindings() throws {
    let picture = TestPages.plain(200, width: 80, height: 60)
    for (binding, side, dark) in [
      (Binding.left, Book.Side.recto, 0), (.left, .verso, 79), (.right, .recto, 79),
      (.right, .verso, 0),
    ] {
      let page = Page(picture).shaded(Gutter(look, on: side, of: binding, page: Self.size))
      #expect(page.pixmap.channels(80 * 30 + dark).x < 160)
      #expect(page.pixmap.channels(80 * 30 + 79 - dark).x == 200)
    }
    let top = Page(picture).shaded(Gutter(look, on: .recto, of: .top, page: Self.size))
    #expect(top.pixmap.channels(40).x < 160 && top.pixmap.channels(80 * 59 + 40).x == 200)
    let half = Pixmap(width: 2, height: 1, rgba8: [100, 50, 25, 128, 0, 0, 0, 0])
    var narrow = look
    narrow.gutter = .pixels(8)
    let shaded = Page(half).shaded(
      Gutter(narrow, on: .recto, of: .left, page: PageSize(width: 2, height: 1)))
    #expect(shaded.pixmap.channels(0).w == 128 && shaded.pixmap.channels(0).x < 100)
    #expect(shaded.pixmap.channels(1) == .zero)
    let same = Page(half)
    #expect(same.shaded(nil) === same)
    #expect(
      shaded.shaded(Gutter(narrow, on: .recto, of: .left, page: PageSize(width: 2, height: 1)))
        === shaded)
  }
}
