import CurlCore
import PageCurl
import TestSupport
import Testing

/// What turns that fold or curl a bound leaf keep, on both renderers.
@Suite struct FoldTurnTests {
  enum Kind: String, CaseIterable {
    case leaves, corner, topCorner, book, edge

    var turn: any Turn {
      switch self {
      case .leaves: return LeavesTurn()
      case .corner: return CornerFoldTurn()
      case .topCorner:
        var turn = CornerFoldTurn()
        turn.path = DragPath(grab: 0.1, lift: 0.5)
        return turn
      case .book: return BookCurlTurn()
      case .edge:
        var turn = BookCurlTurn()
        turn.path.grab = 0.5
        return turn
      }
    }
  }

  static let size = (120, 171)

  static func style(_ words: String, _ ink: SIMD3<Double>) -> TestPages.Style {
    var style = TestPages.Style.next
    style.words = words
    style.ink = ink
    return style
  }

  static func page(_ style: TestPages.Style) -> Page {
    Page(TestPages.page(style, width: size.0, height: size.1))
  }

  static func pages(isFacing: Bool, flight: Int = 0) throws -> Pages {
    try Pages(
      front: page(.front), next: page(.next), back: page(.back),
      beside: isFacing ? page(style("BESIDE TEXT ", SIMD3(20, 70, 90))) : nil,
      flight: (0..<flight).map { i in
        .init(
          front: page(style("LEAF TEN ", SIMD3(120, Double(60 * i), 90))),
          back: page(style("BACK TEN ", SIMD3(0, 120, Double(100 * i)))))
      })
  }

  static func turn(
    _ kind: Kind, isFacing: Bool, lit: Bool = true, canvas: Canvas? = nil
  ) throws -> PageTurn {
    var turn = kind.turn
    turn.look.isLit = lit
    if isFacing { turn.look.back = .picture }
    return try PageTurn(pages(isFacing: isFacing), turn, canvas: canvas)
  }

  /// Two pages side by side.
  static func spread(_ left: Page, _ right: Page) -> Pixmap {
    let (a, b) = (left.picture.pixmap.rgba8, right.picture.pixmap.rgba8)
    let (w, h) = size
    var bytes: [UInt8] = []
    for y in 0..<h {
      let row = 4 * w * y
      bytes += a[row..<row + 4 * w]
      bytes += b[row..<row + 4 * w]
    }
    return Pixmap(width: 2 * w, height: h, rgba8: bytes)
  }

  static func difference(_ a: Pixmap, _ b: Pixmap) -> Difference {
    var difference = Difference()
    for i in 0..<a.width * a.height { difference.add(a.channels(i), b.channels(i)) }
    return difference
  }

  @Test(arguments: Kind.allCases, [false, true])
  func bothEndsAreThePagesByteForByte(kind: Kind, isFacing: Bool) async throws {
    let turn = try Self.turn(kind, isFacing: isFacing)
    let pages = turn.pages
    var (first, last) = (pages.front.picture.pixmap, pages.next.picture.pixmap)
    if let beside = pages.beside, let back = pages.back {
      first = Self.spread(beside, pages.front)
      last = Self.spread(back, pages.next)
    }
    for renderer in try await Fixture.all() {
      #expect(try await renderer.frame(turn, at: .progress(0)) == first, "\(renderer.info)")
      #expect(try await renderer.frame(turn, at: .progress(1)) == last, "\(renderer.info)")
      for (progress, page) in [(1e-6, first), (1 - 1e-6, last)] {
        let near = try await renderer.frame(turn, at: .progress(progress))
        let mean = Self.difference(near, page).mean
        #expect(mean < 0.2, "\(renderer.info), progress \(progress): \(mean)")
      }
    }
  }

  @Test(arguments: Kind.allCases, [false, true])
  func cpuAndGPUAgree(kind: Kind, isFacing: Bool) async throws {
    try await Fixture.expectParity(Self.turn(kind, isFacing: isFacing), frames: 9)
  }

