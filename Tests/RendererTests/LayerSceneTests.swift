import CurlCore
import TestSupport
import Testing

@testable import CurlCPU
@testable import CurlRaster

/// Rows of layers of any scene, not turns' alone, against the definition pixel by pixel.
@Suite struct LayerSceneTests {
  /// The most by which rows differ from their pixels, 255ths.
  private func worst(_ scene: CurlCore.Scene, _ pictures: FramePictures) throws -> Int {
    let stack = try Stack(scene)
    let rows = 0..<stack.height
    let expected = CPURenderer.renderPixelwise(.stack(stack), pictures, rows: rows)
    guard
      case .rgba8(let seen) = CPURenderer.render(
        .stack(stack), pictures, rows: rows, format: .rgba8)
    else { return 255 }
    #expect(seen.count == expected.count)
    return zip(seen, expected).map { abs(Int($0) - Int($1)) }.max() ?? 255
  }

  private func pictures(_ width: Int, _ height: Int) -> FramePictures {
    FramePictures(
      front: PreparedPicture(TestPages.page(.front, width: width, height: height)),
      next: PreparedPicture(TestPages.page(.next, width: width, height: height)))
  }

  /// A front of black and white texels, each beside others.
  private func chequered(_ width: Int, _ height: Int) -> FramePictures {
    var bytes = [UInt8](repeating: 255, count: 4 * width * height)
    for i in 0..<width * height where (i % width + i / width) % 2 == 0 {
      for c in 0..<3 { bytes[4 * i + c] = 0 }
    }
    var pictures = pictures(width, height)
    pictures.front = PreparedPicture(Pixmap(width: width, height: height, rgba8: bytes))
    return pictures
  }

  private func scene(_ page: PageSize, _ leaf: Leaf, canvas: Canvas) -> CurlCore.Scene {
    CurlCore.Scene(
      page: page, base: .nothing, leaves: [leaf], background: .colour(.white), canvas: canvas)
  }

  private func front(_ map: Projective) -> Leaf {
    Leaf(front: Face(.picture(.front)), back: Face(.mirrored), surface: .projective(map))
  }

  /// How a leaf is made smaller and turned.
  static let shrinking: [(across: Double, down: Double, degrees: Double)] = [
    (9, 9, 0), (9, 9, 25), (15, 3, 40), (32, 32, 0), (32, 32, 25), (80, 80, 0), (100, 100, 10),
    (160, 120, 0), (256, 256, 0), (256, 256, 30), (600, 1, 0), (600, 1, 20),
  ]

  @Test(arguments: shrinking)
  func leavesAreMadeMuchSmaller(by shrinking: (across: Double, down: Double, degrees: Double))
    throws
  {
    let (width, height) = (1400, 1600)
    let map = Projective.scale(SIMD2(1 / shrinking.across, 1 / shrinking.down))
      .then(.rotation(degrees: shrinking.degrees)).then(.translation(SIMD2(30.3, 4.7)))
    let canvas = Canvas(width: 70, height: 60, origin: .zero, step: SIMD2(1, 1))
    let page = PageSize(width: width, height: height)
    for level in [nil, UInt8(255)] {
      var pictures = pictures(width, height)
      if let level {
        pictures.front = PreparedPicture(TestPages.plain(level, width: width, height: height))
      }
      var dark = scene(page, front(map), canvas: canvas)
      dark.background = .colour(.black)
      #expect(try worst(dark, pictures) <= 1)
    }
  }

  @Test(arguments: [12.0, 40, 100, 400], [0.0, 20])
  func leavesAreMadeMuchLarger(by scale: Double, degrees: Double) throws {
    let page = PageSize(width: 90, height: 121)
    let map = Projective.scale(SIMD2(scale, scale)).then(.rotation(degrees: degrees))
      .then(.translation(SIMD2(-30 * scale, -50 * scale)))
    let canvas = Canvas(width: 90, height: 80, origin: .zero, step: SIMD2(1, 1))
    #expect(try worst(scene(page, front(map), canvas: canvas), chequered(90, 121)) <= 1)
  }

  @Test(arguments: [0.1, 0.02, 0.01, 0.005])
  func canvasesMayBeMuchFiner(step: Double) throws {
    let page = PageSize(width: 90, height: 121)
    let canvas = Canvas(
      width: 90, height: 80, origin: SIMD2(38, 47), step: SIMD2(step, step))
    for degrees in [0.0, 20] {
      let map = Projective.rotation(degrees: degrees)
      #expect(try worst(scene(page, front(map), canvas: canvas), chequered(90, 121)) <= 1)
    }
  }

