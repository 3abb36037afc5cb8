import CurlCore
import Glibc
import TestSupport
import Testing

@testable import CurlDefinition
@testable import CurlRaster

/// What must hold exactly of sheets of any cross-section.
@Suite struct SectionTests {
  static let eye = Camera.perspective(centre: SIMD2(80, 113), distance: 500)

  @Test(arguments: [0.2, 0.8, 1.4, 2.0, 2.9])
  func s0_20_aHingedLeafIsItsHomography(lift: Double) throws {
    let canvas = Canvas(width: 340, height: 300, origin: SIMD2(-170, -37), step: SIMD2(1, 1))
    let scene = try SectionScene(
      Profile(lift: lift, pieces: []), fold: SectionScene.spine(), camera: Self.eye,
      canvas: canvas)
    let painter = try scene.painter()
    var worst = 0.0
    var counted = 0
    for y in 0..<300 {
      for x in 0..<340 {
        guard let probe = painter.probe(x, y) else { continue }
        counted += 1
        // The page point u from the spine stands at (u cos, u sin), and is seen from the eye at
        // centre + (p − centre) · distance / (distance − height).
        let u = Double(probe.uv.x)
        let scale = 500 / (500 - u * sin(lift))
        let seen = SIMD2(
          80 + (u * cos(lift) - 80) * scale, 113 + (Double(probe.uv.y) - 113) * scale)
        let off = seen - scene.planePoint(Double(x) + 0.5, Double(y) + 0.5)
        worst = max(worst, (off * off).sum().squareRoot())
      }
    }
    #expect(counted > 500)
    #expect(worst <= 0.01, "\(worst) page pixels")
  }

  @Test(arguments: SectionReferenceTests.cases)
  func materialPointsComeBack(_ it: SectionReferenceTests.Case) throws {
    let canvas = Canvas(width: 340, height: 300, origin: SIMD2(-170, -37), step: SIMD2(1, 1))
    let scene = try SectionScene(it.profile, fold: it.fold, camera: it.camera, canvas: canvas)
    let painter = try scene.painter()
    var worst = 0.0
    var counted = 0
    for y in 0..<300 {
      for x in 0..<340 {
        guard let probe = painter.probe(x, y) else { continue }
        counted += 1
        let d = SIMD2<Double>(probe.uv) - it.fold.point
        let place = it.profile.place((d * it.fold.normal).sum())
        let along = (d * it.fold.ruling).sum()
        let p = it.fold.point + place.x * it.fold.normal + along * it.fold.ruling
        let off =
          it.camera.project(p, height: place.z)
          - scene.planePoint(Double(x) + 0.5, Double(y) + 0.5)
        worst = max(worst, (off * off).sum().squareRoot())
        #expect(abs(Double(probe.z) - place.z) < 0.01)
      }
    }
    #expect(counted > 1000)
    #expect(worst <= 0.01, "\(worst) page pixels")
  }

