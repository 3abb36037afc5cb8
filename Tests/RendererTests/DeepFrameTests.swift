import CurlCore
import PageCurl
import TestSupport
import Testing

/// Frames of 16 bits a channel, on both renderers.
@Suite struct DeepFrameTests {
  /// Every 8-bit straight value with every alpha, premultiplied in 16 bits: 256 × 255 pixels, alpha
  /// 1 in the first row.
  private static let straight: Pixmap = {
    var values: [UInt16] = []
    for a in 1...255 {
      for v in 0...255 {
        let stored = UInt16((2 * v * 257 * a + 255) / 510)
        values += [stored, UInt16((2 * (255 - v) * 257 * a + 255) / 510), stored, UInt16(257 * a)]
      }
    }
    return Pixmap(width: 256, height: 255, rgba16: values)
  }()

  /// Expects a frame that shows ``straight`` to give every straight value back.
  private func expectStraight(_ frame: Pixmap, _ comment: Comment) {
    let values = frame.rgba16
    var wrong = 0
    for i in 0..<256 * 255 {
      let (v, a) = (i % 256, Int(values[4 * i + 3]))
      if a != 257 * (i / 256 + 1) {
        wrong += 1
        continue
      }
      let back = (0..<3).map { (Int(values[4 * i + $0]) * 255 + a / 2) / a }
      if back != [v, 255 - v, v] { wrong += 1 }
    }
    #expect(wrong == 0, comment)
  }

  @Test func straightColoursComeBackThroughUntouchedParts() async throws {
    let clear = TestPages.plain(0, width: 256, height: 255, alpha: 0)
    let translucent = try Pages(front: Self.straight, next: Self.straight)
    let overNothing = try Pages(front: Self.straight, next: clear)
    for renderer in try await Fixture.all() {
      for layers in [PageTurn.Layers.sheet, .sheetAndShadow] {
        let sheet = try Fixture.turn(translucent, radius: 20, layers: layers)
        expectStraight(
          try await renderer.frame(sheet, at: .progress(0), format: .rgba16),
          "\(renderer.info), \(layers)")
      }
      let whole = try Fixture.turn(translucent, radius: 20)
      expectStraight(
        try await renderer.frame(whole, at: .progress(1), format: .rgba16),
        "\(renderer.info), next")
      let front = try Fixture.turn(overNothing, radius: 20)
      expectStraight(
        try await renderer.frame(front, at: .progress(0), format: .rgba16),
        "\(renderer.info), front")
    }
  }

  /// A slow ramp that 8 bits can't hold, coloured, alike under no mirroring.
  private static func ramp(_ width: Int, _ height: Int, _ start: Int) -> Pixmap {
    var values: [UInt16] = []
    for i in 0..<width * height {
      values.append(UInt16(start + i % 4099))
      values.append(UInt16(30000 + 3 * (i / width)))
      values.append(UInt16(50000 - i % 777))
      values.append(65535)
    }
    return Pixmap(width: width, height: height, rgba16: values)
  }

