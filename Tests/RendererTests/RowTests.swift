import CurlCore
import PageCurl
import Synchronization
import TestSupport
import Testing

@testable import CurlCPU
@testable import CurlRaster

/// Rows painted in pieces, against the definition pixel by pixel.
@Suite struct RowTests {
  /// A way to look at a turn, and where from.
  struct View: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (inout CurlTurn) -> Void = { _ in }
    var margin = 0
    /// Page pixels a pixel.
    var step = SIMD2(1.0, 1.0)
    var layers = PageTurn.Layers.all
  }

  static let views: [View] = [
    View(testDescription: "as it comes"),
    View(testDescription: "over a clear margin", margin: 25),
    View(
      testDescription: "over white", change: { $0.look.background = .colour(.white) }, margin: 25),
    View(
      testDescription: "over white, with round corners",
      change: {
        $0.look.background = .colour(.white)
        $0.look.cornerRadius = .pixels(20)
      }, margin: 25),
    View(
      testDescription: "with a picture on a round back",
      change: {
        $0.look.cornerRadius = .percent(20)
        $0.look.back = .picture
        $0.look.showThrough = 0.3
      }, margin: 9),
    View(
      testDescription: "with corners of a few pixels",
      change: { $0.look.cornerRadius = .pixels(3.5) },
      margin: 8),
    View(
      testDescription: "over half a colour",
      change: { $0.look.background = .colour(Colour(red: 0.5, green: 0.2, blue: 0.7, alpha: 0.5)) },
      margin: 9),
    View(testDescription: "within the page", margin: -40),
    View(
      testDescription: "in deep shadow",
      change: {
        $0.look.shadowAmount = 1
        $0.look.shadowSize = 1.5
      }),
    View(testDescription: "in shadow from a lift", change: { $0.look.shadowLift = .pixels(30) }),
    View(testDescription: "thick", change: { $0.look.thickness = .pixels(3) }),
    View(testDescription: "as thick as board", change: { $0.look.thickness = .pixels(12) }),
    View(
      testDescription: "thick and round, over white",
      change: {
        $0.look.background = .colour(.white)
        $0.look.thickness = .pixels(0.7)
        $0.look.cornerRadius = .pixels(9)
      }, margin: 12),
    View(
      testDescription: "from an eye",
      change: { $0.look.view = .eye(distance: .percent(150), centre: SIMD2(0.3, 0.8)) }),
    View(
      testDescription: "from aside", change: { $0.look.view = .oblique(shear: SIMD2(0.3, -0.5)) },
      margin: 25),
    View(testDescription: "reduced", step: SIMD2(repeating: 160.0 / 97)),
    View(
      testDescription: "reduced, in round corners and deep shadow, over white",
      change: {
        $0.look.background = .colour(.white)
        $0.look.cornerRadius = .pixels(20)
        $0.look.shadowAmount = 1
      }, margin: 14, step: SIMD2(1.37, 1.9)),
    View(
      testDescription: "enlarged over a clear margin", margin: 9,
      step: SIMD2(repeating: 0.613)),
    View(testDescription: "seen at less than an eighth", margin: 25, step: SIMD2(7.9, 12)),
    View(testDescription: "seen at a ninth", margin: 25, step: SIMD2(repeating: 9)),
    View(testDescription: "without the next page", margin: 9, layers: .sheet),
    View(
      testDescription: "without the next page, over white",
      change: {
        $0.look.background = .colour(.white)
        $0.look.cornerRadius = .pixels(20)
      }, margin: 25, step: SIMD2(repeating: 1.3), layers: .sheet),
    View(testDescription: "with the shadow alone", margin: 9, layers: .sheetAndShadow),
    View(
      testDescription: "with the shadow alone, round and deep",
      change: {
        $0.look.cornerRadius = .pixels(20)
        $0.look.shadowAmount = 1
      }, layers: .sheetAndShadow),
    View(
      testDescription: "with the shadow alone, over white",
      change: { $0.look.background = .colour(.white) }, margin: 9, layers: .sheetAndShadow),
    View(
      testDescription: "under a key light",
      change: {
        $0.look.keyLight.share = 0.7
        $0.look.gloss = 0.4
      }),
  ]

  private func turn(_ pages: Pages, _ view: View, angle: Double, radius: Double) throws -> PageTurn
  {
    let size = pages.size
    func count(_ length: Int, _ step: Double) -> Int {
      Int((Double(length + 2 * view.margin) / step).rounded())
    }
    let canvas = Canvas(
      width: count(size.width, view.step.x), height: count(size.height, view.step.y),
      origin: SIMD2(repeating: -Double(view.margin)), step: view.step)
    return try Fixture.turn(
      pages, angle: angle, radius: radius, layers: view.layers, canvas: canvas,
      change: view.change)
  }

  /// The most by which pieces differ from the pixels themselves.
  private func worst(_ pages: Pages, _ turn: PageTurn, _ progress: Double) throws -> Int {
    var scene = turn.scene(.progress(progress))
    // A turn leaves the background of an overlay out.
    scene.background = turn.turn.look.background
    let drawing = try Drawing(scene)
    let rows = 0..<drawing.height
    guard
      case .rgba8(let seen) = CPURenderer.render(
        drawing, pages.pictures, rows: rows, format: .rgba8)
    else { return 255 }
    let expected = CPURenderer.renderPixelwise(drawing, pages.pictures, rows: rows)
    #expect(seen.count == expected.count)
    return zip(seen, expected).map { abs(Int($0) - Int($1)) }.max() ?? 255
  }

  @Test(arguments: views, [0.0, 45, 90, 151, 180, 225, 290])
  func piecesAreThePixelsThemselvesWithinAByte(view: View, angle: Double) throws {
    let pages = try Fixture.pages(160, 226)
    for radius in [0.0, 3, 11, 40, 200] {
      let turn = try turn(pages, view, angle: angle, radius: radius)
      for progress in [0.2, 0.5, 0.85] {
        let worst = try worst(pages, turn, progress)
        #expect(worst <= 1, "radius \(radius), progress \(progress)")
      }
    }
  }

  @Test(arguments: [29.0, 151, 200])
  func thickPaperEndsInItsEdgeAlsoWhereItsInsideEnds(angle: Double) throws {
    let pages = try Fixture.pages(300, 410)
    let view = View(testDescription: "thick", change: { $0.look.thickness = .pixels(8) })
    let turn = try turn(pages, view, angle: angle, radius: 30)
    for progress in [0.15, 0.25, 0.4, 0.45] {
      #expect(try worst(pages, turn, progress) <= 1, "progress \(progress)")
    }
  }

  @Test func opaquePagesCostNoMoreThanTheirIntegers() async throws {
    let pages = try Fixture.pages(160, 226)
    #expect(pages.pictures.front.isOpaque && pages.pictures.next.isOpaque)
    let renderer = try await Fixture.cpu()
    for view in [Self.views[0], Self.views[10]] {
      let turn = try turn(pages, view, angle: 151, radius: 25)
      for progress in [0, 0.2, 0.5, 0.85, 1] {
        _ = try await renderer.frame(turn, at: .progress(progress))
      }
    }
    #expect(!pages.pictures.front.linear.has(0) && !pages.pictures.next.linear.has(0))
    // Who reads floats is noticed.
    _ = pages.pictures.front.linear.level(0)
    #expect(pages.pictures.front.linear.has(0))
  }

  @Test(arguments: [2e3, 9.9e3, 1.2e4, 2e4, 1e5, 1e6])
  func theRadiusMayBeLargerThanAnyPage(radius: Double) throws {
    let pages = try Fixture.pages(41, 57)
    for angle in [0.0, 151, 290] {
      for progress in [0.001, 0.4, 0.9] {
        let turn = try turn(pages, Self.views[0], angle: angle, radius: radius)
        let worst = try worst(pages, turn, progress)
        #expect(worst <= 1, "\(angle) degrees, progress \(progress)")
      }
    }
  }

  @Test(arguments: views.filter { $0.step == SIMD2(1, 1) && $0.layers == .all })
  func whatIsInFullLightKeepsItsBytes(view: View) async throws {
    let pages = try Fixture.pages(331, 467)
    let renderer = try await Fixture.cpu()
    var counted = 0
    for (angle, radius) in [(151.0, 30.0), (90, 12), (290, 4)] {
      let turn = try turn(pages, view, angle: angle, radius: radius)
      let frame = try await renderer.frame(turn, at: .progress(0.6))
      let geometry = try await renderer.geometry(turn, at: .progress(0.6))
      for i in 0..<geometry.side.count
      where geometry.shadow[i] == 1 && geometry.side[i] == 0 && !geometry.isEdge(i)
        && geometry.coverage[i] == 0
      {
        let x = Int(geometry.uv[i].x)
        let y = Int(geometry.uv[i].y)
        counted += 1
        let same = frame.channels(i) == pages.pictures.next.pixmap.channels(331 * y + x)
        if !same { Issue.record("page pixel \(x), \(y) at angle \(angle)") }
      }
    }
    #expect(counted > 500)
  }

  @Test(arguments: views)
  func anySplitIntoRowsGivesTheSameBytes(view: View) throws {
    let pages = try Fixture.pages(160, 226)
    let turn = try turn(pages, view, angle: 151, radius: 25)
    let drawing = try Drawing(turn.scene(.progress(0.45)))
    func bytes(_ rows: Range<Int>) -> [UInt8] {
      let storage = CPURenderer.render(drawing, pages.pictures, rows: rows, format: .rgba8)
      if case .rgba8(let bytes) = storage { return bytes }
      return []
    }
    let whole = bytes(0..<drawing.height)
    for cuts in [[1, 2, 63, 64, 65], [31, 100], [128]] {
      let edges = [0] + cuts.filter { $0 < drawing.height } + [drawing.height]
      let parts = zip(edges, edges.dropFirst()).flatMap { bytes($0..<$1) }
      #expect(parts == whole)
    }
  }

  @Test func lateHelpersAndNoneAtAllGiveTheSameFrame() throws {
    let pages = try Fixture.pages(160, 226)
    let turn = try Fixture.turn(pages, radius: 25)
    let drawing = try Drawing(turn.scene(.progress(0.45)))
    for format in [Pixmap.Format.rgba8, .rgba16] {
      var late: [@Sendable () -> Void] = []
      let alone = CPURenderer.frame(
        drawing, pages.pictures, format: .pixels(format), threads: 5, help: { late.append($0) },
        isCancelled: { false })
      #expect(late.count == 4)
      for help in late { help() }
      let before = CPURenderer.frame(
        drawing, pages.pictures, format: .pixels(format), threads: 3, help: { $0() },
        isCancelled: { false })
      let whole = CPURenderer.render(
        drawing, pages.pictures, rows: 0..<drawing.height, format: format)
      #expect(alone == whole)
      #expect(before == whole)
    }
  }

  @Test func costlyBandsAreTakenFirst() {
    let taken = Mutex<[Range<Int>]>([])
    let queue = unsafe BandQueue<UInt8>(
      height: 22, stride: 4, rows: 5, cost: { [7: 3, 12: 9, 17: 3][$0] ?? 0 },
      paint: {
        { rows, out in
          taken.withLock { $0.append(rows) }
          for i in 0..<4 * rows.count { unsafe out[i] = UInt8(rows.lowerBound + i / 4) }
        }
      })
    let channels = queue.channels(1, { _ in }, { false })
    // Equal ones from the top, and the last one is cut to the frame.
    #expect(taken.withLock { $0 } == [10..<15, 5..<10, 15..<20, 0..<5, 20..<22])
    #expect(channels == (0..<88).map { UInt8($0 / 4) })
  }

  @Test func aCancelledFrameIsNone() throws {
    let pages = try Fixture.pages(160, 226)
    let drawing = try Drawing(Fixture.turn(pages, radius: 25).scene(.progress(0.45)))
    var asked = 0
    let frame = CPURenderer.frame(
      drawing, pages.pictures, format: .pixels(.rgba8), threads: 1, help: { $0() },
      isCancelled: {
        asked += 1
        return asked == 3
      })
    #expect(frame == nil)
    #expect(asked == 3)
  }
}
