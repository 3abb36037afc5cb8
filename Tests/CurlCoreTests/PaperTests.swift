import CurlCore
import Glibc
import TestSupport
import Testing

/// The colour of a page's paper, estimated from its margins: pages of known papers.
@Suite("Paper") struct PaperTests {
  /// CIE 1976 difference of two opaque colours, in CIELAB for D65.
  static func difference(_ one: Colour, _ other: Colour) -> Double {
    let apart = lab(one) - lab(other)
    return (apart * apart).sum().squareRoot()
  }

  private static func lab(_ colour: Colour) -> SIMD3<Double> {
    let (r, g, b) = (SRGB.decode(colour.red), SRGB.decode(colour.green), SRGB.decode(colour.blue))
    func curve(_ t: Double) -> Double {
      t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116
    }
    let x = curve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
    let y = curve(0.2126729 * r + 0.7151522 * g + 0.0721750 * b)
    let z = curve((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883)
    return SIMD3(116 * y - 16, 500 * (x - y), 200 * (y - z))
  }

  static func colour(_ level: SIMD3<Float>) -> Colour {
    Colour(red: Double(level.x) / 255, green: Double(level.y) / 255, blue: Double(level.z) / 255)
  }

  private static func paper(_ page: Pixmap) -> Colour { PreparedPicture(page).paper }

  struct Paper: Sendable, CustomTestStringConvertible {
    var name: String
    var level: SIMD3<Float>
    var ink = SIMD3<Float>(28, 24, 22)
    /// Whether a page that bleeds on three sides tells it: dark or strong colours could be a picture.
    var isLight = true
    var testDescription: String { name }
  }

  static let papers = [
    Paper(name: "white", level: SIMD3(255, 255, 255)),
    Paper(name: "cream", level: SIMD3(246, 240, 228)),
    Paper(name: "ivory", level: SIMD3(255, 248, 220)),
    Paper(name: "sepia", level: SIMD3(244, 220, 178)),
    Paper(name: "newsprint", level: SIMD3(214, 208, 196)),
    Paper(name: "grey", level: SIMD3(200, 200, 200)),
    Paper(name: "pink", level: SIMD3(246, 214, 220)),
    Paper(name: "blue", level: SIMD3(212, 226, 242)),
    Paper(
      name: "dark", level: SIMD3(18, 18, 22), ink: SIMD3(220, 214, 200), isLight: false),
    Paper(
      name: "night blue", level: SIMD3(20, 30, 60), ink: SIMD3(230, 230, 240), isLight: false),
    Paper(name: "red", level: SIMD3(176, 40, 36), ink: SIMD3(250, 240, 220), isLight: false),
  ]

  struct Layout: Sendable, CustomTestStringConvertible {
    var name: String
    var needsLight = false
    var width = 240
    var height = 320
    var draw: @Sendable (_ page: inout PaperPage, _ ink: SIMD3<Float>) -> Void
    var testDescription: String { name }
  }

  static let layouts = [
    Layout(name: "blank") { _, _ in },
    Layout(name: "text") { $0.write($1) },
    Layout(name: "text close to the edge") { $0.write($1, margin: 0.035, hasRunningHead: false) },
    Layout(name: "text up to the edge") { $0.write($1, margin: 0.005, hasRunningHead: false) },
    Layout(name: "a picture within margins") {
      $0.write($1)
      $0.photograph(x: 0.1...0.9, y: 0.1...0.6)
    },
    Layout(name: "bleeds at the top") {
      $0.write($1)
      $0.photograph(y: 0...0.12)
    },
    Layout(name: "bleeds at the left") {
      $0.write($1)
      $0.photograph(x: 0...0.4, y: 0.3...0.6, seed: 2)
    },
    Layout(name: "bleeds at a corner") {
      $0.write($1)
      $0.photograph(x: 0.4...1, y: 0...0.55, seed: 3)
    },
    Layout(name: "bleeds at two opposite sides") {
      $0.write($1)
      $0.photograph(y: 0.2...0.75, seed: 4)
    },
    Layout(name: "bleeds at three sides", needsLight: true) {
      $0.write($1)
      $0.photograph(y: 0...0.85, seed: 5)
    },
    Layout(name: "a bar of colour at the top") {
      $0.write($1)
      $0.fill(y: 0...0.06) { _, _ in SIMD3(190, 60, 30) }
    },
    Layout(name: "a scanner's dark edge") {
      $0.write($1)
      $0.fill(x: 0...0.005) { _, _ in SIMD3(60, 58, 55) }
    },
    Layout(name: "scanned") {
      $0.write($1)
      $0.addNoise(5)
    },
    Layout(name: "photographed") {
      $0.write($1)
      $0.darkenCorners(by: 0.05)
      $0.addNoise(3)
    },
    Layout(name: "thin", width: 3, height: 700) { _, _ in },
    Layout(name: "flat", width: 900, height: 2) { _, _ in },
    Layout(name: "one pixel", width: 1, height: 1) { _, _ in },
    Layout(name: "six pixels", width: 2, height: 3) { _, _ in },
    Layout(name: "half transparent") {
      $0.write($1)
      $0.cut { _, _ in 0.6 }
    },
    Layout(name: "within a transparent margin") {
      $0.write($1)
      $0.cut { u, v in abs(u - 0.5) < 0.42 && abs(v - 0.5) < 0.45 ? 1 : 0 }
    },
    Layout(name: "a disc cut out") { page, _ in
      page.cut { u, v in (u - 0.5) * (u - 0.5) + (v - 0.5) * (v - 0.5) < 0.16 ? 1 : 0 }
    },
  ]

  @Test("Margins tell the paper, whatever else is on the page", arguments: layouts)
  func known(_ layout: Layout) {
    for paper in Self.papers where paper.isLight || !layout.needsLight {
      var page = PaperPage(layout.width, layout.height, paper.level)
      layout.draw(&page, paper.ink)
      for pixmap in [page.pixmap, page.deepPixmap] {
        let found = Self.paper(pixmap)
        let difference = Self.difference(found, Self.colour(paper.level))
        #expect(difference <= 3, "\(paper.name): \(found)")
      }
    }
  }

  @Test("A drawn page's paper is exact") func exact() {
    for paper in Self.papers {
      var page = PaperPage(300, 400, paper.level)
      page.write(paper.ink)
      #expect(Self.paper(page.pixmap) == Self.colour(paper.level), "\(paper.name)")
    }
    // 16 bits have levels between those of 8 bits.
    let values = (0..<60 * 80).flatMap { _ in [60_001, 58_002, 55_003, 65_535] as [UInt16] }
    let found = Self.paper(Pixmap(width: 60, height: 80, rgba16: values))
    for (channel, value) in [(found.red, 60_001.0), (found.green, 58_002), (found.blue, 55_003)] {
      #expect(abs(channel * 65535 - value) < 0.02)
    }
  }

  @Test("Pictures that bleed on all sides are prints", arguments: 1...12 as ClosedRange<UInt64>)
  func photographs(_ seed: UInt64) {
    for noise: Float in [0, 4] {
      var page = PaperPage(240, 320, .zero)
      page.photograph(seed: seed)
      page.addNoise(noise)
      #expect(Self.paper(page.pixmap) == .printPaper)
      #expect(Self.paper(page.deepPixmap) == .printPaper)
    }
  }

  static let prints: [(name: String, colour: @Sendable (Float, Float) -> SIMD3<Float>)] = [
    ("ramp down", { _, v in SIMD3(30, 60, 120) + SIMD3(170, 60, -40) * v }),
    ("ramp across", { u, _ in SIMD3(250, 246, 238) - SIMD3(90, 110, 130) * u }),
    ("light ramp down", { _, v in SIMD3(252, 250, 244) - SIMD3(60, 50, 60) * v }),
    ("diagonal", { u, v in SIMD3(20, 20, 40) + SIMD3(110, 90, 60) * (u + v) }),
    (
      "sunset",
      { u, v in
        let away = ((u - 0.5) * (u - 0.5) + (v - 0.7) * (v - 0.7)).squareRoot()
        return SIMD3(255, 220, 120) - SIMD3(200, 190, 40) * min(away, 1)
      }
    ),
    (
      "chequers",
      { u, v in (Int(u * 9) + Int(v * 12)) % 2 == 0 ? SIMD3(240, 240, 240) : SIMD3(20, 20, 20) }
    ),
    (
      "weave",
      { u, v in SIMD3(repeating: 130 + 60 * sinf(130 * u) * sinf(170 * v)) }
    ),
    // Blue above and sand below, both even.
    ("poster", { _, v in v < 0.6 ? SIMD3(90, 160, 235) : SIMD3(190, 140, 80) }),
  ]

  @Test("So are ramps and textures", arguments: prints.indices)
  func ramps(_ number: Int) {
    var page = PaperPage(240, 320, .zero)
    page.fill(Self.prints[number].colour)
    #expect(Self.paper(page.pixmap) == .printPaper, "\(Self.prints[number].name)")
  }

  @Test("A page without opaque pixels, or with too few of one colour, has print paper")
  func nothing() {
    #expect(Self.paper(TestPages.plain(0, width: 30, height: 40, alpha: 0)) == .printPaper)
    let bytes: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 0, 255]
    #expect(Self.paper(Pixmap(width: 2, height: 2, rgba8: bytes)) == .printPaper)
  }