  @Test func everyLookKeepsSixteenBits() async throws {
    let pages = try Pages(front: Self.ramp(160, 226, 20000), next: Self.ramp(160, 226, 40000))
    let turn = try Fixture.turn(pages, radius: 10) {
      $0.look.keyLight = KeyLight(share: 0.5)
      $0.look.bounce = 0.5
      $0.look.gloss = 0.5
      $0.look.thickness = .pixels(3)
      $0.look.cornerRadius = .pixels(12)
      $0.look.view = .eye(distance: .percent(180))
      $0.look.background = .colour(.white)
    }
    let moment = Moment.time(0.45)
    let geometry = try await Fixture.cpu().geometry(turn, at: moment)
    let truth = try await Fixture.cpu().frame(turn, at: moment, format: .rgba16)
    for renderer in try await Fixture.all() {
      let frame = try await renderer.frame(turn, at: moment, format: .rgba16)
      var (untouched, inexact, worst) = (0, 0, 0)
      // What the light leaves alone is the picture: exact on the CPU path, to a step on the GPU.
      let slack = renderer.info.backend == .cpu ? 0 : 1
      for i in 0..<160 * 226 where !geometry.isEdge(i) {
        let (x, y) = (i % 160, i / 160)
        if min(x, 159 - x) < 12 && min(y, 225 - y) < 12 { continue }  // a round corner
        let isNext = geometry.side[i] == 0 && geometry.coverage[i] == 0
        let isFront = geometry.side[i] == 1 && geometry.arc[i] < -1
        let isPlain = geometry.shadow[i] == 1 && (isNext || isFront)
        if isPlain { untouched += 1 }
        let whole = isNext ? pages.pictures.next.pixmap : pages.pictures.front.pixmap
        for channel in 0..<3 {
          let seen = Int(frame.rgba16[4 * i + channel])
          worst = max(worst, abs(seen - Int(truth.rgba16[4 * i + channel])))
          let given = Int(whole.rgba16[4 * i + channel])
          if isPlain && abs(seen - given) > slack { inexact += 1 }
        }
      }
      #expect(untouched > 1000 && inexact == 0, "\(renderer.info)")
      #expect(worst <= 257, "\(renderer.info): \(worst)/65535 from the CPU path")
    }
  }

  @Test func straightColoursComeBackBeyondTheFold() async throws {
    // In the middle of a turn, on a canvas larger than the page.
    let clear = TestPages.plain(0, width: 256, height: 255, alpha: 0)
    let canvas = Canvas(width: 300, height: 291, origin: SIMD2(-17, -23), step: SIMD2(1, 1))
    let turn = try Fixture.turn(
      Pages(front: clear, next: Self.straight), radius: 20, canvas: canvas)
    let fold = Fixture.fold(turn, .progress(0.4))
    for renderer in try await Fixture.all() {
      let values = try await renderer.frame(turn, at: .progress(0.4), format: .rgba16).rgba16
      var counted = 0
      var wrong = 0
      for y in 0..<255 {
        for x in 0..<256 where Fixture.distance(fold, x, y) > 102 {
          let i = 4 * ((y + 23) * 300 + x + 17)
          let a = Int(values[i + 3])
          counted += 1
          if a != 257 * (y + 1) || (Int(values[i]) * 255 + a / 2) / a != x { wrong += 1 }
        }
      }
      #expect(counted > 3000)
      #expect(wrong == 0, "\(renderer.info)")
    }
  }

  /// Every 16-bit value once in each channel, opaque.
  private static let ramp = Pixmap(
    width: 256, height: 256,
    rgba16: (0...65535).flatMap { i -> [UInt16] in
      [UInt16(i), UInt16(65535 - i), UInt16(i * 31 & 0xFFFF), 65535]
    })

  @Test func untouchedPixelsAreTheSourceInAllSixteenBits() async throws {
    let page = TestPages.page(.next, width: 256, height: 256)
    let turn = try Fixture.turn(Pages(front: Self.ramp, next: page), radius: 12)
    let fold = Fixture.fold(turn, .progress(0.4))
    for renderer in try await Fixture.all() {
      let bound = renderer.info.backend == .cpu ? 0 : Self.gpuBound
      let first = try await renderer.frame(turn, at: .progress(0), format: .rgba16)
      #expect(largest(first, Self.ramp) <= bound, "\(renderer.info)")
      // Eight bits are widened exactly.
      let last = try await renderer.frame(turn, at: .progress(1), format: .rgba16)
      #expect(largest(last, page) <= bound, "\(renderer.info)")
      let middle = try await renderer.frame(turn, at: .progress(0.4), format: .rgba16)
      let nextOnly = largest(middle, page) { Fixture.distance(fold, $0 % 256, $0 / 256) > 61 }
      #expect(nextOnly <= bound, "\(renderer.info)")
    }
  }