  @Test(arguments: [0.09, 0.05, 0.02, 0.01])
  func rampsMayEndInsideALeaf(slope: Double) throws {
    let page = PageSize(width: 90, height: 121)
    let canvas = Canvas(page: page)
    for (from, to) in [(1.0, 0.0), (0, 1), (0.9, 0.2)] {
      for map in [
        Projective.identity, .scale(SIMD2(1.05, 0.97)), .rotation(degrees: 7),
        CardTurn().map(35, on: page),
      ] {
        let ramp = Gradient(
          start: SIMD2(25.4, 30), end: SIMD2(25.4 + 1 / slope, 30),
          from: Colour(red: 0, green: 0, blue: 0, alpha: from),
          to: Colour(red: 0, green: 0, blue: 0, alpha: to))
        var whole = scene(page, front(map), canvas: canvas)
        whole.leaves.append(front(map).shaded(.gradient(ramp)))
        #expect(try worst(whole, pictures(90, 121)) <= 1, "\(from) to \(to)")
      }
    }
  }

  @Test func whatLiesBeneathAColourIsSeen() throws {
    let page = PageSize(width: 90, height: 121)
    let half = Colour(red: 0, green: 0, blue: 0, alpha: 0.5)
    let clear = Colour(red: 0, green: 0, blue: 0, alpha: 0)
    let ramp = Gradient(start: SIMD2(-10, 0), end: SIMD2(100, 0), from: half, to: clear)
    for contents in [Face.Contents.colour(half), .gradient(ramp)] {
      var leaf = Leaf(
        front: Face(contents), back: Face(.mirrored), surface: .projective(.identity))
      leaf.beneath = Picture.next
      leaf.beneathShare = 1
      #expect(try worst(scene(page, leaf, canvas: Canvas(page: page)), pictures(90, 121)) <= 1)
    }
  }

  @Test func coloursAndSharesBeyondTheirRangeAreClipped() throws {
    let page = PageSize(width: 90, height: 121)
    let canvas = Canvas(page: page, margin: Margin(9))
    let bright = Colour(red: 1.4, green: -0.1, blue: 3)
    var over = scene(page, front(.scale(SIMD2(0.8, 0.8))), canvas: canvas)
    over.background = .colour(bright)
    #expect(try worst(over, pictures(90, 121)) <= 1)
    over.leaves[0].opacity = 1.2
    #expect(try worst(over, pictures(90, 121)) <= 1)
    over.leaves = [
      Leaf(
        front: Face(.colour(bright), tint: bright, tintAmount: 0.5), back: Face(.mirrored),
        surface: .projective(.identity)),
      Leaf(
        front: Face(.picture(.front), tint: bright, tintAmount: 0.5), back: Face(.mirrored),
        surface: .projective(.scale(SIMD2(0.5, 0.5)))),
    ]
    #expect(try worst(over, pictures(90, 121)) <= 1)
  }

  @Test func pagesWhoseTexelsCannotBeNumberedAreLeftToTheirPixels() {
    #expect(PlateSampler.canNumber(width: 46_000, height: 46_000))
    #expect(!PlateSampler.canNumber(width: 47_000, height: 47_000))
    #expect(!PlateSampler.canNumber(width: 1, height: 1 << 29))
  }

  /// Pages that are clear but for small shapes.
  private func lettered(_ width: Int, _ height: Int, _ marks: [(x: Int, y: Int, size: Int)])
    -> Pixmap
  {
    var bytes = [UInt8](repeating: 0, count: 4 * width * height)
    for mark in marks {
      for y in mark.y..<mark.y + mark.size {
        for x in mark.x..<mark.x + mark.size / 3 + 1 {
          for c in 0..<4 { bytes[4 * (y * width + x) + c] = c == 3 ? 255 : UInt8(40 * c) }
        }
      }
    }
    return Pixmap(width: width, height: height, rgba8: bytes)
  }

  @Test(arguments: [HingeTurn(), BendTurn(), RollTurn()] as [any Turn])
  func smallShapesOnAClearPageCastTheirShadow(turn: any Turn) throws {
    let (width, height) = (400, 500)
    let marks = [(25, 40, 9), (61, 217, 12), (140, 333, 6), (300, 120, 15), (372, 470, 8)]
    let pictures = FramePictures(
      front: PreparedPicture(lettered(width, height, marks)),
      next: PreparedPicture(TestPages.plain(255, width: width, height: height)))
    for progress in [0.1, 0.3] {
      let stage = TurnStage(page: PageSize(width: width, height: height))
      let scene = turn.scene(.progress(progress), on: stage, base: .next)
      #expect(try worst(scene, pictures) <= 1, "\(type(of: turn)) at \(progress)")
    }
  }
}
