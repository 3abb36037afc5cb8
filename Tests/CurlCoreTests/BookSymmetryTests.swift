import CurlCore
import TestSupport
import Testing

@Suite("Symmetries of the bindings") struct BookSymmetryTests {
  /// A number on the grid on which every reflection is exact.
  static func gridded(_ random: inout Random, _ range: ClosedRange<Double>) -> Double {
    (random.number(in: range) * 0x1p32).rounded() * 0x1p-32
  }

  static func point(_ random: inout Random) -> SIMD2<Double> {
    SIMD2(gridded(&random, -5000...5000), gridded(&random, -5000...5000))
  }

  static func scene(_ random: inout Random) -> Scene {
    let page = PageSize(
      width: .random(in: 1...4000, using: &random), height: .random(in: 1...4000, using: &random))
    let (cosine, sine) = cosineAndSine(degrees: random.number(in: -180...180))
    // Whole numbers: the matrix's products must not be rounded either.
    let matrix = (0..<9).map { _ in Double(Int.random(in: -99...99, using: &random)) }
    let face = Face(.picture(.front))
    let cameras: [Camera] = [
      .orthographic, .perspective(centre: point(&random), distance: 900),
      .oblique(shear: point(&random)),
    ]
    var light = Light()
    light.key = KeyLight(share: 0.5, azimuth: gridded(&random, -720...720))
    return Scene(
      page: page, base: .next,
      leaves: [
        Leaf(
          front: face, back: face,
          surface: .profile(
            .halfTurn(radius: 7),
            fold: Fold(point: point(&random), normal: SIMD2(cosine, sine)))),
        Leaf(front: face, back: face, surface: .projective(Projective(rows: matrix))),
      ],
      camera: cameras[Int.random(in: 0...2, using: &random)], light: light,
      canvas: Canvas(
        width: 640, height: 481, origin: point(&random),
        step: SIMD2(gridded(&random, 0.1...3), gridded(&random, 0.1...3))))
  }

