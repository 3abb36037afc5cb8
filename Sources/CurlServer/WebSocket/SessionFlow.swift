#if Server
internal import Synchronization

/// What passes between a session's client and its worker: how much, and whether it stops.
///
/// The client's messages go on while few are unanswered, the worker's reports one by one, so that
/// no buffer of the server grows.
final class SessionFlow: Sendable {
  /// Messages that the worker may have unanswered.
  private static let mostMessages = 16
  /// Bytes of the texts among them; one text may exceed it alone.
  private static let mostBytes = 64 << 10

  private struct State {
    /// Bytes of the messages that the worker hasn't answered, the oldest first.
    var unanswered: [Int] = []
    /// Number of messages that it has answered.
    var answered = 0
    /// Whether it has more to say.
    var isBusy = false
    /// Whether a report of its is on the way to the client.
    var isOwing = false
    /// When the worker last had something to do, or did it.
    var change = ContinuousClock.now
    var isEnded = false
    var waiter: CheckedContinuation<Void, Never>?

    func hasRoom(_ bytes: Int) -> Bool {
      unanswered.isEmpty
        || unanswered.count < SessionFlow.mostMessages
          && unanswered.reduce(bytes, +) <= SessionFlow.mostBytes
    }
  }

  private let state = Mutex(State())

  /// Waits until a message of these bytes may be sent; false if the session ends.
  ///
  /// One task waits at a time.
  func room(_ bytes: Int) async -> Bool {
    while true {
      let hasRoom = state.withLock { state -> Bool? in
        if state.isEnded { return false }
        guard state.hasRoom(bytes) else { return nil }
        if state.unanswered.isEmpty { state.change = .now }
        state.unanswered.append(bytes)
        return true
      }
      if let hasRoom { return hasRoom }
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state in
          guard !state.isEnded, !state.hasRoom(bytes) else { return false }
          state.waiter = continuation
          return true
        }
        if !mustWait { continuation.resume() }
      }
    }
  }

  /// Takes a report of the worker's; false if it has answered what nobody asked.
  func heard(_ told: WorkerReport.Told) -> Bool {
    let (isRight, waiter) = state.withLock { state in
      let count = told.answered - state.answered
      guard count >= 0, count <= state.unanswered.count else {
        return (false, CheckedContinuation<Void, Never>?.none)
      }
      state.unanswered.removeFirst(count)
      state.answered = told.answered
      (state.isBusy, state.isOwing) = (told.isBusy, true)
      return (true, exchange(&state.waiter, with: nil))
    }
    waiter?.resume()
    return isRight
  }

  /// The client has the report.
  func passed() {
    state.withLock { state in
      state.isOwing = false
      state.change = .now
    }
  }

  /// Whether the worker has had something to do for longer than this, without doing it.
  func isStuck(_ time: Duration) -> Bool {
    state.withLock { state in
      (state.isBusy || !state.unanswered.isEmpty) && !state.isOwing
        && ContinuousClock.now - state.change > time
    }
  }

  /// Ends all waiting.
  func end() {
    let waiter = state.withLock { state in
      state.isEnded = true
      return exchange(&state.waiter, with: nil)
    }
    waiter?.resume()
  }
}
#endif
