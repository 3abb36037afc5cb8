import CurlGL
import GLES
import PageCurl
import TestSupport
import Testing

/// Devices that fail: every frame is right or an error, whenever it happens.
@Suite struct FaultTests {
  private let plan = FaultPlan()

  /// A renderer whose device fails as planned.
  private func renderer(recovery: Duration = .seconds(5)) async throws -> Renderer {
    _ = try await Fixture.gpu()
    var device = Renderer.Device.auto
    device.faults = plan
    device.recovery = recovery
    return try await Renderer(.gpu, device: device)
  }

  private func turn() throws -> PageTurn {
    try Fixture.turn(Fixture.pages(40, 57), angle: 151, radius: 8)
  }

  @Test(
    "A device that is reset, or full, at any step of a frame costs another attempt and no pixel",
    arguments: [
      (FaultPlan.Fault.reset(.guilty), Pixmap.Format.rgba8), (.reset(.innocent), .rgba16),
      (.silentReset(.unknown), .rgba8), (.silentReset(.guilty), .rgba16), (.outOfMemory, .rgba8),
    ])
  func once(_ fault: FaultPlan.Fault, _ format: Pixmap.Format) async throws {
    let turn = try turn()
    let expected = try await Fixture.gpu().frame(turn, at: .progress(0.4), format: format)
    let renderer = try await renderer()
    var checks = 0
    while true {
      plan.add(fault, afterChecks: checks)
      #expect(
        try await renderer.frame(turn, at: .progress(0.4), format: format) == expected,
        "after \(checks) places")
      if plan.clear() { break }
      checks += 1
    }
    // The first frame in a new context also makes what the context holds.
    #expect(checks >= 3, "a frame has \(checks) places to fail at")
    await renderer.shutDown()
  }

  @Test(
    "A device that fails again is an error of its own kind, and the next frame is right",
    arguments: [
      (FaultPlan.Fault.reset(.guilty), RenderError.Code.deviceLost, "(guilty)"),
      (.reset(.innocent), .deviceLost, "(innocent)"), (.reset(.unknown), .deviceLost, "(unknown)"),
      (.silentReset(.guilty), .deviceLost, "(guilty)"), (.outOfMemory, .limit, "out of memory"),
    ])
  func twice(_ fault: FaultPlan.Fault, _ code: RenderError.Code, _ word: String) async throws {
    let turn = try turn()
    let expected = try await Fixture.gpu().frame(turn, at: .progress(0.4))
    let renderer = try await renderer()
    plan.add(fault)
    plan.add(fault)
    do {
      _ = try await renderer.frame(turn, at: .progress(0.4))
      Issue.record("a frame came from a device that failed twice")
    } catch {
      #expect(error.code == code && error.message.contains(word), "\(error)")
    }
    #expect(!plan.clear())
    #expect(try await renderer.frame(turn, at: .progress(0.4)) == expected)
    await renderer.shutDown()
  }

  @Test("Where there is no new context, it is said that the old one is lost, and why")
  func noNewContext() async throws {
    let turn = try turn()
    let expected = try await Fixture.gpu().frame(turn, at: .progress(0.4))
    let renderer = try await renderer(recovery: .zero)
    plan.add(.reset(.innocent))
    plan.add(.noContext)
    do {
      _ = try await renderer.frame(turn, at: .progress(0.4))
      Issue.record("a frame came from no context")
    } catch {
      #expect(error.code == .deviceLost, "\(error)")
      #expect(
        error.message.contains("innocent") && error.message.contains("no new context"), "\(error)")
    }
    #expect(!plan.clear())
    // The device is back.
    #expect(try await renderer.frame(turn, at: .progress(0.4)) == expected)
    await renderer.shutDown()
  }

  @Test("A device that needs a while to recover is waited for")
  func recovery() async throws {
    let turn = try turn()
    let expected = try await Fixture.gpu().frame(turn, at: .progress(0.4))
    let renderer = try await renderer()
    plan.add(.reset(.innocent), afterChecks: 1)
    for _ in 0..<3 { plan.add(.recovery) }
    for _ in 0..<3 { plan.add(.noContext) }
    #expect(try await renderer.frame(turn, at: .progress(0.4)) == expected)
    #expect(!plan.clear())
    await renderer.shutDown()
  }

  @Test("A device that never says that it has recovered is waited for no longer than is allowed")
  func noRecovery() async throws {
    let turn = try turn()
    let expected = try await Fixture.gpu().frame(turn, at: .progress(0.4))
    let renderer = try await renderer(recovery: .milliseconds(20))
    plan.add(.reset(.innocent))
    for _ in 0..<100 { plan.add(.recovery) }
    #expect(try await renderer.frame(turn, at: .progress(0.4)) == expected)
    #expect(plan.clear())
    await renderer.shutDown()
  }

  @Test("A GPU that doesn't get done is an error at the deadline, and the next frame is right")
  func hang() async throws {
    let turn = try turn()
    let expected = try await Fixture.gpu().frame(turn, at: .progress(0.4))
    let renderer = try await renderer()
    plan.add(.hang)
    do {
      _ = try await renderer.frame(turn, at: .progress(0.4))
      Issue.record("a frame came from a GPU that wasn't done")
    } catch {
      #expect(error.code == .timeout, "\(error)")
      for way in ["GLCURL_FRAME_DEADLINE", "--backend cpu"] {
        #expect(error.message.contains(way), "\(error)")
      }
    }
    #expect(!plan.clear())
    #expect(try await renderer.frame(turn, at: .progress(0.4)) == expected)
    await renderer.shutDown()
  }

  @Test("A frame has 30 seconds, or as many as the device is given")
  func deadline() async throws {
    let usual = try await Fixture.gpu()
    #expect(usual.gl?.deadline == .seconds(30))
    var device = Renderer.Device.auto
    device.deadline = .seconds(300)
    let renderer = try await Renderer(.gpu, device: device)
    #expect(renderer.gl?.deadline == .seconds(300))
    await renderer.shutDown()
  }

  @Test("What is tried out before a frame may take as long as a frame")
  func deadlineOfTrials() async throws {
    _ = try await Fixture.gpu()
    var device = Renderer.Device.auto
    device.faults = plan
    device.deadline = .seconds(600)
    let renderer = try await Renderer(.gpu, device: device)
    let gl = try #require(renderer.gl)
    // Each way is tried twice at least, with four frames or more.
    for _ in 0..<12 { plan.add(.slow(.seconds(300))) }
    _ = try await gl.plan(width: 40, height: 57)
    #expect(!plan.clear(), "it had no place to strike")
    for _ in 0..<8 { plan.add(.slow(.seconds(300))) }
    _ = try await gl.packing(.i420(over: 0), width: 40, height: 57)
    #expect(!plan.clear(), "it had no place to strike")
    plan.add(.slow(.seconds(900)))
    await #expect(throws: GLError.self) { _ = try await gl.plan(width: 41, height: 57) }
    #expect(!plan.clear())
    await renderer.shutDown()
  }

  @Test(
    "Frames on their way through buffers are drawn once more after a reset",
    arguments: [1, 3], [0, 3, 7, 12, 20])
  func underway(framesPerRead: Int, checks: Int) async throws {
    let turn = try turn()
    let gpu = try await Fixture.gpu()
    let moments = (0..<9).map { Moment.progress(Double($0) / 8) }
    var expected: [[UInt8]] = []
    for moment in moments { expected.append(try await gpu.frame(turn, at: moment).rgba8) }
    let renderer = try await renderer()
    let gl = try #require(renderer.gl)
    try await gl.keep(to: .ring(framesPerRead: framesPerRead), width: 40, height: 57)
    plan.add(.reset(.unknown), afterChecks: checks)
    let seen = await Self.film(renderer, turn, moments)
    #expect(!plan.clear(), "the film is too short for it")
    for i in moments.indices {
      let bytes = try seen[i].get()
      #expect(bytes == expected[i], "frame \(i)")
    }
    await renderer.shutDown()
  }

  /// All frames of a film, asked for before any is there, each with its error.
  private static func film(_ renderer: Renderer, _ turn: PageTurn, _ moments: [Moment]) async
    -> [Result<[UInt8], RenderError>]
  {
    let tasks = moments.map { moment in
      Task { () async -> Result<[UInt8], RenderError> in
        do throws(RenderError) {
          return .success(try await renderer.withPixels(of: turn, at: moment) { $0.array })
        } catch {
          return .failure(error)
        }
      }
    }
    var seen: [Result<[UInt8], RenderError>] = []
    for task in tasks { seen.append(await task.value) }
    return seen
  }

  @Test(
    "Of frames on their way each is right or says that the device is lost, as often as it fails",
    arguments: [1, 3],
    [(FaultPlan.Fault.reset(.guilty), 2), (.reset(.guilty), 60), (.noContext, 60)])
  func againAndAgain(framesPerRead: Int, fault: (kind: FaultPlan.Fault, strikes: Int)) async throws
  {
    let turn = try turn()
    let gpu = try await Fixture.gpu()
    let moments = (0..<9).map { Moment.progress(Double($0) / 8) }
    var expected: [[UInt8]] = []
    for moment in moments { expected.append(try await gpu.frame(turn, at: moment).rgba8) }
    let renderer = try await renderer(recovery: .zero)
    let gl = try #require(renderer.gl)
    try await gl.keep(to: .ring(framesPerRead: framesPerRead), width: 40, height: 57)
    plan.add(.reset(.guilty), afterChecks: 7)
    for _ in 0..<fault.strikes {
      plan.add(fault.kind, afterChecks: fault.kind == .noContext ? 0 : 7)
    }
    let seen = await Self.film(renderer, turn, moments)
    var lost = 0
    for i in moments.indices {
      switch seen[i] {
      case .success(let bytes): #expect(bytes == expected[i], "frame \(i)")
      case .failure(let error):
        lost += 1
        #expect(error.code == .deviceLost && error.message.contains("guilty"), "\(error)")
        let hasNoContext = error.message.contains("no new context")
        #expect(hasNoContext == (fault.kind == .noContext), "\(error)")
      }
    }
    if fault.strikes > 2 {
      #expect(lost > 0)
      // A film that is taken in its order ends with the same error.
      await #expect(throws: RenderError.self) {
        for try await _ in renderer.frames(turn, count: 3) {}
      }
      #expect(plan.clear())
    }
    // The device is back.
    let next = try await renderer.frame(turn, at: moments[3]).rgba8
    #expect(next == expected[3])
    await renderer.shutDown()
  }

  @Test("A device that gives no context at all is told as such")
  func noContext() async throws {
    plan.add(.noContext)
    do {
      _ = try await renderer()
      Issue.record("a renderer opened without a context")
    } catch let error as RenderError {
      #expect(error.code == .device, "\(error)")
    }
  }
}
