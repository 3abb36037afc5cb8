import CurlCore
import PageCurl
import TestSupport
import Testing

/// What every right page curl keeps, on both renderers.
@Suite struct InvariantTests {
  static let headings: [Double] = [0, 45, 90, 135, 151, 180, 225, 290]

  @Test(arguments: headings)
  func everySheetPixelGoesBackToItsCentre(angle: Double) async throws {
    let turn = try Fixture.turn(Fixture.pages(160, 226), angle: angle, radius: 25)
    let profile = Profile.halfTurn(radius: 25)
    for renderer in try await Fixture.all() {
      for progress in [0.2, 0.5, 0.9] {
        let geometry = try await renderer.geometry(turn, at: .progress(progress))
        let fold = Fixture.fold(turn, .progress(progress))
        for i in 0..<geometry.side.count where geometry.side[i] > 0 {
          let p = SIMD2<Double>(geometry.uv[i]) - fold.point
          let place = profile.place((p * fold.normal).sum())
          let q = fold.point + place.x * fold.normal + (p * fold.ruling).sum() * fold.ruling
          let centre = SIMD2(Double(i % 160) + 0.5, Double(i / 160) + 0.5)
          let d = q - centre
          #expect((d * d).sum().squareRoot() <= 0.01)
          if abs(((centre - fold.point) * fold.normal).sum() - 25) > 1.5 {
            #expect(abs(place.z - Double(geometry.z[i])) <= 0.02)
          }
        }
      }
    }
  }

  @Test(arguments: headings)
  func theHighestPartOfTheSheetIsSeen(angle: Double) async throws {
    // The GPU paints strips in order of arc length, the CPU tries the upper side first, the
    // reference sorts by height: all three must see the same side.
    let turn = try Fixture.turn(Fixture.pages(160, 226), angle: angle, radius: 18, lit: false)
    for renderer in try await Fixture.all() {
      for progress in [0.15, 0.45, 0.75] {
        let geometry = try await renderer.geometry(turn, at: .progress(progress))
        let reference = Fixture.reference(turn, .progress(progress))
        for i in 0..<geometry.side.count where !geometry.isEdge(i) {
          let hits = reference.hits(
            reference.planePoint(Double(i % 160) + 0.5, Double(i / 160) + 0.5))
          #expect(hits.isEmpty == (geometry.side[i] <= 0))
          if let top = hits.map(\.arc).max() {
            #expect(abs(top - Double(geometry.arc[i])) <= 0.15)
          }
        }
      }
    }
  }

  @Test(arguments: headings, [0.0, 12, 100, 1000])
  func s0_4_bothEndsAreThePagesByteForByte(angle: Double, radius: Double) async throws {
    let pages = try Fixture.pages(120, 171)
    let turn = try Fixture.turn(pages, angle: angle, radius: radius)
    for renderer in try await Fixture.all() {
      let first = try await renderer.frame(turn, at: .progress(0))
      #expect(first == pages.pictures.front.pixmap, "\(renderer.info)")
      let last = try await renderer.frame(turn, at: .progress(1))
      #expect(last == pages.pictures.next.pixmap, "\(renderer.info)")
      // Nothing pops: close to either end the frame is close to the page.
      for (progress, page) in [(1e-4, first), (1 - 1e-4, last)] {
        let near = try await renderer.frame(turn, at: .progress(progress))
        var difference = Difference()
        for i in 0..<120 * 171 { difference.add(near.channels(i), page.channels(i)) }
        #expect(difference.mean < 0.2, "\(renderer.info), progress \(progress)")
      }
    }
  }