  /// Steps of 1/65535 that the GPU may be off where the CPU path is exact; measured 0 with
  /// llvmpipe, whose pow is nearly as exact as floats are.
  private static let gpuBound = 1

  /// Steps of 1/65535 between the renderers off the edges; measured 5 on pages of text, and 11 on
  /// the ramp, whose neighbours differ so much that a 1e-5 of a pixel shows.
  private static let offEdges = 16

  @Test(arguments: [0.0, 12, 40])
  func deepFramesAgreeOffTheEdges(radius: Double) async throws {
    let (cpu, gpu) = (try await Fixture.cpu(), try await Fixture.gpu())
    let ramp = try Pages(front: Self.ramp, next: TestPages.page(.next, width: 256, height: 256))
    for pages in [ramp, try Fixture.pages(256, 256)] {
      for lit in [true, false] {
        let turn = try Fixture.turn(pages, radius: radius, lit: lit)
        for progress in [0.2, 0.5, 0.8] {
          let moment = Moment.progress(progress)
          let a = try await cpu.frame(turn, at: moment, format: .rgba16)
          let b = try await gpu.frame(turn, at: moment, format: .rgba16)
          let reference = try await cpu.geometry(turn, at: moment)
          let off = largest(a, b) { !reference.isEdge($0) }
          #expect(off <= Self.offEdges, "lit \(lit), progress \(progress)")
        }
      }
    }
  }

  @Test func eightBitFramesDoNotMindDeepOnes() async throws {
    let turn = try Fixture.turn(Fixture.pages(160, 226), radius: 20)
    for renderer in try await Fixture.all() {
      let before = try await renderer.frame(turn, at: .progress(0.5))
      let deep = try await renderer.frame(turn, at: .progress(0.5), format: .rgba16)
      #expect(try await renderer.frame(turn, at: .progress(0.5)) == before)
      #expect(largest(deep, before) <= 257)
      // Deep frames are more than widened ones.
      #expect(deep.rgba16.contains { $0 % 257 != 0 }, "\(renderer.info)")
    }
  }

  /// Steps of 1/255 between the composited overlay and the frame.
  ///
  /// Measured 0.009; 8 bits take 1, and 2 at full shadow.
  private static let overlayBound = 0.02

  @Test(arguments: [0.7, 1])
  func theDeepOverlayOverTheNextPageIsTheFrame(amount: Double) async throws {
    for translucent in [false, true] {
      let pages = try Fixture.pages(160, 226, translucent: translucent)
      for renderer in try await Fixture.all() {
        for progress in [0.1, 0.5, 0.9] {
          let overlay = try await renderer.frame(
            Fixture.turn(pages, radius: 20, layers: .sheetAndShadow) {
              $0.look.shadowAmount = amount
            },
            at: .progress(progress), format: .rgba16)
          let whole = try await renderer.frame(
            Fixture.turn(pages, radius: 20) { $0.look.shadowAmount = amount },
            at: .progress(progress), format: .rgba16)
          var difference = Difference()
          for i in 0..<160 * 226 {
            let under = pages.pictures.next.pixmap.channels(i)
            difference.add(Fixture.composited(overlay.channels(i), over: under), whole.channels(i))
          }
          #expect(difference.maximum <= Self.overlayBound, "\(renderer.info), progress \(progress)")
        }
      }
    }
  }

  /// The largest difference of a channel over the pixels counted, steps of 1/65535.
  private func largest(
    _ a: Pixmap, _ b: Pixmap, where isCounted: (Int) -> Bool = { _ in true }
  ) -> Int {
    let (x, y) = (a.rgba16, b.rgba16)
    var largest = 0
    for i in 0..<a.width * a.height where isCounted(i) {
      for j in 4 * i..<4 * i + 4 { largest = max(largest, abs(Int(x[j]) - Int(y[j]))) }
    }
    return largest
  }
}
