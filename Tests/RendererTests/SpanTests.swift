import CurlCore
import CurlKernels
import PageCurl
import TestSupport
import Testing

@testable import CurlCPU
@testable import CurlRaster

/// Spans of any turn, look, camera, scale, alpha and depth, against the definition pixel by pixel.
@Suite struct SpanTests {
  /// How a turn is looked at.
  struct View: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (inout Look) -> Void = { _ in }
    var margin = 0
    /// Page pixels a frame pixel.
    var step = SIMD2(1.0, 1.0)
    var hasAlpha = false
    var opacity = 1.0
    var base = Base.next
  }

  static let turns: [any Turn] = [
    CurlTurn(), changed(CurlTurn()) { $0.angle = 180 },
    changed(CurlTurn()) { $0.radius = .pixels(0) }, BookCurlTurn(), CornerFoldTurn(),
    LeavesTurn(), RollTurn(), changed(RollTurn()) { $0.angle = 90 },
    changed(RollTurn()) {
      $0.angle = 152
      $0.radius = .pixels(9)
      $0.look.showThrough = 0.4
    }, HingeTurn(), BendTurn(), FlipTurn(), CardTurn(), SlideTurn(), CoverTurn(), DropTurn(),
    EffectTurn(), NoTurn(),
  ]
  static let views: [View] = [
    View(testDescription: "as it is"),
    View(testDescription: "unlit", change: { $0.isLit = false }),
    View(
      testDescription: "from an eye, cut-out pages half there",
      change: { $0.view = .eye(distance: .percent(140), centre: SIMD2(0.8, 0.1)) }, hasAlpha: true,
      opacity: 0.6),
    View(
      testDescription: "from aside, thick, round corners, over a margin",
      change: {
        $0.view = .oblique(shear: SIMD2(0.3, -0.5))
        $0.thickness = .pixels(3)
        $0.cornerRadius = .pixels(14)
      }, margin: 23),
    View(
      testDescription: "key light, gloss, the back's own picture, shown through",
      change: {
        $0.keyLight.share = 0.7
        $0.gloss = 0.4
        $0.bounce = 0.5
        $0.back = .picture
        $0.showThrough = 0.3
        $0.background = .colour(.white)
      }, margin: -20),
    View(
      testDescription: "gloss without a key light, thick",
      change: {
        $0.gloss = 0.8
        $0.thickness = .percent(1.2)
      }),
    View(
      testDescription: "deep wide shadow, smaller than the pages",
      change: {
        $0.shadowAmount = 1
        $0.shadowSize = 0.9
      }, step: SIMD2(1.7, 2.3)),
    View(testDescription: "larger than the pages", step: SIMD2(0.7, 0.6), hasAlpha: true),
    View(testDescription: "out of stores, over a margin", margin: 13, step: SIMD2(2.6, 3.1)),
    View(
      testDescription: "out of stores of cut-out pages",
      change: { $0.keyLight.share = 0.5 }, step: SIMD2(5.3, 2.4), hasAlpha: true),
    View(testDescription: "the sheet and its shadow alone", margin: 9, base: .shadow),
  ]
  static let moments = [0.0, 0.04, 0.45, 0.8, 1]

  static func changed<T: Turn>(_ turn: T, _ change: (inout T) -> Void) -> T {
    var turn = turn
    change(&turn)
    return turn
  }

  /// A turn's drawing at a moment, and its pictures.
  private func drawing<T: Turn>(
    _ turn: T, _ view: View, _ progress: Double, width: Int = 96, height: Int = 134
  ) throws -> (Drawing, FramePictures) {
    var turn = turn
    view.change(&turn.look)
    let page = PageSize(width: width, height: height)
    let size = SIMD2(Double(width + 2 * view.margin), Double(height + 2 * view.margin)) / view.step
    let canvas = Canvas(
      width: Int(size.x.rounded(.up)), height: Int(size.y.rounded(.up)),
      origin: SIMD2(repeating: -Double(view.margin)), step: view.step)
    func picture(_ style: TestPages.Style) -> PreparedPicture {
      PreparedPicture(
        view.hasAlpha
          ? TestPages.cutOut(style, width: width, height: height)
          : TestPages.page(style, width: width, height: height))
    }
    let pictures = FramePictures(
      front: picture(.front), next: picture(.next), back: picture(.back))
    var stage = TurnStage(page: page, canvas: canvas)
    stage.translucent = pictures.translucent
    var scene = turn.scene(.progress(progress), on: stage, base: view.base)
    for i in scene.leaves.indices { scene.leaves[i].opacity *= view.opacity }
    return (try Drawing(scene), pictures)
  }

  private func bytes(_ drawing: Drawing, _ pictures: FramePictures, _ rows: Range<Int>) -> [UInt8] {
    let seen = CPURenderer.render(drawing, pictures, rows: rows, format: .rgba8)
    guard case .rgba8(let bytes) = seen else { return [] }
    return bytes
  }

  private func worst<Channel: BinaryInteger>(_ a: [Channel], _ b: [Channel]) -> Int {
    guard a.count == b.count else { return .max }
    return zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? .max
  }

  @Test(arguments: turns.indices, views)
  func pixelsAreTheDefinitionsWithinAByte(turn: Int, view: View) throws {
    for progress in Self.moments {
      let (drawing, pictures) = try drawing(Self.turns[turn], view, progress)
      let rows = 0..<drawing.height
      let expected = CPURenderer.renderPixelwise(drawing, pictures, rows: rows)
      let worst = worst(bytes(drawing, pictures, rows), expected)
      #expect(worst <= 1, "\(type(of: Self.turns[turn]).name) at \(progress)")
    }
  }

  @Test(arguments: turns.indices, views)
  func deepPixelsAreTheDefinitionsWithin64Steps(turn: Int, view: View) throws {
    let (drawing, pictures) = try drawing(Self.turns[turn], view, 0.45)
    let rows = 0..<drawing.height
    guard
      case .rgba16(let seen) = CPURenderer.render(drawing, pictures, rows: rows, format: .rgba16)
    else { throw Missing() }
    let expected = CPURenderer.renderPixelwise16(drawing, pictures, rows: rows)
    #expect(worst(seen, expected) <= 64, "\(type(of: Self.turns[turn]).name)")
  }

  private struct Missing: Error {}

  @Test(arguments: turns.indices, views)
  func anyWidthOfRegistersGivesTheSameBytes(turn: Int, view: View) throws {
    let (drawing, pictures) = try drawing(Self.turns[turn], view, 0.45, width: 71, height: 90)
    func bytes(_ width: Int32, _ store: curl_store) -> [UInt8] {
      let size = Store.bytes(store) * drawing.width
      var cache: SheetCache?
      if case .curl(let frame, _) = drawing {
        cache = SheetCache(frame, pictures, isDeep: Store.isDeep(store))
      }
      var all: [UInt8] = []
      for y in 0..<drawing.height {
        all += unsafe [UInt8](unsafeUninitializedCapacity: size) { row, count in
          guard let out = UnsafeMutableRawPointer(row.baseAddress) else { return }
          switch drawing {
          case .curl(let frame, _):
            SheetSpans.with(
              frame, pictures, store: store, isDeep: Store.isDeep(store), cache: cache, width: width
            ) {
              unsafe $0.draw(y, 0..<drawing.width, to: out)
            }
          case .stack(let stack):
            let spans = StackSpans(
              stack, pictures, store: store, isDeep: Store.isDeep(store), width: width)
            spans.pinned { unsafe spans.draw(y, 0..<drawing.width, to: out) }
          }
          count = size
        }
      }
      return all
    }
    for store in [CURL_RGBA8, CURL_STRAIGHT16] {
      let baseline = bytes(Int32(CURL_BASELINE.rawValue), store)
      // What the processor lacks isn't tried.
      for width in Int32(CURL_BASELINE.rawValue)..<curl_widest() + 1 {
        #expect(bytes(width, store) == baseline)
      }
    }
  }

  @Test(arguments: turns.indices, views)
  func anySplitIntoRowsGivesTheSameBytes(turn: Int, view: View) throws {
    let (drawing, pictures) = try drawing(Self.turns[turn], view, 0.45)
    let whole = bytes(drawing, pictures, 0..<drawing.height)
    let ends = [0, 13, 14, 41, drawing.height]
    let parts = zip(ends, ends.dropFirst()).map { $0..<$1 }
    #expect(parts.flatMap { bytes(drawing, pictures, $0) } == whole)
  }

  /// Paper of dots, the darker the more of them, on a clear page.
  private static func dots(_ side: Int) -> PreparedPicture {
    var random = Random(seed: 3)
    var bytes = [UInt8](repeating: 0, count: 4 * side * side)
    for y in stride(from: 0, to: side, by: 5) {
      for x in stride(from: 0, to: side, by: 5) where Int.random(in: 0..<3, using: &random) == 0 {
        for k in 0..<16 where y + k / 4 < side && x + k % 4 < side {
          bytes[4 * ((y + k / 4) * side + x + k % 4) + 3] = 255
        }
      }
    }
    return PreparedPicture(Pixmap(width: side, height: side, rgba8: bytes))
  }

  /// Light through alpha as fine as pixels is interpolated only where it is smooth.
  @Test(arguments: [RollTurn(), HingeTurn(), BendTurn()] as [any Turn], [0.3, 0.6])
  func lightThroughFineAlphaIsTheDefinitions(turn: any Turn, progress: Double) throws {
    let page = PageSize(width: 240, height: 240)
    let dots = Self.dots(240)
    let pictures = FramePictures(front: dots, next: dots, back: nil)
    var stage = TurnStage(page: page, canvas: Canvas(page: page))
    stage.translucent = pictures.translucent
    var turn = turn
    turn.look.shadowAmount = 1
    turn.look.background = .colour(.white)
    let drawing = try Drawing(turn.scene(.progress(progress), on: stage, base: .next))
    let seen = bytes(drawing, pictures, 0..<240)
    let expected = CPURenderer.renderPixelwise(drawing, pictures, rows: 0..<240)
    #expect(worst(seen, expected) <= 1, "\(type(of: turn).name) at \(progress)")
  }

  /// One thread that draws all of it forgets light that it has found: there is more than it keeps.
  @Test func aLargeSheetWithAlphaIsTheSameInParts() throws {
    let page = PageSize(width: 1200, height: 1200)
    let dots = Self.dots(1200)
    let pictures = FramePictures(front: dots, next: dots, back: nil)
    var stage = TurnStage(page: page, canvas: Canvas(page: page))
    stage.translucent = pictures.translucent
    let drawing = try Drawing(RollTurn().scene(.progress(0.4), on: stage, base: .next))
    let whole = bytes(drawing, pictures, 0..<1200)
    let parts = stride(from: 0, to: 1200, by: 150).flatMap {
      bytes(drawing, pictures, $0..<$0 + 150)
    }
    let isSame = whole == parts
    #expect(isSame)
  }
}