  @Test func translucentPagesEndByteForByteToo() async throws {
    let pages = try Pages(
      front: TestPages.translucent(.front, width: 120, height: 171),
      next: TestPages.translucent(.next, width: 120, height: 171))
    let turn = try Fixture.turn(pages, radius: 12)
    for renderer in try await Fixture.all() {
      let last = try await renderer.frame(turn, at: .progress(1))
      #expect(last == pages.pictures.next.pixmap, "\(renderer.info)")
    }
    // At first the front lies over the next page, and both over the background.
    let under = try Fixture.turn(pages, radius: 12) { $0.look.background = .colour(.white) }
    let (front, next) = (pages.pictures.front.pixmap, pages.pictures.next.pixmap)
    for renderer in try await Fixture.all() {
      let frame = try await renderer.frame(under, at: .progress(0))
      var difference = Difference()
      for i in 0..<120 * 171 {
        let white = SIMD4<Double>(255, 255, 255, 255)
        let under = Fixture.composited(next.channels(i), over: white).rounded(
          .toNearestOrAwayFromZero)
        let whole = Fixture.composited(front.channels(i), over: under).rounded(
          .toNearestOrAwayFromZero)
        difference.add(frame.channels(i), whole)
      }
      #expect(difference.maximum <= 1, "\(renderer.info)")
    }
    // Over nothing, the front alone is the front.
    let sheet = try Fixture.turn(pages, radius: 12, layers: .sheet)
    for renderer in try await Fixture.all() {
      let first = try await renderer.frame(sheet, at: .progress(0))
      #expect(first == pages.pictures.front.pixmap, "\(renderer.info)")
    }
  }

  @Test func oddParametersStayFinite() async throws {
    var random = Random(seed: 7)
    let pages = try Fixture.pages(41, 57)
    for renderer in try await Fixture.all() {
      for _ in 0..<60 {
        let radii: [Double] = [0, 0.001, 0.3, 1, 13, 13.05, 41, 500, 1e5]
        let radius = radii.randomElement(using: &random) ?? 0
        let turn = try Fixture.turn(pages, angle: random.number(in: -720...720), radius: radius) {
          $0.look.shadowSize = [0.01, 0.5, 5].randomElement(using: &random) ?? 0.5
          $0.look.shadowLift = [nil, .pixels(0), .pixels(30)].randomElement(using: &random) ?? nil
        }
        let moment = Moment.progress(random.number(in: 0...1))
        let geometry = try await renderer.geometry(turn, at: moment)
        for i in 0..<geometry.side.count {
          #expect(geometry.shadow[i] >= 0 && geometry.shadow[i] <= 1)
          #expect(geometry.coverage[i] >= 0 && geometry.coverage[i] <= 1.0001)
          if geometry.side[i] > 0 {
            #expect(geometry.arc[i].isFinite && geometry.z[i].isFinite)
          }
        }
        #expect(try await renderer.frame(turn, at: moment).isOpaque)
      }
    }
  }

  @Test(arguments: headings)
  func whatSheetAndLightDoNotTouchIsByteIdentical(angle: Double) async throws {
    let pages = try Fixture.pages(331, 467)
    let radius = 9.0
    let turn = try Fixture.turn(pages, angle: angle, radius: radius)
    let (front, next) = (pages.pictures.front.pixmap, pages.pictures.next.pixmap)
    // The roll's shadow ends 5 R from the fold; that of the flap, 2 R high, 4.8 R from its edge.
    let reach = 2 * radius / (5.0 / 12) + 2
    for renderer in try await Fixture.all() {
      for progress in [0.1, 0.35, 0.7] {
        let moment = Moment.progress(progress)
        let frame = try await renderer.frame(turn, at: moment)
        let fold = Fixture.fold(turn, moment)
        let lifted = pages.size.corners.map { (($0 - fold.point) * fold.normal).sum() }.max() ?? 0
        let edge = Profile.halfTurn(radius: radius).place(lifted).x
        var counted = 0
        for i in 0..<331 * 467 {
          let x = Fixture.distance(fold, i % 331, i / 331)
          if x > 5 * radius + 1 {
            counted += 1
            #expect(frame.channels(i) == next.channels(i))
          } else if x < min(edge, 0) - reach {
            counted += 1
            #expect(frame.channels(i) == front.channels(i))
          }
        }
        #expect(counted > 331 * 467 / 10)
      }
    }
  }

