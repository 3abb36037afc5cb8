import CurlCore
import PageCurl
import TestSupport
import Testing

/// Books bound at the right and at the top are the book bound at the left, reflected, with shadows.
@Suite struct BindingTests {
  enum Kind: String, CaseIterable {
    case book, leaves, curl

    var turn: any Turn {
      var turn: any Turn
      switch self {
      case .book:
        var book = BookCurlTurn()
        book.radius = .pixels(11)
        turn = book
      case .leaves:
        var leaves = LeavesTurn()
        leaves.shadowWidth = .pixels(8)
        leaves.shadingWidth = .pixels(11)
        turn = leaves
      case .curl:
        var curl = CurlTurn()
        curl.radius = .pixels(11)
        turn = curl
      }
      turn.look.back = .picture
      turn.look.shadowLift = .pixels(2)
      return turn
    }
  }

  static func pages(isFacing: Bool, _ change: (Pixmap) -> Pixmap = { $0 }) throws -> Pages {
    let (w, h) = FoldTurnTests.size
    func page(_ style: TestPages.Style) -> Page {
      Page(change(TestPages.page(style, width: w, height: h)))
    }
    let beside = FoldTurnTests.style("BESIDE TEXT ", SIMD3(20, 70, 90))
    return try Pages(
      front: page(.front), next: page(.next), back: page(.back),
      beside: isFacing ? page(beside) : nil)
  }

  @Test(arguments: Kind.allCases, [Binding.right, .top])
  func anotherBindingIsAReflection(kind: Kind, binding: Binding) async throws {
    let isFacing = kind != .curl
    let reflect: (Pixmap) -> Pixmap = binding == .right ? { $0.mirrored } : { $0.transposed }
    let turn = try PageTurn(Self.pages(isFacing: isFacing), kind.turn, binding: binding)
    let left = try PageTurn(Self.pages(isFacing: isFacing, reflect), kind.turn)
    for renderer in try await Fixture.all() {
      for progress in [0, 0.2, 0.5, 0.8, 1] {
        let frame = try await renderer.frame(turn, at: .progress(progress))
        let other = reflect(try await renderer.frame(left, at: .progress(progress)))
        let geometry = try await renderer.geometry(turn, at: .progress(progress))
        let comparison = FrameComparison(frame, other, reference: geometry)
        #expect(
          comparison.interior.maximum <= 1,
          "\(renderer.info), \(progress): \(comparison.interior.maximum)")
        #expect(comparison.edges.maximum <= 8 && frame.width == other.width)
      }
    }
  }

  // MARK: The book around the pages

  @Test func aPlainBookIsNone() async throws {
    let pages = try Self.pages(isFacing: true)
    let plain = try PageTurn(pages, Kind.book.turn)
    let booked = try PageTurn(pages, Kind.book.turn, bookLook: BookLook())
    #expect(plain.scene(.progress(0.4)) == booked.scene(.progress(0.4)))
    #expect(plain.margin == booked.margin)
  }

  static func booked(_ kind: Kind, _ binding: Binding = .left) throws -> PageTurn {
    var book = BookLook()
    book.gutter = .pixels(16)
    book.leafEdge = .pixels(0.5)
    book.turned = 6
    book.unturned = 12
    let side = 16
    let (w, h) = FoldTurnTests.size
    let canvas = Canvas(
      width: 2 * w + 2 * side, height: h, origin: SIMD2(-Double(w + side), 0), step: SIMD2(1, 1))
    return try PageTurn(
      pages(isFacing: true), kind.turn, canvas: binding == .left ? canvas : nil, binding: binding,
      bookLook: book)
  }

  @Test(arguments: [Kind.book, .leaves])
  func gutterAndEdgesAgreeAndDoNotPop(kind: Kind) async throws {
    let turn = try Self.booked(kind)
    try await Fixture.expectParity(turn, frames: 5)
    let renderer = try await Fixture.cpu()
    for (end, near) in [(0.0, 1e-6), (1, 1 - 1e-6)] {
      let a = try await renderer.frame(turn, at: .progress(end))
      let b = try await renderer.frame(turn, at: .progress(near))
      #expect(FoldTurnTests.difference(a, b).mean < 0.3)
    }
  }

  @Test func theGutterFadesToNothingAtItsWidth() async throws {
    let turn = try Self.booked(.book)
    // Those of the turn have the shade.
    let pages = try Self.pages(isFacing: true)
    let whole = FoldTurnTests.spread(try #require(pages.beside), pages.front)
    for renderer in try await Fixture.all() {
      let frame = try await renderer.frame(turn, at: .progress(0))
      var darker = 0
      for i in 0..<240 * 171 {
        let (x, y) = (i % 240, i / 240)
        let (seen, page) = (frame.channels(y * 272 + x + 16), whole.channels(i))
        if abs(x - 120) > 16 {
          #expect(seen == page)
        } else if seen.x < page.x {
          darker += 1
        }
      }
      #expect(darker > 171 * 20)
      // The edges stand out on both sides, two pixels and a half, and five and a half.
      #expect(frame.channels(16 - 2).w == 255 && frame.channels(16 - 5).w == 0)
      #expect(frame.channels(256 + 4).w == 255 && frame.channels(256 + 8).w == 0)
    }
    #expect(turn.margin(at: .progress(0)).right == 5.5)
  }
}