  @Test("The size of a page hardly matters") func sizes() {
    var page = PaperPage(1500, 2000, SIMD3(236, 228, 210))
    page.write(SIMD3(20, 20, 20))
    page.photograph(y: 0...0.3)
    #expect(Self.paper(page.pixmap) == Self.colour(SIMD3(236, 228, 210)))
  }

  @Test("Each leaf has its own paper unless the look has one") func leaves() {
    var stage = TurnStage(page: PageSize(width: 60, height: 80), isFacing: true, leaves: 3)
    let (red, blue) = (Colour(red: 1, green: 0, blue: 0), Colour(red: 0, green: 0, blue: 1))
    stage.papers = [.front: red, .leafFront(1): blue]
    var turns: [any Turn] = [
      BookCurlTurn(), LeavesTurn(), HingeTurn(), FlipTurn(), CornerFoldTurn(),
    ]
    for number in turns.indices {
      let scene = turns[number].scene(.progress(0.6), on: stage, base: .next)
      var seen: [Picture: Colour] = [:]
      for leaf in scene.leaves + scene.ground where leaf.shade == nil {
        if case .picture(let name) = leaf.front.contents, leaf.back.tintAmount > 0 {
          seen[name] = leaf.back.tint
        }
      }
      let expected: [Picture: Colour] = [
        .front: red, .leafFront(1): blue, .leafFront(2): .printPaper,
      ]
      #expect(!seen.isEmpty)
      for (name, colour) in seen {
        #expect(colour == expected[name], "\(type(of: turns[number]).name)")
      }
      turns[number].look.paper = .white
      let white = turns[number].scene(.progress(0.6), on: stage, base: .next)
      for leaf in white.leaves + white.ground where leaf.shade == nil && leaf.back.tintAmount > 0 {
        #expect(leaf.back.tint == .white)
      }
    }
    // The end lies there with the same papers.
    let end = BookCurlTurn().scene(.progress(1), on: stage, base: .next).leaves
    #expect(end.map { $0.back.tint } == [red, blue, .printPaper])
  }

  @Test("The cut edge and the roll have the leaf's paper") func edges() {
    var stage = TurnStage(page: PageSize(width: 60, height: 80))
    let green = Colour(red: 0, green: 0.5, blue: 0)
    stage.papers = [.front: green]
    var curl = CurlTurn()
    curl.look.thickness = .pixels(2)
    let leaf = curl.scene(.progress(0.5), on: stage, base: .next).leaves[0]
    #expect(leaf.cutEdgeColour == green && leaf.back.tint == green)
    let roll = RollTurn().scene(.progress(0.5), on: stage, base: .next).leaves[0]
    #expect(roll.back.tint == green)
    curl.look.tint = .white
    #expect(curl.scene(.progress(0.5), on: stage, base: .next).leaves[0].back.tint == .white)
  }

  @Test("Presets of other programs keep their paper") func presets() {
    let grey = Colour(red: 0.95, green: 0.95, blue: 0.95)
    #expect(CurlTurn.pageCurlWithShadow().look.paper == grey)
    #expect(LeavesTurn.source.look.paper == .white)
    #expect(FlipTurn.source.look.paper == .white)
    #expect(BookCurlTurn.reader().look.paper == .white)
    #expect(Look().paper == nil && LeavesTurn().look.paper == nil)
  }
}
