import CurlCore
import GLES
import ImageFiles
import PageCurl
import TestSupport
import Testing

@testable import CurlGL

/// Frames that come back from the GPU while others are drawn: whatever the way, the same bytes.
@Suite struct StreamTests {
  private static let moments = (0..<11).map { Moment.progress(Double($0) / 10) }

  /// A renderer of its own: how it reads is set for these tests alone.
  private func gl() async throws -> GLRenderer {
    _ = try await Fixture.gpu()
    let renderer = try await Renderer(.gpu)
    return try #require(renderer.gl)
  }

  /// All frames of a turn, asked for before any is there.
  private func frames(
    _ gl: GLRenderer, _ turn: PageTurn, _ layout: PixelLayout
  ) async throws -> [[UInt8]] {
    let inputs = try Self.moments.map { try Renderer.resolve(turn, $0) }
    return try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
      for (number, (drawing, pictures)) in inputs.enumerated() {
        group.addTask {
          let bytes = try await gl.withFrame(drawing, pictures, layout: layout) {
            $0.array
          }
          return (number, bytes)
        }
      }
      var frames = [[UInt8]](repeating: [], count: inputs.count)
      for try await (number, bytes) in group { frames[number] = bytes }
      return frames
    }
  }

  /// A turn that is drawn whole everywhere, or one that software draws in patches.
  private static func turn(_ width: Int, _ height: Int, translucent: Bool) throws -> PageTurn {
    try Fixture.turn(
      Fixture.pages(width, height, translucent: !translucent), radius: translucent ? 24 : 8)
  }

  @Test(
    arguments: [
      ReadbackPlan.Method.direct, .ring(framesPerRead: 1), .ring(framesPerRead: 3),
      .ring(framesPerRead: 64),
    ], [false, true])
  func everyWayBackGivesTheBytesOfASingleFrame(method: ReadbackPlan.Method, translucent: Bool)
    async throws
  {
    let turn = try Self.turn(41, 57, translucent: translucent)
    let gl = try await gl()
    try await gl.keep(to: method, width: 41, height: 57)
    let streamed = try await frames(gl, turn, .rgba8)
    for (moment, bytes) in zip(Self.moments, streamed) {
      let (drawing, pictures) = try Renderer.resolve(turn, moment)
      let alone = try await gl.render(drawing, pictures, format: .rgba8)
      #expect(.rgba8(bytes) == alone, "\(moment)")
    }
    await gl.shutDown()
  }

  @Test(arguments: [1, 3])
  func framesComeBackThroughAFewBuffersInTurns(framesPerRead: Int) async throws {
    let turn = try Self.turn(41, 57, translucent: true)
    let gl = try await gl()
    try await gl.keep(to: .ring(framesPerRead: framesPerRead), width: 41, height: 57)
    #expect(try await gl.readbackBuffers().count == 0)
    _ = try await frames(gl, turn, .rgba8)
    let buffers = try await gl.readbackBuffers()
    #expect((1...4).contains(buffers.count), "\(buffers.count) buffers")
    for _ in 0..<2 {
      _ = try await frames(gl, turn, .rgba8)
      #expect(try await gl.readbackBuffers() == buffers)
    }
    await gl.shutDown()
  }

  @Test func readsOnTheCallersTimeAreTold() {
    for (issue, wait, isBlocking) in [(3, 1, true), (1, 3, false)] {
      var pace = ReadbackPace()
      for i in 0..<12 {
        // Too early to tell.
        if i < 10 { #expect(pace.isBlocking == nil) }
        pace.issued(.milliseconds(issue))
        pace.waited(.milliseconds(wait))
      }
      #expect(pace.isBlocking == isBlocking)
    }
    var plan = ReadbackPlan(
      PackedShape(width: 4, height: 4),
      [
        ReadbackPlan.Trial(method: .direct, secondsPerFrame: 0.004),
        ReadbackPlan.Trial(method: .ring(framesPerRead: 1), secondsPerFrame: 0.001),
      ])
    #expect(plan.method == .ring(framesPerRead: 1))
    plan.fallBack()
    #expect(plan.method == .direct)
    #expect(plan.reason.contains("caller's time"))
  }

  @Test(
    arguments: [ReadbackPlan.Method.direct, .ring(framesPerRead: 1), .ring(framesPerRead: 4)],
    [(false, false), (true, false), (false, true)])
  func packedFramesAreTheProcessorsConversion(
    method: ReadbackPlan.Method, look: (translucent: Bool, dithers: Bool)
  ) async throws {
    let (width, height) = (41, 57)
    var turn = try Self.turn(width, height, translucent: look.translucent)
    turn.dithers = look.dithers
    let gl = try await gl()
    let colour: UInt32 = 0x30A0E0
    let layouts: [PixelLayout] = [
      .rgb8(over: colour), .i420(over: colour), .nv12(over: colour),
    ]
    for layout in layouts {
      try await gl.keep(to: method, width: width, height: height, layout: layout)
      let packed = try await frames(gl, turn, layout)
      for (moment, bytes) in zip(Self.moments, packed) {
        let (drawing, pictures) = try Renderer.resolve(turn, moment)
        let frame = try await gl.render(drawing, pictures, format: .rgba8)
        let expected = Self.packed(
          Pixmap(width: width, height: height, storage: frame), layout, over: colour,
          dithers: look.dithers)
        #expect(bytes.count == layout.byteCount(width: width, height: height))
        #expect(bytes == expected, "\(layout) at \(moment)")
      }
    }
    await gl.shutDown()
  }

  /// The layouts written down anew, or by the conversion that feeds the encoders.
  private static func packed(
    _ frame: Pixmap, _ layout: PixelLayout, over colour: UInt32, dithers: Bool
  ) -> [UInt8] {
    let conversion = BT709(
      width: frame.width, height: frame.height, background: BT709.word(colour), dithers: dithers)
    let planes = conversion.planes(frame)
    switch layout {
    case .rgba8: return frame.rgba8
    case .i420: return planes
    case .nv12:
      let luma = planes.count * 2 / 3
      let quarter = luma / 4
      var bytes = Array(planes[..<luma])
      for i in 0..<quarter { bytes += [planes[luma + i], planes[luma + quarter + i]] }
      return bytes
    case .rgb8:
      var bytes: [UInt8] = []
      for i in 0..<frame.width * frame.height {
        let rest = 255 - Int(frame.rgba8[4 * i + 3])
        for j in 0..<3 {
          let under = Int(colour >> (16 - 8 * UInt32(j)) & 255) * rest
          bytes.append(UInt8(min(Int(frame.rgba8[4 * i + j]) + (under + 127) / 255, 255)))
        }
      }
      return bytes
    }
  }

  @Test func theWayIsFoundByTryingAndSaysWhy() async throws {
    let gl = try await gl()
    let large = try await gl.plan(width: 700, height: 900)
    #expect(large.trials.map(\.method) == [.direct, .ring(framesPerRead: 1)])
    let small = try await gl.plan(width: 64, height: 64)
    #expect(small.trials.count > 2, "several small frames a read are tried as well")
    for plan in [large, small] {
      let direct = plan.trials[0].secondsPerFrame
      let best = plan.trials.map(\.secondsPerFrame).min() ?? .infinity
      #expect(plan.trials.allSatisfy { $0.secondsPerFrame > 0 && $0.secondsPerFrame < 10 })
      #expect((plan.method == .direct) == (best * 1.1 >= direct || best == direct))
      #expect(!plan.reason.isEmpty)
      #expect(try await gl.plan(width: plan.shape.width, height: plan.shape.height) == plan)
    }
    await gl.shutDown()
  }

  @Test func whetherPackingIsWorthItIsFoundByTryingAndSaysWhy() async throws {
    let gl = try await gl()
    for (width, height) in [(64, 64), (301, 203)] {
      let layout = PixelLayout.i420(over: 0xFFFFFF)
      let plan = try await gl.packing(layout, width: width, height: height)
      #expect(plan.packed > 0 && plan.packed < 10 && plan.plain > 0 && plan.plain < 10)
      #expect(plan.isWorthIt == (plan.packed < plan.plain))
      #expect(plan.reason.contains("ms"))
      #expect(try await gl.packing(layout, width: width, height: height) == plan)
    }
    await gl.shutDown()
  }

  @Test func whatIsLargerThanAnyTextureWhenItIsPackedIsReadAsItIs() async throws {
    _ = try await Fixture.gpu()
    let gl = try await GLRenderer(DeviceRequest(textureLimit: 64))
    let layout = PixelLayout.i420(over: 0xFFFFFF)
    let plan = try await gl.packing(layout, width: 41, height: 57)
    #expect(plan.packed == .infinity && !plan.isWorthIt)
    #expect(plan.reason.contains("no known time"))
    let turn = try Fixture.turn(Fixture.pages(41, 57), radius: 8)
    let (drawing, pictures) = try Renderer.resolve(turn, .progress(0.4))
    let bytes = try await gl.withFrame(drawing, pictures, layout: .rgba8) { $0.array }
    let alone = try await gl.render(drawing, pictures, format: .rgba8)
    #expect(.rgba8(bytes) == alone)
    await gl.shutDown()
  }

  @Test func framesThatAreCancelledOnTheirWayLeaveRoomForLaterOnes() async throws {
    let turn = try Fixture.turn(Fixture.pages(41, 57), radius: 8)
    let gl = try await gl()
    let (drawing, pictures) = try Renderer.resolve(turn, .progress(0.4))
    let expected = try await gl.render(drawing, pictures, format: .rgba8)
    for method in [ReadbackPlan.Method.direct, .ring(framesPerRead: 1), .ring(framesPerRead: 3)] {
      try await gl.keep(to: method, width: 41, height: 57)
      let tasks = (0..<24).map { _ in
        Task {
          try await gl.withFrame(drawing, pictures, layout: .rgba8) { $0.array }
        }
      }
      for (i, task) in tasks.enumerated() where i % 3 > 0 { task.cancel() }
      for (i, task) in tasks.enumerated() {
        switch await task.result {
        case .success(let bytes): #expect(.rgba8(bytes) == expected)
        case .failure(let error):
          #expect((error as? GLError)?.kind == .cancelled && i % 3 > 0, "\(error)")
        }
      }
    }
    let streamed = try await frames(gl, turn, .rgba8)
    #expect(streamed.count == Self.moments.count)
    await gl.shutDown()
  }

  @Test func framesOnTheirWayEndWithTheRenderer() async throws {
    let turn = try Fixture.turn(Fixture.pages(41, 57), radius: 8)
    for method in [ReadbackPlan.Method.ring(framesPerRead: 1), .ring(framesPerRead: 8)] {
      let gl = try await gl()
      try await gl.keep(to: method, width: 41, height: 57)
      let (drawing, pictures) = try Renderer.resolve(turn, .progress(0.4))
      let expected = try await gl.render(drawing, pictures, format: .rgba8)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<20 {
          group.addTask {
            // A frame, or the word that the renderer has gone: nothing else, and no hang.
            guard
              let bytes = try? await gl.withFrame(drawing, pictures, layout: .rgba8, { $0.array })
            else { return }
            #expect(.rgba8(bytes) == expected)
          }
        }
        group.addTask { await gl.shutDown() }
      }
    }
  }

  @Test func pixelsAreThoseOfTheFrame() async throws {
    let turn = try Fixture.turn(Fixture.pages(41, 57), radius: 8)
    for renderer in try await Fixture.all() {
      for moment in Self.moments {
        let frame = try await renderer.frame(turn, at: moment)
        let bytes = try await renderer.withPixels(of: turn, at: moment) { pixels in
          pixels.indices.map { pixels[$0] }
        }
        #expect(bytes == frame.rgba8)
      }
    }
  }
}