  @Test(arguments: Kind.allCases)
  func whiteOnWhiteIsWhite(kind: Kind) async throws {
    let white = Page(TestPages.plain(255, width: Self.size.0, height: Self.size.1))
    var turn = kind.turn
    turn.look.isLit = false
    turn.look.back = .picture
    let pages = try Pages(front: white, next: white, back: white, beside: white)
    let all = try PageTurn(pages, turn)
    for renderer in try await Fixture.all() {
      for progress in [0.02, 0.3, 0.5, 0.77, 0.98] {
        let frame = try await renderer.frame(all, at: .progress(progress))
        let isWhite = frame.rgba8.allSatisfy { $0 == 255 }
        #expect(isWhite, "\(renderer.info), progress \(progress)")
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func whatTheSheetDoesNotTouchIsByteIdentical(kind: Kind) async throws {
    let turn = try Self.turn(kind, isFacing: true, lit: false)
    let pages = turn.pages
    let ground = Self.spread(try #require(pages.beside), pages.next)
    for renderer in try await Fixture.all() {
      for progress in [0.1, 0.35, 0.7, 0.9] {
        let frame = try await renderer.frame(turn, at: .progress(progress))
        let geometry = try await renderer.geometry(turn, at: .progress(progress))
        var (counted, wrong) = (0, 0)
        for i in 0..<geometry.side.count where !geometry.isTouched(i) {
          counted += 1
          if frame.channels(i) != ground.channels(i) { wrong += 1 }
        }
        #expect(wrong == 0 && counted > 5000, "\(renderer.info), \(progress): \(wrong)")
      }
    }
  }

  @Test(arguments: [Kind.corner, .book])
  func whatTheLightDoesNotTouchIsByteIdentical(kind: Kind) async throws {
    let turn = try Self.turn(kind, isFacing: true)
    let pages = turn.pages
    let start = Self.spread(try #require(pages.beside), pages.front)
    for renderer in try await Fixture.all() {
      let frame = try await renderer.frame(turn, at: .progress(0.25))
      let geometry = try await renderer.geometry(turn, at: .progress(0.25))
      var (counted, wrong) = (0, 0)
      // The side that is left of a turning corner lies as it lay.
      for i in 0..<geometry.side.count
      where geometry.shadow[i] == 1 && !geometry.isEdge(i)
        && (i % 240 < 120 || (geometry.side[i] == 1 && geometry.arc[i] < -1))
      {
        counted += 1
        if frame.channels(i) != start.channels(i) { wrong += 1 }
      }
      #expect(wrong == 0 && counted > 20000, "\(renderer.info): \(wrong) of \(counted)")
    }
  }

  @Test(arguments: Kind.allCases)
  func nothingPopsOnAWideCanvas(kind: Kind) async throws {
    let canvas = Canvas(width: 300, height: 200, origin: SIMD2(-150, -15), step: SIMD2(1, 1))
    let turn = try Self.turn(kind, isFacing: false, canvas: canvas)
    let renderer = try await Fixture.cpu()
    let last = try await renderer.frame(turn, at: .progress(1))
    let near = try await renderer.frame(turn, at: .progress(1 - 1e-6))
    let mean = Self.difference(near, last).mean
    #expect(mean < 0.2, "\(mean)")
  }

  // MARK: Profiles of Leaves' bands

  @Test(arguments: [false, true])
  func s4_5_toS4_8_theBandsAreRampsOfBlack(isFacing: Bool) async throws {
    let white = Page(TestPages.plain(255, width: 768, height: 4))
    var turn = LeavesTurn.leaves
    turn.look.grain = 0
    if isFacing { turn.look.back = .picture }
    let pages = try Pages(
      front: white, next: white, back: white, beside: isFacing ? white : nil)
    let all = try PageTurn(pages, turn)
    let edge = 0.7
    let (fold, reverse) = (edge * 768, (2 * edge - 1) * 768)
    func light(_ x: Double) -> Double {
      func ramp(_ away: Double, _ width: Double) -> Double {
        away > 0 && away < width ? 1 - 0.6 * (1 - away / width) : 1
      }
      if x < reverse { return 0.8 * (x < 0 ? 1 : ramp(reverse - x, 40)) }
      return x < fold ? ramp(fold - x, 51) : ramp(x - fold, 40)
    }
    for renderer in try await Fixture.all() {
      let frame = try await renderer.frame(all, at: .progress(1 - edge))
      var worst = 0.0
      for x in 0..<frame.width {
        let place = Double(x) + 0.5 + all.canvas.origin.x
        // The two pixels in which the reverse ends show some of either side.
        if abs(place - fold) < 1 || abs(place - reverse) < 1 { continue }
        let expected = 255 * SRGB.encode(light(place))
        worst = max(worst, abs(frame.channels(frame.width + x).x - expected))
      }
      #expect(worst <= 1, "\(renderer.info): \(worst)")
    }
  }

  // MARK: Mirrored backs

  @Test func s3_5_theMirrorOfTheMirrorIsThePage() async throws {
    var turn = BookCurlTurn()
    turn.look.tintAmount = 0
    for renderer in try await Fixture.all() {
      func landed(_ front: Page) async throws -> Page {
        let pages = try Pages(front: front, next: front, beside: front)
        let frame = try await renderer.frame(PageTurn(pages, turn), at: .progress(1))
        let (w, h) = Self.size
        let bytes = frame.rgba8
        var rows: [UInt8] = []
        for y in 0..<h {
          let row = 8 * w * y
          rows += bytes[row..<row + 4 * w]
        }
        return Page(Pixmap(width: w, height: h, rgba8: rows))
      }
      let front = Self.page(.front)
      let once = try await landed(front)
      #expect(once.picture.pixmap != front.picture.pixmap)
      #expect(try await landed(once).picture.pixmap == front.picture.pixmap, "\(renderer.info)")
    }
  }
}
