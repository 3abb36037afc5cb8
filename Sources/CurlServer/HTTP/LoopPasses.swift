#if Server
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// The passes of a loop over its connections, for work that must not keep it from the next one.
///
/// A loop runs all tasks, those too that tasks add, before it looks at its connections again.
final class LoopPasses: Sendable {
  private struct State {
    var count = 0
    /// The pass in which the first of those that wait began to.
    var start = 0
    var waiting: [@Sendable () -> Void] = []
  }

  private static let current = ThreadSpecificVariable<LoopPasses>()
  /// Time before a look whether the loop has passed.
  private static let pause = TimeAmount.microseconds(50)

  private let loop: any EventLoop
  private let state = Mutex(State())

  private init(_ loop: any EventLoop) { self.loop = loop }

  /// The passes of a loop; call it there.
  static func of(_ loop: any EventLoop) -> LoopPasses {
    if let passes = current.currentValue, passes.loop === loop { return passes }
    let passes = LoopPasses(loop)
    current.currentValue = passes
    return passes
  }

  /// Runs `work` once the loop has looked at its connections.
  func next(_ work: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      state.waiting.append(work)
      guard state.waiting.count == 1 else { return false }
      state.start = state.count
      return true
    }
    if isFirst { wait() }
  }

  private func wait() {
    loop.scheduleTask(in: Self.pause) {
      // One task for all who wait: many would be the loop's next tasks for ever.
      let works = self.state.withLock { state -> [@Sendable () -> Void]? in
        guard state.count > state.start else { return nil }
        defer { state.waiting = [] }
        return state.waiting
      }
      guard let works else { return self.wait() }
      for work in works { work() }
    }
  }

  /// Counts a pass of this thread's loop.
  static func count() { current.currentValue?.state.withLock { $0.count += 1 } }

  /// Counts the passes of a group's loops.
  struct Counter: NIOEventLoopMetricsDelegate {
    func processedTick(info _: NIOEventLoopTickInfo) { LoopPasses.count() }
  }
}
#endif