  @Test func anyProfileIsFiniteAndComesBack() throws {
    var random = Random(seed: 11)
    let blank = TestPages.plain(200, width: 160, height: 226)
    var worst = 0.0
    var drawn = 0
    for round in 0..<120 {
      // Radii from a sharp fold to all but straight.
      let pieces: [Profile.Piece] = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        let radius = exp(random.number(in: -3...12))
        return random.number(in: 0...1) < 0.3
          ? .line(length: random.number(in: 0...60))
          : .arc(radius: radius, turn: random.number(in: -0.4...1.6) * min(1, 120 / radius))
      }
      let profile = Profile(lift: random.number(in: 0...1.5), pieces: pieces)
      let cameras: [Camera] = [
        .orthographic, Self.eye, .oblique(shear: SIMD2(random.number(in: -1...1), 0.3)),
      ]
      let fold = SectionScene.fold(random.number(in: -60...60), at: random.number(in: -80...40))
      let camera = cameras[round % 3]
      let canvas = Canvas(width: 60, height: 60, origin: SIMD2(-170, -50), step: SIMD2(8, 6))
      let scene = try SectionScene(
        profile, fold: fold, camera: camera, lit: true, canvas: canvas,
        maps: [.front: blank, .next: blank, .back: blank])
      let painter = try scene.painter()
      for y in 0..<60 {
        for x in 0..<60 {
          let colour = painter.colour(x, y)
          let light = painter.light(x, y)
          #expect(colour.w >= 0 && colour.w <= 1.0001 && colour.x >= 0 && colour.x <= 1)
          #expect(light >= 0 && light <= 1)
          guard let probe = painter.probe(x, y) else { continue }
          #expect(probe.light >= 0 && probe.light <= 1)
          let d = SIMD2<Double>(probe.uv) - fold.point
          let place = profile.place((d * fold.normal).sum())
          let p =
            fold.point + place.x * fold.normal + (d * fold.ruling).sum() * fold.ruling
          let seen = camera.project(p, height: place.z)
          let off = seen - scene.planePoint(Double(x) + 0.5, Double(y) + 0.5)
          worst = max(worst, (off * off).sum().squareRoot())
          drawn += 1
        }
      }
    }
    #expect(drawn > 20_000)
    #expect(worst <= 0.05, "\(worst) page pixels")
  }

  @Test(arguments: [Camera.orthographic, eye], [0.0, .pi])
  func aLeafThatLiesFlatIsItsPicture(camera: Camera, lift: Double) throws {
    for profile in [
      Profile(lift: lift, pieces: []),
      Profile(lift: 0, pieces: [.arc(radius: 0, turn: lift)]),
      Profile(lift: 0, pieces: [.arc(radius: 0, turn: lift / 2), .arc(radius: 0, turn: lift / 2)]),
    ] {
      let canvas = Canvas(width: 320, height: 226, origin: SIMD2(-160, 0), step: SIMD2(1, 1))
      let scene = try SectionScene(
        profile, fold: SectionScene.spine(), camera: camera, lit: true, canvas: canvas)
      let painter = try scene.painter()
      let landed = lift > 0
      let picture = landed ? scene.pictures.back?.pixmap : scene.pictures.front.pixmap
      let bytes = try #require(picture).rgba8
      var wrong = 0
      for y in 0..<226 {
        for x in 0..<320 {
          let colour = painter.colour(x, y)
          // A back that is flipped across the spine reads right where it lands.
          let isHere = landed ? x < 160 : x >= 160
          let i = 4 * (y * 160 + (landed ? x : x - 160))
          let value = stored(colour, 255) * 255 + 0.5
          for j in 0..<4 where UInt8(value[j]) != (isHere ? bytes[i + j] : 0) { wrong += 1 }
          if painter.light(x, y) != 1 || painter.share(x, y) != (isHere ? 1 : 0) { wrong += 1 }
        }
      }
      #expect(wrong == 0)
    }
  }

  @Test(arguments: SectionReferenceTests.cases)
  func whiteOnWhiteIsWhite(_ it: SectionReferenceTests.Case) throws {
    let white = TestPages.plain(255, width: 160, height: 226)
    let canvas = Canvas(width: 340, height: 300, origin: SIMD2(-170, -37), step: SIMD2(1, 1))
    let scene = try SectionScene(
      it.profile, fold: it.fold, camera: it.camera, canvas: canvas,
      maps: [.front: white, .next: white, .back: white])
    let painter = try scene.painter()
    var wrong = 0
    for y in 0..<300 {
      for x in 0..<340 {
        let colour = painter.colour(x, y)
        let whole = stored(composite(colour, SIMD4(1, 1, 1, 1)), 65535) * 65535
        if whole != SIMD4(repeating: 65535) { wrong += 1 }
        if colour.w > 1.00001 || abs(colour.w - painter.share(x, y)) > 1e-5 { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test func aMirroredSceneIsTheMirroredFrame() throws {
    let profile = Profile(lift: 0.4, pieces: [.arc(radius: 70, turn: 1.3)])
    func map(_ style: TestPages.Style, _ flipped: Bool) -> Pixmap {
      let page = TestPages.page(style, width: 160, height: 226)
      return flipped ? Self.mirrored(page) : page
    }
    func painter(_ flipped: Bool) throws -> SectionPainter {
      let canvas = Canvas(width: 340, height: 226, origin: SIMD2(-90, 0), step: SIMD2(1, 1))
      let fold = SectionScene.fold(flipped ? 180 : 0, at: -80)
      return try SectionScene(
        profile, fold: fold, camera: .perspective(centre: SIMD2(80, 113), distance: 600),
        lit: true, canvas: canvas,
        maps: [
          .front: map(.front, flipped), .next: map(.next, flipped), .back: map(.back, flipped),
        ]
      ).painter()
    }
    let (left, right) = (try painter(false), try painter(true))
    var worst: Float = 0
    var shadow: Float = 0
    for y in 0..<226 {
      for x in 0..<340 {
        let d = left.colour(x, y) - right.colour(339 - x, y)
        worst = max(worst, (d * d).sum().squareRoot())
        shadow = max(shadow, abs(left.light(x, y) - right.light(339 - x, y)))
      }
    }
    #expect(worst <= 0.001, "\(worst)")
    // The caster's outline is of one slope, 1e-4 at least: at the very end of a ruling that is felt.
    #expect(shadow <= 0.007, "\(shadow)")
  }

  private static func mirrored(_ page: Pixmap) -> Pixmap {
    var bytes: [UInt8] = []
    for y in 0..<page.height {
      for x in 0..<page.width {
        let i = 4 * (y * page.width + page.width - 1 - x)
        bytes += page.rgba8[i..<i + 4]
      }
    }
    return Pixmap(width: page.width, height: page.height, rgba8: bytes)
  }
}
