import CurlCore
import CurlShaders
import PageCurl
import TestSupport
import Testing

@Suite struct PageTurnTests {
  @Test func parametersOutOfRangeAreNamed() throws {
    let pages = try Fixture.pages(40, 57)
    func refusal(_ change: (inout CurlTurn) -> Void) -> String? {
      var parameters = CurlTurn()
      change(&parameters)
      do {
        _ = try PageTurn(pages, parameters)
        return nil
      } catch {
        return error.message
      }
    }
    #expect(refusal { _ in } == nil)
    #expect(refusal { $0.radius = .pixels(-1) }?.contains("radius is -1") == true)
    #expect(refusal { $0.angle = .nan }?.contains("angle") == true)
    #expect(refusal { $0.look.showThrough = 1.5 }?.contains("showThrough is 1.5") == true)
    #expect(refusal { $0.look.tintAmount = -0.1 }?.contains("tintAmount") == true)
    #expect(refusal { $0.look.shadowSize = 0 }?.contains("shadowSize") == true)
    #expect(refusal { $0.look.background = .picture }?.contains("background") == true)
    let colour = Colour(red: 0, green: .nan, blue: 0)
    #expect(refusal { $0.look.tint = colour }?.contains("tint's green") == true)
    #expect(refusal { $0.look.back = .colour(Colour(red: 2, green: 0, blue: 0)) } != nil)
    #expect(refusal { $0.look.background = .colour(Colour(red: 0, green: 0, blue: -1)) } != nil)
  }

  @Test(arguments: [
    Canvas(width: 1_000_000, height: 1_000_000, origin: .zero, step: SIMD2(1, 1)),
    Canvas(width: .max, height: 2, origin: .zero, step: SIMD2(1, 1)),
    Canvas(width: 9, height: 9, origin: SIMD2(1e30, 0), step: SIMD2(1, 1)),
    Canvas(width: 9, height: 9, origin: SIMD2(0, .nan), step: SIMD2(1, 1)),
    Canvas(width: 9, height: 9, origin: .zero, step: SIMD2(.infinity, 1)),
  ])
  func canvasesOutOfReachAreRefused(canvas: Canvas) throws {
    let pages = try Fixture.pages(40, 57)
    #expect(throws: RenderError.self) { _ = try PageTurn(pages, canvas: canvas) }
  }

  /// A page one pixel across, contained in a frame one pixel high: the frame's ends lie tens of millions
  /// of page pixels away, and the page is a 65,535th of a pixel.
  @Test func aPageOfOneColumnIsFittedToAFrameOfOneRow() async throws {
    let bytes = (0..<65_535).flatMap { y in [y < 32_768 ? 0 : 100, 40, 0, 255] as [UInt8] }
    let page = Page(Pixmap(width: 1, height: 65_535, rgba8: bytes))
    var look = CurlTurn()
    look.look.background = .colour(.white)
    let canvas = Canvas(page: page.size, width: 1000, height: 1, fit: .contain)
    #expect(canvas.origin.x < -3e7)
    let turn = try PageTurn(Pages(front: page, next: page), look, canvas: canvas)
    for renderer in try await Fixture.all() where renderer.info.backend == .cpu {
      let frame = try await renderer.frame(turn, at: .progress(0))
      #expect(frame.rgba8.allSatisfy { $0 == 255 })
    }
  }

  @Test func aMomentThatIsNoNumberIsRefused() async throws {
    let turn = try Fixture.turn(Fixture.pages(40, 57), radius: 5)
    let renderer = try await Renderer(.cpu, threads: .max)
    await #expect(throws: RenderError.self) {
      _ = try await renderer.frame(turn, at: .progress(.nan))
    }
  }

  @Test(arguments: [(333, 477), (1001, 701)])
  func opaquePicturesStayOpaqueAtAnySize(width: Int, height: Int) {
    let picture = Pixmap(
      width: 500, height: 350, rgba16: [UInt16](repeating: 65535, count: 4 * 500 * 350))
    #expect(picture.scaled(width: width, height: height, fit: .stretch).isOpaque)
  }

  @Test func picturesOfOtherSizesNeedAFit() throws {
    let front = TestPages.page(.front, width: 40, height: 57)
    let next = TestPages.page(.next, width: 80, height: 80)
    #expect {
      _ = try Pages(front: front, next: next)
    } throws: {
      ($0 as? RenderError)?.code == .sizes && "\($0)".contains("80×80") && "\($0)".contains("--fit")
    }
    for fit in Fit.allCases {
      let pages = try Pages(front: front, next: next, fit: fit)
      #expect(pages.pictures.next.pixmap.width == 40 && pages.pictures.next.pixmap.height == 57)
      #expect(pages.pictures.next.pixmap.isOpaque == (fit != .contain))
    }
  }

  @Test func scalingAreaAveragesInLinearLight() {
    // Half white, half black is 188, not 128.
    let stripes = Pixmap(
      width: 4, height: 4,
      rgba8: (0..<16).flatMap { i -> [UInt8] in
        let level: UInt8 = i % 2 == 0 ? 255 : 0
        return [level, level, level, 255]
      })
    let small = stripes.scaled(width: 2, height: 2, fit: .stretch)
    #expect(small == TestPages.plain(188, width: 2, height: 2))
  }

  @Test func sixteenBitsStaySixteenBits() async throws {
    var values: [UInt16] = []
    for i in 0..<1024 {
      values.append(UInt16(64 * i))
      values.append(UInt16(65535 - 64 * i))
      values.append(UInt16(31 * i + 7))
      values.append(65535)
    }
    let ramp = Pixmap(width: 64, height: 16, rgba16: values)
    let turn = try Fixture.turn(Pages(front: ramp, next: ramp), radius: 4)
    let renderer = try await Fixture.cpu()
    let first = try await renderer.frame(turn, at: .progress(0), format: .rgba16)
    #expect(first == ramp)
    let last = try await renderer.frame(turn, at: .progress(1), format: .rgba16)
    #expect(last == ramp)
  }

  @Test func frameNumbersSpanTheTurn() {
    #expect(PageTurn.moment(ofFrame: 0, of: 60) == .progress(0))
    #expect(PageTurn.moment(ofFrame: 59, of: 60) == .progress(1))
    #expect(PageTurn.moment(ofFrame: 0, of: 1) == .progress(0))
  }

  @Test func everyShaderInTheCatalogueIsEmbedded() {
    for source in ShaderSource.allCases { #expect(source.text.count > 40, "\(source.rawValue)") }
  }
}