  @Test(arguments: [false, true])
  func s0_18_whatLiesBeyondPageAndSheetIsTheBackgroundInItsLight(lit: Bool) async throws {
    let canvas = Canvas(width: 260, height: 326, origin: SIMD2(-50, -50), step: SIMD2(1, 1))
    let turn = try Fixture.turn(
      Fixture.pages(160, 226), radius: 20, lit: lit, canvas: canvas
    ) {
      $0.look.background = .colour(Colour(red: 0.2, green: 0.4, blue: 0.6))
    }
    let stored = [51.0, 102, 153]
    for renderer in try await Fixture.all() {
      for progress in [0.0, 0.3, 0.6, 1] {
        let frame = try await renderer.frame(turn, at: .progress(progress))
        let geometry = try await renderer.geometry(turn, at: .progress(progress))
        var (counted, shaded, wrong) = (0, 0, 0)
        for i in 0..<260 * 326 where geometry.side[i] == -1 && !geometry.isEdge(i) {
          counted += 1
          let light = Double(geometry.shadow[i])
          if light < 1 { shaded += 1 }
          let seen = frame.channels(i)
          for channel in 0..<3 {
            let whole = stored[channel]
            let expected =
              light == 1 ? whole : 255 * SRGB.encode(SRGB.decode(whole / 255) * light)
            if abs(seen[channel] - expected) > (light == 1 ? 0 : 0.75) { wrong += 1 }
          }
          if seen.w != 255 { wrong += 1 }
        }
        #expect(wrong == 0, "\(renderer.info), progress \(progress)")
        #expect(counted > 20000)
        #expect((shaded > 1000) == (lit && progress > 0 && progress < 1))
      }
    }
  }

  @Test func aClearBackgroundTakesNoShadow() async throws {
    let canvas = Canvas(width: 260, height: 326, origin: SIMD2(-50, -50), step: SIMD2(1, 1))
    let turn = try Fixture.turn(Fixture.pages(160, 226), radius: 20, canvas: canvas)
    for renderer in try await Fixture.all() {
      let frame = try await renderer.frame(turn, at: .progress(0.6))
      let geometry = try await renderer.geometry(turn, at: .progress(0.6))
      var (counted, wrong) = (0, 0)
      for i in 0..<260 * 326 where geometry.side[i] == -1 && !geometry.isEdge(i) {
        counted += 1
        if frame.channels(i).max() != 0 || geometry.shadow[i] != 1 { wrong += 1 }
      }
      #expect(counted > 10000 && wrong == 0)
    }
  }