  @Test("A scene reflected twice is the scene, bit for bit", arguments: Symmetry.allCases)
  func scenesComeBack(_ symmetry: Symmetry) {
    var random = Random(seed: 51)
    for _ in 0..<2000 {
      let scene = Self.scene(&random)
      #expect(scene.applying(symmetry).applying(symmetry) == scene)
      if symmetry != .identity { #expect(scene.applying(symmetry) != scene) }
    }
  }

  @Test(
    "Whatever has been reflected once comes back bit for bit, on any numbers",
    arguments: Symmetry.allCases)
  func reflectedNumbersComeBack(_ symmetry: Symmetry) {
    var random = Random(seed: 52)
    for _ in 0..<20000 {
      let page = PageSize(
        width: .random(in: 1...9000, using: &random), height: .random(in: 1...9000, using: &random))
      let other = symmetry.applied(to: page)
      let p = SIMD2(random.number(in: -9000...9000), random.number(in: -9000...9000))
      let once = symmetry.applied(to: p, on: page)
      let twice = symmetry.applied(to: once, on: other)
      #expect(symmetry.applied(to: twice, on: page) == once)
      let off = twice - p
      #expect((off * off).sum().squareRoot() < 4e-12)
      #expect(symmetry.applied(to: symmetry.applied(to: p)) == p)
      let heading = random.number(in: -720...720)
      let turned = symmetry.applied(toHeading: heading)
      let back = symmetry.applied(toHeading: turned)
      #expect(symmetry.applied(toHeading: back) == turned && abs(back - heading) < 2e-13)
    }
  }

  @Test("Headings are exact in quarters of a turn, and directions go with them")
  func headings() {
    let quarters: [(Double, mirrored: Double, transposed: Double)] = [
      (0, 180, 270), (90, 90, 180), (180, 0, 90), (270, -90, 0), (135, 45, 135), (151, 29, 119),
    ]
    for (heading, mirrored, transposed) in quarters {
      #expect(Symmetry.mirrored.applied(toHeading: heading) == mirrored)
      #expect(Symmetry.transposed.applied(toHeading: heading) == transposed)
    }
    func direction(_ degrees: Double) -> SIMD2<Double> {
      let (cosine, sine) = cosineAndSine(degrees: degrees)
      return SIMD2(cosine, -sine)
    }
    for symmetry in Symmetry.allCases {
      for degrees in stride(from: -360.0, through: 360, by: 7.5) {
        let a = symmetry.applied(to: direction(degrees))
        let b = direction(symmetry.applied(toHeading: degrees))
        let off = (a - b) * (a - b)
        #expect(off.sum() < 1e-28)
        if degrees.truncatingRemainder(dividingBy: 90) == 0 { #expect(a == b) }
      }
    }
  }

  @Test("The fold of a reflected turn is the turn's fold reflected", arguments: Symmetry.allCases)
  func foldsCommute(_ symmetry: Symmetry) {
    var random = Random(seed: 53)
    for _ in 0..<2000 {
      let page = PageSize(
        width: .random(in: 50...900, using: &random), height: .random(in: 50...900, using: &random))
      let other = symmetry.applied(to: page)
      var parameters = CurlTurn()
      parameters.angle = random.number(in: -360...360)
      parameters.radius = .pixels(random.number(in: 0...90))
      let turn = CurlGeometry(parameters, page: page, canvas: Canvas(page: page))
      parameters.angle = symmetry.applied(toHeading: parameters.angle)
      let reflected = CurlGeometry(parameters, page: other, canvas: Canvas(page: other))
      let moment = Moment.progress(random.number(in: 0...0.9))
      let a = turn.fold(time: turn.time(moment)).applying(symmetry, on: page)
      let b = reflected.fold(time: reflected.time(moment))
      let (point, normal) = (a.point - b.point, a.normal - b.normal)
      #expect((point * point).sum() < 1e-22 && (normal * normal).sum() < 1e-28)
      #expect(abs(turn.endTime - reflected.endTime) < 1e-12)
      // Every point of the sheet goes to its own image.
      let sheet = Profile.halfTurn(radius: turn.radius)
      for corner in page.corners {
        let seen = symmetry.applied(to: Self.seen(corner, sheet, a0: turn, moment), on: page)
        let image = symmetry.applied(to: corner, on: page)
        let off = seen - Self.seen(image, sheet, a0: reflected, moment)
        #expect((off * off).sum() < 1e-20)
      }
    }
  }

  static func seen(
    _ p: SIMD2<Double>, _ sheet: Profile, a0 turn: CurlGeometry, _ moment: Moment
  ) -> SIMD2<Double> {
    let fold = turn.fold(time: turn.time(moment))
    let s = ((p - fold.point) * fold.normal).sum()
    return p + (sheet.place(s).x - s) * fold.normal
  }

  @Test("A projective map goes with its points", arguments: Symmetry.allCases)
  func matricesCommute(_ symmetry: Symmetry) {
    func map(_ m: [Double], _ p: SIMD2<Double>) -> SIMD2<Double> {
      let w = m[6] * p.x + m[7] * p.y + m[8]
      return SIMD2(m[0] * p.x + m[1] * p.y + m[2], m[3] * p.x + m[4] * p.y + m[5]) / w
    }
    var random = Random(seed: 54)
    let page = PageSize(width: 300, height: 410)
    for _ in 0..<2000 {
      var m = (0..<9).map { _ in random.number(in: -1...1) }
      m[6] /= 1000
      m[7] /= 1000
      m[8] = 2
      let p = SIMD2(random.number(in: 0...300), random.number(in: 0...410))
      let a = symmetry.applied(to: map(m, p), on: page)
      let b = map(
        symmetry.applied(toMatrix: m, on: page), symmetry.applied(to: p, on: page))
      let off = (a - b) * (a - b)
      #expect(off.sum() < 1e-18)
    }
  }

  @Test(
    "A camera sees the reflected point where the point's image is", arguments: Symmetry.allCases)
  func camerasCommute(_ symmetry: Symmetry) {
    let page = PageSize(width: 300, height: 410)
    let p = SIMD2(40.5, 99.25)
    let cameras: [Camera] = [
      .orthographic, .perspective(centre: SIMD2(100, 300), distance: 700),
      .oblique(shear: SIMD2(0.4, -0.9)),
    ]
    for camera in cameras {
      let a = symmetry.applied(to: camera.project(p, height: 31), on: page)
      let b = camera.applying(symmetry, on: page)
        .project(symmetry.applied(to: p, on: page), height: 31)
      let off = (a - b) * (a - b)
      #expect(off.sum() < 1e-22)
    }
  }

  @Test("A canvas keeps the places of its pixels", arguments: Symmetry.allCases)
  func canvasesCommute(_ symmetry: Symmetry) {
    let page = PageSize(width: 300, height: 410)
    let canvas = Canvas(width: 17, height: 9, origin: SIMD2(-8, 3.5), step: SIMD2(0.5, 2))
    let reflected = canvas.applying(symmetry, on: page)
    func centre(_ canvas: Canvas, _ x: Int, _ y: Int) -> SIMD2<Double> {
      canvas.origin + SIMD2(Double(x) + 0.5, Double(y) + 0.5) * canvas.step
    }
    let a = symmetry.applied(to: centre(canvas, 3, 5), on: page)
    let b =
      switch symmetry {
      case .identity: centre(reflected, 3, 5)
      case .mirrored: centre(reflected, 13, 5)
      case .transposed: centre(reflected, 5, 3)
      }
    #expect(a == b)
  }

  @Test("Rectangles, margins, shares and lamps go with their pages")
  func smallThings() {
    let page = PageSize(width: 300, height: 410)
    let box = Symmetry.mirrored.applied(toRectangle: SIMD2(10, 20), SIMD2(30, 50), on: page)
    #expect(box == (SIMD2(270, 20), SIMD2(290, 50)))
    let flipped = Symmetry.transposed.applied(toRectangle: SIMD2(10, 20), SIMD2(30, 50), on: page)
    #expect(flipped == (SIMD2(20, 10), SIMD2(50, 30)))
    let margin = Margin(left: 1, top: 2, right: 3, bottom: 4)
    #expect(margin.applying(.mirrored) == Margin(left: 3, top: 2, right: 1, bottom: 4))
    #expect(margin.applying(.transposed) == Margin(left: 2, top: 1, right: 4, bottom: 3))
    for symmetry in Symmetry.allCases {
      let share = symmetry.applied(toShares: SIMD2(0.25, 0.5))
      let reflected = symmetry.applied(to: page)
      let size = SIMD2(Double(reflected.width), Double(reflected.height))
      #expect(share * size == symmetry.applied(to: SIMD2(75, 205), on: page))
      #expect(margin.applying(symmetry).applying(symmetry) == margin)
      let lamp = KeyLight(share: 1, azimuth: 200)
      let (a, b) = (lamp.direction, lamp.applying(symmetry).direction)
      let flat = symmetry.applied(to: SIMD2(a.x, a.y)) - SIMD2(b.x, b.y)
      #expect((flat * flat).sum() < 1e-28 && a.z == b.z)
    }
  }
}
