import CurlCore
import PageCurl
import TestSupport
import Testing

/// Pictures of flips, cards, slides and the like, on both renderers.
@Suite struct FlatTurnTests {
  static let angles: [Double] = [30, 60, 85, 95, 120, 150]

  static func flip(_ axis: FlipTurn.Axis, change: (inout FlipTurn) -> Void = { _ in }) -> FlipTurn {
    var turn = FlipTurn.flipboard
    turn.axis = axis
    turn.eye = .percent(180)
    change(&turn)
    return turn
  }

  /// Expects a scene of flat leaves to be what naive sampling sees: dB off the edges and on them.
  static func expectTruth(
    _ turn: PageTurn, at progress: Double, inside: Double = 42, edges: Double = 36,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let pictures = turn.pages.pictures
    var maps: [Picture: Pixmap] = [.front: pictures.front.pixmap, .next: pictures.next.pixmap]
    for (name, picture) in pictures.others { maps[name] = picture.pixmap }
    let truth = ReferencePlates(turn.scene(.progress(progress)), maps)
    let geometry = try await Fixture.cpu().geometry(turn, at: .progress(progress))
    let (width, height) = (turn.canvas.width, turn.canvas.height)
    let pixels = (0..<width * height).map { truth.pixel($0 % width, $0 / width) }
    for renderer in try await Fixture.all() {
      let frame = try await renderer.frame(turn, at: .progress(progress))
      var (inner, outer) = (Difference(), Difference())
      var place = 0
      for i in pixels.indices {
        if geometry.isEdge(i) {
          outer.add(frame.channels(i), pixels[i])
        } else {
          let before = inner.maximum
          inner.add(frame.channels(i), pixels[i])
          if inner.maximum > before { place = i }
        }
      }
      #expect(
        inner.psnr >= inside,
        "\(renderer.info): \(inner.psnr) dB, worst at (\(place % width), \(place / width))",
        sourceLocation: sourceLocation)
      #expect(
        outer.psnr >= edges || outer.pixels == 0, "\(renderer.info): edges \(outer.psnr) dB",
        sourceLocation: sourceLocation)
    }
  }

  @Test func aFrontShinesThroughAFlatLeafsColouredBack() async throws {
    let pages = try Fixture.pages(75, 101)
    var leaves = LeavesTurn()
    leaves.look.back = .colour(.white)
    leaves.look.showThrough = 0
    let blank = try PageTurn(pages, leaves)
    leaves.look.showThrough = 0.4
    let seen = try PageTurn(pages, leaves)
    var frames: [Pixmap] = []
    for renderer in try await Fixture.all() {
      let frame = try await renderer.frame(seen, at: .progress(0.6))
      let without = try await renderer.frame(blank, at: .progress(0.6))
      #expect(frame.difference(without).maximum > 50)
      frames.append(frame)
    }
    let first = try #require(frames.first)
    for frame in frames { #expect(frame.difference(first).maximum <= 1) }
  }

  @Test(arguments: FlipTurn.Axis.allCases, angles)
  func s1_5_aFlipIsSeenInPerspective(axis: FlipTurn.Axis, angle: Double) async throws {
    let pages = try Fixture.pages(75, 101)
    let canvas = Canvas(page: pages.size, margin: Margin(18))
    try await Self.expectTruth(
      PageTurn(pages, Self.flip(axis), canvas: canvas), at: angle / 180)
  }

  @Test(arguments: [SIMD2(1.0, 5.0), SIMD2(1, 0), SIMD2(-3, 2)], [30.0, 60, 85, 120])
  func s2_5_aCardIsSeenInPerspective(axis: SIMD2<Double>, angle: Double) async throws {
    let pages = try Fixture.pages(75, 101)
    let canvas = Canvas(page: pages.size, margin: Margin(20))
    var turn = CardTurn()
    turn.axis = axis
    turn.look.background = .colour(.white)
    try await Self.expectTruth(PageTurn(pages, turn, canvas: canvas), at: angle / 180)
  }

  @Test(arguments: [0.37, 0.5, 0.71])
  func s1_7_severalLeavesInTheAirAreInTheirOrder(progress: Double) async throws {
    // Where a leaf's edge lies over another leaf, both are the same side: its pixels count as inside.
    for height in [130, 131] {
      let pages = try Self.flight(96, height)
      try await Self.expectTruth(
        PageTurn(pages, Self.flip(.horizontal)), at: progress, inside: 36, edges: 36)
    }
  }

  @Test(arguments: [(0.3, 1), (0.7, 1), (0.5, 4)])
  func s1_1_aHingeMayRunThroughARowOfAScaledFrame(progress: Double, leaves: Int) async throws {
    let pages = try leaves == 1 ? Fixture.pages(96, 130) : Self.flight(96, 130)
    let canvas = Canvas(page: pages.size, width: 61, height: 83, fit: .stretch)
    try await Self.expectTruth(
      PageTurn(pages, Self.flip(.horizontal), canvas: canvas), at: progress,
      inside: leaves == 1 ? 42 : 36)
  }

  /// Pages of which none is like another; four leaves turn.
  static func flight(_ width: Int, _ height: Int) throws -> Pages {
    func page(_ style: TestPages.Style, _ colour: SIMD3<Double>) -> Page {
      var style = style
      style.paper = colour
      return Page(TestPages.page(style, width: width, height: height))
    }
    return try Pages(
      front: page(.front, SIMD3(250, 246, 234)), next: page(.next, SIMD3(236, 240, 246)),
      flight: [
        Pages.FlyingLeaf(front: page(.back, SIMD3(250, 200, 190))),
        Pages.FlyingLeaf(front: page(.front, SIMD3(190, 240, 190))),
        Pages.FlyingLeaf(front: page(.next, SIMD3(180, 200, 250))),
      ])
  }

  @Test(arguments: FlipTurn.Axis.allCases, [(96, 130), (97, 131)])
  func s1_1_halvesRejoinWithoutASeam(axis: FlipTurn.Axis, size: (Int, Int)) async throws {
    let pages = try Fixture.pages(size.0, size.1)
    for renderer in try await Fixture.all() {
      let turn = try PageTurn(pages, Self.flip(axis))
      for (progress, page) in [(0.0, pages.front), (1, pages.next)] {
        #expect(try await renderer.frame(turn, at: .progress(progress)) == page.pixmap)
      }
      // A thousandth of a degree off, nothing but rounding is.
      for (progress, page) in [(0.001 / 180, pages.front), (1 - 0.001 / 180, pages.next)] {
        let frame = try await renderer.frame(turn, at: .progress(progress))
        let worst = frame.difference(page.pixmap).maximum
        #expect(worst <= 1, "\(renderer.info): \(worst)/255 at \(progress)")
      }
    }
  }

  @Test func s1_3_theBackIsNotMirrored() async throws {
    let pages = try Fixture.pages(96, 130)
    for renderer in try await Fixture.all() {
      for axis in FlipTurn.Axis.allCases {
        // Nearly landed, the back reads as the next page's first half.
        let turn = try PageTurn(pages, Self.flip(axis) { $0.look.isLit = false })
        let frame = try await renderer.frame(turn, at: .progress(0.9999))
        #expect(frame.difference(pages.next.pixmap).psnr > 40)
      }
    }
  }

  @Test func s1_15_neighboursAreShaded() async throws {
    let white = TestPages.plain(255, width: 60, height: 80)
    let pages = try Pages(front: white, next: white)
    var turn = FlipTurn.flipboard
    turn.leafShade = 0
    // Along the page's left edge the leaf, seen nearer, hides less and less.
    func level(_ angle: Double, _ y: Int, _ renderer: Renderer) async throws -> Double {
      let frame = try await renderer.frame(PageTurn(pages, turn), at: .progress(angle / 180))
      return SRGB.decode(frame.channels(y * 60 + 30).x / 255)
    }
    for renderer in try await Fixture.all() {
      for (angle, y, shade) in [
        (45.0, 76, 0.15), (60, 76, 0.1), (90, 76, 0), (90, 4, 0), (120, 4, 0.1), (135, 4, 0.15),
        (135, 76, 0), (45, 4, 0),
      ] {
        let light = try await level(angle, y, renderer)
        #expect(abs(light - (1 - shade)) < 0.006, "\(renderer.info): \(angle)°, row \(y): \(light)")
      }
      for angle in [0.0, 180] {
        for y in [4, 76] { #expect(try await level(angle, y, renderer) == 1) }
      }
      // The leaf itself, both faces, standing half-way.
      turn.leafShade = 0.06
      for (angle, y) in [(30.0, 50), (150, 30)] {
        let light = try await level(angle, y, renderer)
        #expect(abs(light - 0.94) < 0.006, "\(renderer.info): \(angle)°: \(light)")
      }
      turn.leafShade = 0
    }
  }

  @Test(arguments: [1, 20, 53, 96])
  func s3_7_columnsShiftByWholePixels(shift: Int) async throws {
    let pages = try Fixture.pages(97, 61)
    let (front, next) = (pages.front.pixmap, pages.next.pixmap)
    for renderer in try await Fixture.all() {
      let turn = try PageTurn(pages, SlideTurn(.left))
      let frame = try await renderer.frame(turn, at: .progress(Double(shift) / 97))
      for y in 0..<61 {
        for x in 0..<97 {
          let from = x + shift < 97 ? front : next
          #expect(frame.channels(y * 97 + x) == from.channels(y * 97 + (x + shift) % 97))
        }
      }
    }
  }

  @Test func s3_7_placesBetweenPixelsAreDrawnAsTheyAre() async throws {
    let pages = try Fixture.pages(96, 60)
    for direction in SlideDirection.allCases {
      try await Self.expectTruth(
        PageTurn(pages, SlideTurn(direction)), at: 0.2578, inside: 50, edges: 46)
    }
  }

  @Test func s0_17_noTurnChangesThePictureAtTheEnd() async throws {
    let pages = try Fixture.pages(40, 60)
    for renderer in try await Fixture.all() {
      let turn = try PageTurn(pages, NoTurn())
      for progress in [0, 0.5, 0.999] {
        #expect(
          try await renderer.frame(turn, at: .progress(progress)) == pages.front.pixmap)
      }
    }
  }

  @Test func s1_18_aDroppedPageIsHalfGoneHalfWay() async throws {
    let pages = try Fixture.pages(40, 60)
    let (front, next) = (pages.front.pixmap, pages.next.pixmap)
    for renderer in try await Fixture.all() {
      let frame = try await renderer.frame(PageTurn(pages, DropTurn()), at: .progress(0.5))
      for i in 0..<40 * 60 {
        guard i >= 40 * 30 else {
          #expect(frame.channels(i) == next.channels(i))
          continue
        }
        let (a, b) = (front.channels(i - 40 * 30), next.channels(i))
        for channel in 0..<3 {
          let mixed = (SRGB.decode(a[channel] / 255) + SRGB.decode(b[channel] / 255)) / 2
          #expect(abs(frame.channels(i)[channel] - 255 * SRGB.encode(mixed)) <= 1)
        }
      }
    }
  }

  @Test func aCoversShadowLiesBesideItsEdgeAndGoesAtBothEnds() async throws {
    let white = TestPages.plain(255, width: 100, height: 40)
    let pages = try Pages(front: white, next: white)
    for renderer in try await Fixture.all() {
      for (turn, beyond) in [(CoverTurn(.left), 1), (CoverTurn(.left, arrives: true), -1)] {
        func row(_ progress: Double) async throws -> [Double] {
          let frame = try await renderer.frame(PageTurn(pages, turn), at: .progress(progress))
          return (0..<100).map { frame.channels(20 * 100 + $0).x }
        }
        let middle = try await row(0.5)
        let shaded = middle.indices.filter { middle[$0] < 255 }
        #expect(shaded == (beyond > 0 ? Array(50..<56) : Array(44..<50)))
        #expect((middle.min() ?? 0) < 225)
        for progress in [0.004, 0.996] {
          #expect((try await row(progress).min() ?? 0) >= 254)
        }
      }
    }
  }

  @Test(arguments: [FlipTurn.Axis.horizontal, .vertical], [FlipTurn(), .flipboard])
  func theSheetOverTheNextPageIsTheFrame(axis: FlipTurn.Axis, flip: FlipTurn) async throws {
    var flip = flip
    flip.axis = axis
    flip.eye = .percent(180)
    // Halves meet at the hinge in the frame and in the overlay in another order.
    try await Fixture.expectOverlay(
      flip, Fixture.pages(97, 131), at: [0.2, 0.45, 0.55, 0.9], slack: 0.4)
  }

  @Test("On paper of one colour, the halves of a flip can be told apart at any progress")
  func halvesAreToldApart() async throws {
    let cream = TestPages.plain(240, width: 120, height: 160)
    let pages = try Pages(front: cream, next: cream)
    for renderer in try await Fixture.all() {
      for (axis, side) in [(FlipTurn.Axis.horizontal, 1), (.vertical, 0)] {
        var turn = FlipTurn()
        turn.axis = axis
        for progress in [0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7] {
          let frame = try await renderer.frame(PageTurn(pages, turn), at: .progress(progress))
          let (count, other) = side == 1 ? (160, 60) : (120, 80)
          let levels = (0..<count).map { i in
            frame.channels(side == 1 ? i * 120 + other : other * 120 + i).x
          }
          // A step at the leaf's edge, and both planes of the wedge darkest at the hinge.
          let steps = zip(levels, levels.dropFirst()).map { abs($0 - $1) }
          #expect((steps.max() ?? 0) >= 4, "\(renderer.info), \(axis), \(progress)")
          #expect((levels.max() ?? 0) - levels[count / 2] >= 6, "\(axis), \(progress)")
        }
      }
    }
  }

  @Test func s1_12_leavesAtRestUnderOthersArentDrawn() throws {
    let stage = TurnStage(page: PageSize(width: 60, height: 80), leaves: 9)
    for step in 1..<40 {
      let progress = Double(step) / 40
      let scene = FlipTurn.flipboard.scene(.progress(progress), on: stage, base: .next)
      let moving = FlipTurn.flipboard.angles(progress, leaves: 9).filter { $0 > 0 && $0 < 180 }
      #expect(scene.leaves.count <= moving.count + 2)
    }
  }
}