  @Test(arguments: [0.0, 0.5, 2, 30])
  func nothingPopsFromFrameToFrame(radius: Double) async throws {
    // White pages show light alone. A shadow that passes changes few pixels by much; one that
    // appears or goes at once changes all of its own.
    let white = TestPages.plain(255, width: 160, height: 226)
    let turn = try Fixture.turn(Pages(front: white, next: white), radius: radius) {
      $0.look.tintAmount = 1
    }
    let renderer = try await Fixture.cpu()
    var last = try await renderer.frame(turn, at: .progress(0))
    for i in 1..<120 {
      let frame = try await renderer.frame(turn, at: PageTurn.moment(ofFrame: i, of: 120))
      var difference = Difference()
      var jumps = 0
      for j in 0..<160 * 226 {
        let (a, b) = (frame.channels(j), last.channels(j))
        difference.add(a, b)
        if abs(a.x - b.x) > 20 { jumps += 1 }
      }
      if i < 4 || i > 115 { #expect(jumps <= 150, "frame \(i)") }
      #expect(difference.mean <= 3, "frame \(i)")
      last = frame
    }
  }

  @Test(arguments: headings, [0.0, 12, 100])
  func layersCoverEveryPixelOnce(angle: Double, radius: Double) async throws {
    // White on white: a hole, a crack or a double blend would show.
    let white = TestPages.plain(255, width: 160, height: 226)
    let turn = try Fixture.turn(
      Pages(front: white, next: white), angle: angle, radius: radius, lit: false)
    // Black over white must stay black within the sheet.
    let black = TestPages.plain(0, width: 160, height: 226)
    let dark = try Fixture.turn(
      Pages(front: black, next: white), angle: angle, radius: radius, lit: false)
    for renderer in try await Fixture.all() {
      for progress in [0.2, 0.5, 0.8] {
        let moment = Moment.progress(progress)
        #expect(try await renderer.frame(turn, at: moment) == white, "\(renderer.info)")
        let frame = try await renderer.frame(dark, at: moment)
        let geometry = try await Fixture.cpu().geometry(dark, at: moment)
        // At the canvas's border an edge pixel may lack the neighbour that tells it.
        for i in 0..<160 * 226 where !geometry.isEdge(i) && !isBorder(i) {
          #expect(frame.channels(i).x == (geometry.side[i] > 0 ? 0 : 255))
        }
      }
    }
  }

  /// Whether pixel `i` of 160 × 226 lies at the border.
  private func isBorder(_ i: Int) -> Bool {
    i % 160 == 0 || i % 160 == 159 || i < 160 || i >= 160 * 225
  }

  @Test func theBackReadsRightWhenItHasLanded() async throws {
    // Folded flat in the middle, the left half shows the back picture's left half, unmirrored.
    let pages = try Fixture.pages(160, 226)
    let turn = try Fixture.turn(pages, angle: 180, radius: 0, lit: false) {
      $0.look.back = .picture
    }
    let back = TestPages.page(.back, width: 160, height: 226)
    for renderer in try await Fixture.all() {
      let frame = try await renderer.frame(turn, at: .time(0.5))
      for i in 0..<160 * 226 {
        let expected = i % 160 < 80 ? back : pages.pictures.next.pixmap
        #expect(frame.channels(i) == expected.channels(i))
      }
    }
  }

  @Test func theMirroredBackShowsTheSamePlaceOfTheFront() async throws {
    let pages = try Fixture.pages(160, 226)
    let turn = try Fixture.turn(pages, angle: 180, radius: 0, lit: false)
    let front = pages.pictures.front.pixmap
    for renderer in try await Fixture.all() {
      let frame = try await renderer.frame(turn, at: .time(0.5))
      for y in 0..<226 {
        for x in 0..<80 {
          #expect(frame.channels(160 * y + x) == front.channels(160 * y + 159 - x))
        }
      }
    }
  }

  @Test(arguments: headings)
  func theSideFlipsAtTheSilhouette(angle: Double) async throws {
    let turn = try Fixture.turn(Fixture.pages(160, 226), angle: angle, radius: 30, lit: false)
    for renderer in try await Fixture.all() {
      let geometry = try await renderer.geometry(turn, at: .progress(0.5))
      let fold = Fixture.fold(turn, .progress(0.5))
      for i in 0..<geometry.side.count {
        if geometry.side[i] == 2 { #expect(geometry.arc[i] >= 15 * .pi - 0.01) }
        if geometry.side[i] == 1 { #expect(geometry.arc[i] <= 15 * .pi + 0.01) }
        if Fixture.distance(fold, i % 160, i / 160) > 30.01 { #expect(geometry.side[i] <= 0) }
      }
    }
  }

  @Test(arguments: headings)
  func mirroredPagesTurnToMirroredFrames(angle: Double) async throws {
    let pages = try Fixture.pages(160, 226)
    let mirrored = try Pages(
      front: pages.pictures.front.pixmap.mirrored, next: pages.pictures.next.pixmap.mirrored)
    // The grain is the paper's, not the pages': it isn't mirrored.
    let turn = try Fixture.turn(pages, angle: angle, radius: 14) { $0.look.grain = 0 }
    let other = try Fixture.turn(mirrored, angle: 180 - angle, radius: 14) { $0.look.grain = 0 }
    for renderer in try await Fixture.all() {
      for progress in [0.2, 0.55, 0.85] {
        let moment = Moment.progress(progress)
        let a = try await renderer.frame(turn, at: moment).mirrored
        let b = try await renderer.frame(other, at: moment)
        var difference = Difference()
        for i in 0..<160 * 226 { difference.add(a.channels(i), b.channels(i)) }
        #expect(difference.maximum <= 1, "\(renderer.info), progress \(progress)")
      }
    }
  }

  @Test func aTransparentSheetLeavesTheNextPage() async throws {
    let next = TestPages.page(.next, width: 160, height: 226)
    let turn = try Fixture.turn(
      Pages(front: TestPages.plain(0, width: 160, height: 226, alpha: 0), next: next), radius: 25)
    for renderer in try await Fixture.all() {
      for progress in [0, 0.2, 0.5, 0.9] {
        #expect(
          try await renderer.frame(turn, at: .progress(progress)) == next, "\(renderer.info)")
      }
    }
  }

  @Test(arguments: [151.0, 180, 225])
  func twiceTheSizeIsTheSamePicture(angle: Double) async throws {
    let pages = try Fixture.pages(160, 226)
    let double = Canvas(page: pages.size, width: 320, height: 452, fit: .stretch)
    let turn = try Fixture.turn(pages, angle: angle, radius: 25)
    let large = try Fixture.turn(pages, angle: angle, radius: 25, canvas: double)
    for renderer in try await Fixture.all() {
      let a = try await renderer.frame(turn, at: .progress(0.45))
      let b = try await renderer.frame(large, at: .progress(0.45)).scaled(
        width: 160, height: 226, fit: .stretch)
      var difference = Difference()
      for i in 0..<160 * 226 { difference.add(a.channels(i), b.channels(i)) }
      #expect(difference.psnr >= 40, "\(renderer.info)")
    }
  }

  @Test(arguments: [135.0, 151, 180, 290], [0.4217, 0.5133, 0.5571])
  func edgesAreOnePixelWide(angle: Double, progress: Double) async throws {
    // Across the silhouette, coverage falls from 1 to 0 over |n.x| + |n.y| pixels, 1 to √2.
    let turn = try Fixture.turn(Fixture.pages(160, 226), angle: angle, radius: 20)
    for renderer in try await Fixture.all() {
      let geometry = try await renderer.geometry(turn, at: .progress(progress))
      let fold = Fixture.fold(turn, .progress(progress))
      let half = (abs(fold.normal.x) + abs(fold.normal.y)) / 2
      var onEdge = 0
      for y in 40..<190 {
        for x in 20..<140 {
          let coverage = geometry.coverage[160 * y + x]
          let d = Fixture.distance(fold, x, y) - 20
          if abs(d) > 5 { continue }
          if abs(d) < half { onEdge += 1 }
          if d >= half { #expect(coverage < 0.001) }
          if d <= -half { #expect(coverage > 0.999) }
          if abs(d) < 0.2 { #expect(coverage > 0.2 && coverage < 0.8) }
        }
      }
      #expect(onEdge > 20)
    }
  }

  @Test func theSameInputsGiveTheSameBytes() async throws {
    let turn = try Fixture.turn(Fixture.pages(331, 467), radius: 40)
    let one = try await Renderer(.cpu, threads: 1).frame(turn, at: .progress(0.4))
    for threads in [2, 3, 7] {
      let renderer = try await Renderer(.cpu, threads: threads)
      #expect(try await renderer.frame(turn, at: .progress(0.4)) == one)
    }
    for renderer in try await Fixture.all() {
      let first = try await renderer.frame(turn, at: .progress(0.4))
      _ = try await renderer.frame(turn, at: .progress(0.9))
      #expect(try await renderer.frame(turn, at: .progress(0.4)) == first)
    }
  }

  @Test func s0_2_theOverlayOverTheNextPageIsTheFrame() async throws {
    let pages = try Fixture.pages(160, 226)
    for renderer in try await Fixture.all() {
      let overlay = try await renderer.frame(
        Fixture.turn(pages, radius: 20, layers: .sheetAndShadow), at: .progress(0.5))
      let whole = try await renderer.frame(
        Fixture.turn(pages, radius: 20), at: .progress(0.5))
      var difference = Difference()
      for i in 0..<160 * 226 {
        let under = pages.pictures.next.pixmap.channels(i)
        difference.add(
          Fixture.composited(overlay.channels(i), over: under).rounded(.toNearestOrAwayFromZero),
          whole.channels(i))
      }
      #expect(difference.maximum <= 1, "\(renderer.info)")
      #expect(!overlay.isOpaque)
    }
  }
}
