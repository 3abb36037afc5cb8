import CurlCore
import PageCurl
import TestSupport
import Testing

@testable import CurlRaster

/// Scenes of layers against the single curl's own way, on both renderers.
@Suite struct StackTests {
  @Test(arguments: [(151.0, 30.0, true), (180, 12, false), (45, 60, true), (270, 0, true)])
  func aCurlInLayersIsTheCurl(angle: Double, radius: Double, lit: Bool) async throws {
    for renderer in try await Fixture.all() {
      let turn = try Fixture.turn(Fixture.pages(160, 226), angle: angle, radius: radius, lit: lit)
      var layered = Layered(look: turn.turn.look)
      layered.curl = turn.sheet.parameters
      // The processor draws a frame of 8 bits by rows, in integers: of 16 bits neither is.
      let format: Pixmap.Format = renderer.info.backend == .cpu ? .rgba16 : .rgba8
      for progress in [0, 0.15, 0.4, 0.8, 1] {
        let whole = try await renderer.frame(turn, at: .progress(progress), format: format)
        let stack = try await renderer.frame(
          PageTurn(turn.pages, layered), at: .progress(progress), format: format)
        #expect(difference(whole, stack) <= 1, "\(renderer.info) at \(progress)")
      }
    }
  }

  @Test func s0_10_aFrameIsThePageAndALargerCanvasHoldsItUnchanged() async throws {
    let pages = try Fixture.pages(160, 226)
    // On the side of the spine both canvases end there: with room a leaf would land.
    let canvas = Canvas(width: 190, height: 286, origin: SIMD2(0, -30), step: SIMD2(1, 1))
    for kind in [HingeTurn(), BendTurn()] as [any Turn] {
      let cropped = try PageTurn(pages, kind)
      let whole = try PageTurn(pages, kind, canvas: canvas)
      for renderer in try await Fixture.all() {
        // The processor draws 8 bits by rows, whose light lies in cells of the canvas: within 1 of the
        // definition, which 16 bits are.
        let isRows = renderer.info.backend == .cpu
        for format in isRows ? [Pixmap.Format.rgba8, .rgba16] : [.rgba8] {
          let small = try await renderer.frame(cropped, at: .progress(0.3), format: format)
          let large = try await renderer.frame(whole, at: .progress(0.3), format: format)
          #expect((small.width, small.height) == (160, 226))
          let part = large.part(0, 30, 160, 226)
          let isExact = format == .rgba16 || !isRows
          #expect(isExact ? part == small : difference(part, small) <= 1, "\(renderer.info)")
          #expect((0..<190 * 30).contains { large.channels($0).w > 0 })
        }
      }
    }
  }

  @Test func anOverlayOfLayersOverTheNextPageIsTheFrame() async throws {
    let pages = try Fixture.pages(160, 226)
    var bend = BendTurn()
    bend.look.isLit = true
    let whole = try PageTurn(pages, bend)
    let sheet = try PageTurn(pages, bend, layers: .sheetAndShadow)
    for renderer in try await Fixture.all() {
      let frame = try await renderer.frame(whole, at: .progress(0.3))
      let overlay = try await renderer.frame(sheet, at: .progress(0.3), format: .rgba16)
      var most = 0.0
      for i in 0..<frame.width * frame.height {
        let expected = frame.channels(i)
        let over = Fixture.composited(
          overlay.channels(i), over: pages.next.pixmap.channels(i))
        for j in 0..<3 { most = max(most, abs(expected[j] - over[j])) }
      }
      #expect(most <= 1, "\(renderer.info)")
    }
  }

  @Test func anOverlayOfFacingPagesOrOfSeveralLeavesIsTheFrameToo() async throws {
    let pages = try Fixture.pages(96, 136)
    let beside = Page(TestPages.page(.beside, width: 96, height: 136))
    let (front, next, back) = (pages.front, pages.next, pages.back)
    var book = BookCurlTurn()
    book.look.back = .picture
    let facing = try Pages(front: front, next: next, back: back, beside: beside)
    var curl = CurlTurn()
    curl.look.back = .mirrored
    let flight = try Pages(
      front: front, next: next, flight: [Pages.FlyingLeaf(front: beside), .init(front: front)])
    for (all, turn) in [(facing, book as any Turn), (flight, curl)] {
      let whole = try PageTurn(all, turn)
      let sheet = try PageTurn(all, turn, layers: .sheetAndShadow)
      for renderer in try await Fixture.all() {
        for progress in [0.2, 0.5, 0.8] {
          let frame = try await renderer.frame(whole, at: .progress(progress))
          let overlay = try await renderer.frame(sheet, at: .progress(progress), format: .rgba16)
          var most = 0.0
          for y in 0..<frame.height {
            for x in 0..<frame.width {
              let i = y * frame.width + x
              let under = frame.width > 96 && x < 96 ? beside.pixmap : next.pixmap
              let expected = frame.channels(i)
              let over = Fixture.composited(
                overlay.channels(i), over: under.channels(y * 96 + x % 96))
              for j in 0..<3 { most = max(most, abs(expected[j] - over[j])) }
            }
          }
          #expect(most <= 1, "\(renderer.info): \(most) at \(progress)")
        }
      }
    }
  }

  @Test func sixteenBitsOfLayersStayWhatTheyAre() async throws {
    let front = TestPages.page(.front, width: 80, height: 113)
    let fine = Pixmap(
      width: 80, height: 113,
      rgba16: front.rgba8.enumerated().map { i, value in
        i % 4 == 3 ? 65535 : UInt16(value) * 257 ^ UInt16(i % 97)
      })
    let pages = try Pages(front: fine, next: fine)
    let turn = try PageTurn(pages, HingeTurn())
    let still = try await Fixture.cpu().frame(turn, at: .progress(1), format: .rgba16)
    #expect(still.rgba16 == fine.rgba16)
    let gpu = try await Fixture.gpu().frame(turn, at: .progress(1), format: .rgba16)
    let most = zip(gpu.rgba16, fine.rgba16).map { abs(Int($0) - Int($1)) }.max() ?? 0
    // Exact where floats are blended; half floats have 11 bits.
    #expect(most <= 32)
  }

  private func difference(_ a: Pixmap, _ b: Pixmap) -> Double {
    var difference = Difference()
    for i in 0..<a.width * a.height { difference.add(a.channels(i), b.channels(i)) }
    return difference.maximum
  }

  /// A curl whose scene says what lies under it, and so is drawn in layers.
  struct Layered: Turn {
    static let name = "layered"
    static let summary = ""
    static let parameters: [TurnParameter<Layered>] = []
    var look = Look()
    var curl = CurlTurn()

    init() {}
    init(look: Look) { self.look = look }
    func check() throws(ParameterError) {}
    func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
      var scene = curl.scene(moment, on: stage, base: base)
      scene.ground = [
        Leaf(front: Face(.picture(.next)), back: Face(.mirrored), surface: .projective(.identity))
      ]
      return scene
    }
  }
}
