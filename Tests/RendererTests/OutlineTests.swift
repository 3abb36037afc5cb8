import CurlCore
import PageCurl
import TestSupport
import Testing

/// Where pages end: rounded corners, cut-outs, pages that aren't there at all.
@Suite struct OutlineTests {
  private let background = Colour(red: 0.2, green: 0.4, blue: 0.6)

  /// 60 is half of the shorter side.
  @Test(arguments: [1.0, 8, 40, 60], [151.0, 180])
  func roundedCornersMeetTheReference(corner: Double, angle: Double) async throws {
    let turn = try Fixture.turn(Fixture.pages(120, 170), angle: angle, radius: 14, lit: false) {
      $0.look.back = .picture
      $0.look.cornerRadius = .pixels(corner)
      $0.look.background = .colour(background)
    }
    try await Fixture.expectReference(turn, at: [.time(0.3), .time(0.6)])
  }

  @Test func roundedCornersMeetTheReferenceInPerspectiveAndEnlarged() async throws {
    let canvas = Canvas(width: 180, height: 250, origin: SIMD2(-10, -12), step: SIMD2(0.8, 0.8))
    let turn = try Fixture.turn(
      Fixture.pages(120, 170), radius: 14, lit: false, canvas: canvas
    ) {
      $0.look.back = .picture
      $0.look.cornerRadius = .pixels(20)
      $0.look.background = .colour(background)
      $0.look.view = .eye(distance: .percent(120))
    }
    try await Fixture.expectReference(turn, at: [.time(0.3)])
  }

  @Test(arguments: [1.0, 8, 40, 60])
  func aCornersRoundingIsAsLargeAsItsCircle(corner: Double) async throws {
    let turn = try Fixture.turn(Fixture.pages(120, 170), radius: 14, lit: false) {
      $0.look.cornerRadius = .pixels(corner)
    }
    for renderer in try await Fixture.all() {
      // What is left at first, when the sheet lies flat: less the four corners' (1 − π/4) r².
      let flat = try await renderer.geometry(turn, at: .time(0))
      let area = flat.coverage.reduce(0) { $0 + Double($1) }
      let expected = 120 * 170 - (4 - Double.pi) * corner * corner
      #expect(abs(area - expected) <= 0.2 + 0.01 * corner, "\(renderer.info): \(area)")
      for time in [0.35, 0.7] {
        let geometry = try await renderer.geometry(turn, at: .time(time))
        let reference = Fixture.reference(turn, .time(time))
        var (sum, truth, worst) = (0.0, 0.0, 0.0)
        for i in 0..<120 * 170 {
          let share = Double(geometry.coverage[i])
          // Few pixels hold an edge: the others' truth is that of their centre.
          let isWhole = !geometry.isEdge(i) && (share == 0 || share == 1)
          let there =
            isWhole
            ? (reference.hits(
              reference.planePoint(Double(i % 120) + 0.5, Double(i / 120) + 0.5)
            ).isEmpty ? 0.0 : 1.0)
            : reference.coverage(i % 120, i / 120)
          sum += share
          truth += there
          worst = max(worst, abs(share - there))
        }
        #expect(abs(sum - truth) <= 0.002 * truth, "\(renderer.info), time \(time): \(sum - truth)")
        #expect(worst <= 0.1, "\(renderer.info), time \(time): \(worst)")
      }
    }
  }

  @Test(arguments: [1.0, 8, 40, 60])
  func roundedLayersCoverEveryPixelOnce(corner: Double) async throws {
    // White on white on white: a hole, a crack or a double blend would show.
    let white = TestPages.plain(255, width: 120, height: 170)
    let turn = try Fixture.turn(Pages(front: white, next: white), radius: 14, lit: false) {
      $0.look.cornerRadius = .pixels(corner)
      $0.look.background = .colour(.white)
    }
    for renderer in try await Fixture.all() {
      for progress in [0, 0.2, 0.5, 0.8, 1] {
        #expect(try await renderer.frame(turn, at: .progress(progress)) == white)
      }
    }
  }

  @Test(arguments: [0.0, 1])
  func roundedPagesEndByteForByte(progress: Double) async throws {
    let pages = try Fixture.pages(120, 170)
    let page = (progress == 0 ? pages.pictures.front : pages.pictures.next).pixmap
    for corner in [1.0, 20, 60] {
      let turn = try Fixture.turn(pages, radius: 14) {
        $0.look.cornerRadius = .pixels(corner)
        $0.look.background = .colour(background)
        $0.look.keyLight.share = 0.5
        $0.look.thickness = .pixels(2)
      }
      let shape = PageShape(pages.size, cornerRadius: corner)
      for renderer in try await Fixture.all() {
        let frame = try await renderer.frame(turn, at: .progress(progress))
        var wrong = 0
        var (inside, outside) = (0, 0)
        for i in 0..<120 * 170 {
          let seen = frame.channels(i)
          let d = shape.distance(SIMD2(Double(i % 120) + 0.5, Double(i / 120) + 0.5))
          // A pixel's corner lies 0.71 from its centre.
          if d <= -0.71 {
            inside += 1
            if seen != page.channels(i) { wrong += 1 }
          } else if d >= 0.71 {
            outside += 1
            if seen != SIMD4(51, 102, 153, 255) { wrong += 1 }
          }
        }
        // In the middle of the straight sides the outermost pixels are whole as well.
        for i in [85 * 120, 85 * 120 + 119] where frame.channels(i) != page.channels(i) {
          wrong += 1
        }
        #expect(wrong == 0, "\(renderer.info), corners of \(corner)")
        #expect(inside > 15_000 && (outside > 0) == (corner > 2))
      }
    }
  }

