import Glibc
import Synchronization
import Testing

@testable import GLES

extension GLESTests {
  /// Processes that end while a render thread is at work.
  @Suite struct Exits {
    @Test func noHandlerRunsUnderAJobThatEndsSoon() async throws {
      try openOrSkip(anyDevice).close()
      await #expect(processExitsWith: .exitCode(7)) {
        try await Self.exitDuring(.milliseconds(300))
      }
    }

    @Test func noHandlerRunsUnderAJobThatHangs() async throws {
      try openOrSkip(anyDevice).close()
      await #expect(processExitsWith: .exitCode(7)) { try await Self.exitDuring(.seconds(600)) }
    }

    // In a process of its own, where nobody else loads a library.
    @Test func whoFailsAgainAndAgainAddsNoHandler() async throws {
      try openOrSkip(anyDevice).close()
      await #expect(processExitsWith: .success) {
        try openOrSkip(anyDevice).close()
        ExitGate.register(isOpen: false)
        #expect(!ExitGate.register(isOpen: false))
        #expect(ExitGate.register(isOpen: true))
      }
    }

    /// Ends the process with status 7 during a job that takes some time, or with 3 where a handler of
    /// exit, registered as drivers do it as they first draw, finds the job going on.
    private static func exitDuring(_ time: Duration) async throws {
      let driver = try Driver()
      try await driver.open()
      await driver.registerHandler()
      Task { await driver.work(time) }
      while !Driver.isAtWork.load(ordering: .acquiring) {
        try await Task.sleep(for: .milliseconds(1))
      }
      exit(7)
    }
  }
}

/// A render thread that does what drivers do.
private actor Driver {
  static let isAtWork = Atomic(false)

  private let thread: RenderThread
  private var context: Context?

  init() throws(GLError) { thread = try RenderThread() }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.executor }

  func open() throws(GLError) { context = try Context.open(anyDevice) }

  func registerHandler() {
    atexit { if Driver.isAtWork.load(ordering: .acquiring) { _exit(3) } }
  }

  func work(_ time: Duration) {
    Self.isAtWork.store(true, ordering: .releasing)
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end { usleep(1000) }
    Self.isAtWork.store(false, ordering: .releasing)
  }
}
