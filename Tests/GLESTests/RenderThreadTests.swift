import CGLES
import GLES
import Glibc
import Testing

extension GLESTests {
  @Suite struct RenderThreads {
    @Test func everyJobRunsOnTheOneThread() async throws {
      let worker = try Worker()
      let total = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<64 {
          group.addTask {
            var wrong = 0
            for _ in 0..<100 {
              if await !worker.hopAndBack() { wrong += 1 }
            }
            return wrong
          }
        }
        return await group.reduce(0, +)
      }
      #expect(total == 0)
      #expect(await worker.count == 6400)
      worker.thread.shutdown()
    }

    @Test func shuttingDownTwiceIsHarmless() async throws {
      let worker = try Worker()
      #expect(await worker.threadID != cgles_thread_id())
      worker.thread.shutdown()
      worker.thread.shutdown()
    }

    @Test func shuttingDownFromTheThreadItselfDoesNotWaitForItself() async throws {
      let worker = try Worker()
      await worker.shutdownFromWithin()
      worker.thread.shutdown()
    }

    @Test func aCallAfterTheShutdownStillReturns() async throws {
      let worker = try Worker()
      let renderThread = await worker.threadID
      worker.thread.shutdown()
      for _ in 0..<100 { #expect(await worker.threadID != renderThread) }
    }

    @Test func aThreadThatWasForgottenEndsByItself() async throws {
      for _ in 0..<50 {
        let renderThread = try await Worker().threadID
        #expect(renderThread != cgles_thread_id())
      }
    }

    @Test func twoContextsOnTwoThreadsDoNotDisturbEachOther() async throws {
      let red = try Painter(SIMD4(1, 0, 0, 1))
      let blue = try Painter(SIMD4(0, 0, 1, 1))
      do {
        try await red.open()
        try await blue.open()
      } catch {
        guard [.libraryMissing, .noDevice].contains(error.kind) else { throw error }
        try Test.cancel("\(error)")
      }
      async let reds = red.paint(200)
      async let blues = blue.paint(200)
      #expect(try await reds == 0)
      #expect(try await blues == 0)
      await red.close()
      #expect(try await blue.paint(50) == 0)
      await blue.close()
    }
  }
}

private actor Worker {
  nonisolated let thread: RenderThread
  private(set) var count = 0
  /// Kernel id of the thread of the first job; 0 before it.
  private var firstID: pid_t = 0

  init() throws(GLError) { thread = try RenderThread() }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  /// Kernel id of the thread that runs the actor's jobs.
  var threadID: pid_t { cgles_thread_id() }

  /// Leaves the thread and comes back to it.
  func hopAndBack() async -> Bool {
    let before = cgles_thread_id()
    if firstID == 0 { firstID = before }
    await Task.yield()
    let between = await otherThreadID()
    count += 1
    assertIsolated()
    return before == firstID && between != firstID && cgles_thread_id() == firstID
  }

  func shutdownFromWithin() { thread.shutdown() }
}

/// Kernel id of a thread of the global executor.
@concurrent private func otherThreadID() async -> pid_t { cgles_thread_id() }

private actor Painter {
  private let thread: RenderThread
  private let colour: SIMD4<Float>
  private var context: Context?

  init(_ colour: SIMD4<Float>) throws(GLError) {
    thread = try RenderThread()
    self.colour = colour
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  func open() throws(GLError) { context = try Context.open(anyDevice) }

  /// Frames that came out in another colour.
  func paint(_ frames: Int) async throws -> Int {
    var wrong = 0
    for _ in 0..<frames {
      if try !paintOne() { wrong += 1 }
      await Task.yield()
    }
    return wrong
  }

  private func paintOne() throws -> Bool {
    guard let context else { return false }
    let target = try Renderbuffer(context, format: .rgba8, width: 16, height: 16)
    let framebuffer = try Framebuffer(context, colors: [target.attachment])
    let program = try fullScreen(
      context, "colour = vec4(\(colour.x), \(colour.y), \(colour.z), 1.0);")
    let array = try VertexArray(context)
    framebuffer.bind()
    program.use()
    context.draw(.triangles, array, count: 3)
    let read = try pixels(framebuffer, zero: UInt8(0))
    let wanted = [colour.x, colour.y, colour.z, 1].map { UInt8($0 * 255) }
    return (0..<256).allSatisfy { Array(read[$0 * 4..<$0 * 4 + 4]) == wanted }
  }

  func close() {
    context?.close()
    context = nil
  }
}