  private func cutOutPages() throws -> Pages {
    try Pages(
      front: TestPages.cutOut(.front, width: 120, height: 170),
      next: TestPages.page(.next, width: 120, height: 170))
  }

  @Test(arguments: [45.0, 151, 180])
  func cutOutsMeetTheReference(angle: Double) async throws {
    let pages = try cutOutPages()
    let turn = try Fixture.turn(pages, angle: angle, radius: 14, lit: false)
    try await Fixture.expectReference(turn, at: [.time(0.35), .time(0.65)])
    let tilted = try Fixture.turn(pages, angle: angle, radius: 14, lit: false) {
      $0.look.view = .oblique(shear: SIMD2(0.4, -0.3))
      $0.look.cornerRadius = .pixels(20)
    }
    try await Fixture.expectReference(tilted, at: [.time(0.5)])
  }

  @Test func aCutOutCastsNoShadowOfItsHole() async throws {
    // The hole is a strip from the top to the bottom at the roll: no light is lost behind it.
    var bytes = TestPages.plain(255, width: 160, height: 120).rgba8
    for i in 0..<160 * 120 where i % 160 >= 70 {
      for channel in 0..<4 { bytes[4 * i + channel] = 0 }
    }
    let pages = try Pages(
      front: Pixmap(width: 160, height: 120, rgba8: bytes),
      next: TestPages.plain(255, width: 160, height: 120))
    let turn = try Fixture.turn(pages, angle: 180, radius: 10) {
      $0.look.keyLight = KeyLight(share: 0.6, elevation: 40, azimuth: 180, size: 6)
    }
    for renderer in try await Fixture.all() {
      // The fold stands at 80: all of the lifted part is clear.
      let frame = try await renderer.frame(turn, at: .time(0.5))
      for y in [20, 60, 100] {
        for x in 92..<160 {
          let light = frame.channels(160 * y + x).x
          #expect(light == 255, "\(renderer.info), (\(x), \(y))")
        }
      }
    }
  }

  @Test func aPageThatIsNotThereLeavesTheNextOne() async throws {
    // With everything that light and paper can do to it.
    let next = TestPages.page(.next, width: 160, height: 226)
    let pages = try Pages(
      front: TestPages.plain(0, width: 160, height: 226, alpha: 0), next: next)
    for view in [CurlTurn.View.above] + CameraTests.views.map(\.view) {
      let turn = try Fixture.turn(pages, radius: 25) {
        $0.look.view = view
        $0.look.keyLight = KeyLight(share: 0.6, elevation: 30, azimuth: 200, size: 10)
        $0.look.gloss = 1
        $0.look.bounce = 1
        $0.look.thickness = .pixels(6)
        $0.look.paper = Colour(red: 1, green: 0, blue: 0)
        $0.look.cornerRadius = .pixels(0)
      }
      for renderer in try await Fixture.all() {
        for progress in [0, 0.2, 0.5, 0.9, 1] {
          #expect(
            try await renderer.frame(turn, at: .progress(progress)) == next, "\(renderer.info)")
        }
      }
    }
  }

  @Test func aRoundedPageThatIsNotThereLeavesTheNextOne() async throws {
    let next = TestPages.page(.next, width: 160, height: 226)
    let pages = try Pages(
      front: TestPages.plain(0, width: 160, height: 226, alpha: 0), next: next)
    let turn = try Fixture.turn(pages, radius: 25) {
      $0.look.keyLight = KeyLight(share: 0.6, elevation: 30, azimuth: 200, size: 10)
      $0.look.gloss = 1
      $0.look.bounce = 1
      $0.look.thickness = .pixels(6)
      $0.look.cornerRadius = .pixels(30)
    }
    for renderer in try await Fixture.all() {
      let last = try await renderer.frame(turn, at: .progress(1))
      for progress in [0, 0.2, 0.5, 0.9] {
        #expect(
          try await renderer.frame(turn, at: .progress(progress)) == last, "\(renderer.info)")
      }
      #expect(last.channels(0) == SIMD4(0, 0, 0, 0))
      let middle = 160 * 113 + 80
      #expect(last.channels(middle) == next.channels(middle))
    }
  }
}
