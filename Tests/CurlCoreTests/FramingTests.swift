import CurlCore
import Testing

@Suite("Framing")
struct FramingTests {
  private static let page = PageSize(width: 300, height: 400)

  @Test("The page's framing is the page, or the spread, and a margin rounded up around it")
  func page() {
    let turn = CurlTurn()
    #expect(Canvas(.page, of: turn, page: Self.page) == Canvas(page: Self.page))
    #expect(
      Canvas(.page, of: turn, page: Self.page, margin: Margin(9.2))
        == Canvas(width: 320, height: 420, origin: SIMD2(-10, -10), step: SIMD2(1, 1)))
    for binding in Binding.allCases {
      let open = Canvas(
        .page, of: BookCurlTurn(), page: Self.page, isFacing: true, binding: binding)
      #expect(open == Canvas(spread: Self.page, binding: binding))
    }
  }

  @Test("A spread has the place across the spine, at the side of the binding")
  func spread() {
    let turn = BendTurn()
    let cases: [(Binding, Canvas)] = [
      (.left, Canvas(width: 600, height: 400, origin: SIMD2(-300, 0), step: SIMD2(1, 1))),
      (.right, Canvas(width: 600, height: 400, origin: SIMD2(0, 0), step: SIMD2(1, 1))),
      (.top, Canvas(width: 300, height: 800, origin: SIMD2(0, -400), step: SIMD2(1, 1))),
    ]
    for (binding, canvas) in cases {
      #expect(Canvas(.spread, of: turn, page: Self.page, binding: binding) == canvas)
      // Facing pages have it already.
      #expect(
        Canvas(.spread, of: turn, page: Self.page, isFacing: true, binding: binding)
          == Canvas(.page, of: turn, page: Self.page, isFacing: true, binding: binding))
    }
    #expect(
      Canvas(.spread, of: turn, page: Self.page, margin: Margin(20))
        == Canvas(width: 640, height: 440, origin: SIMD2(-320, -20), step: SIMD2(1, 1)))
  }

  @Test("The turn's framing is the margin that it needs, and a margin adds to it")
  func turn() {
    var curl = CurlTurn()
    curl.look.view = .eye(distance: .percent(160))
    curl.look.background = .colour(.white)
    let needed = CurlGeometry(curl, page: Self.page, canvas: Canvas(page: Self.page)).margin
    #expect(needed.left > 60 && needed.top > 10)
    #expect(
      Canvas(.turn, of: curl, page: Self.page) == Canvas(page: Self.page, margin: needed))
    #expect(
      Canvas(.turn, of: curl, page: Self.page, margin: Margin(12.5))
        == Canvas(page: Self.page, margin: needed + Margin(12.5)))
    // A reflected book needs the reflected margin.
    let stage = TurnStage(page: Self.page)
    let mirrored = Framing.turn.margin(of: curl, on: stage, binding: .right)
    #expect(abs(mirrored.right - needed.left) < 1e-6 && abs(mirrored.left - needed.right) < 1e-6)
  }
}
