#if Server
internal import Synchronization

/// Keeps what is costly to make, and makes it once for all who ask at the same time.
///
/// Nobody who asks leads the others: the work is a task of its own, and ends early only when
/// everyone who waits for it has gone.
final class AnswerCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// Where a value came from.
  enum Origin: String, Sendable {
    /// It was kept.
    case hit
    /// Someone else's work brought it.
    case shared
    /// It was made.
    case miss
  }

  /// A value that was made.
  struct Made: Sendable {
    let value: Value
    /// Bytes that keeping it takes; nil if it must not be kept.
    let size: Int?
  }

  private struct Waiter {
    let continuation: CheckedContinuation<(Value, Origin), any Error>
    let origin: Origin
  }

  /// Work that goes on.
  private struct Flight {
    let number: Int
    let task: Task<Void, Never>
    var waiters: [Int: Waiter] = [:]
  }

  private struct State {
    var store: ByteLimitedStore<Key, Value>
    var flights: [Key: Flight] = [:]
    var lastNumber = 0

    mutating func next() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  private let state: Mutex<State>

  /// A cache of at most `most` bytes; 0 keeps nothing.
  init(most: Int) { state = Mutex(State(store: ByteLimitedStore(most: most))) }

  /// Bytes kept.
  var bytes: Int { state.withLock { $0.store.bytes } }

  /// Number of those who wait for work.
  var waiting: Int { state.withLock { $0.flights.values.reduce(0) { $0 + $1.waiters.count } } }

  /// The value of a key: kept, or made by `make`, whose errors go to all who wait.
  ///
  /// - Throws: The error of `make`, or `CancellationError` at once if this task is cancelled.
  func value(
    for key: Key, _ make: @escaping @Sendable () async throws -> Made
  ) async throws -> (Value, Origin) {
    let number = state.withLock { $0.next() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else if let kept = join(key, number, continuation, make) {
          continuation.resume(returning: (kept, .hit))
        }
      }
    } onCancel: {
      leave(key, number)
    }
  }

  /// Returns the value that is kept, or waits for the work, which begins if it doesn't go on.
  private func join(
    _ key: Key, _ number: Int, _ continuation: CheckedContinuation<(Value, Origin), any Error>,
    _ make: @escaping @Sendable () async throws -> Made
  ) -> Value? {
    state.withLock { state in
      if let value = state.store.value(for: key) { return value }
      let goesOn = state.flights[key] != nil
      if !goesOn {
        let flight = state.next()
        let task = Task {
          let result = await Result.catching(make)
          self.finish(key, flight, result)
        }
        state.flights[key] = Flight(number: flight, task: task)
      }
      state.flights[key]?.waiters[number] = Waiter(
        continuation: continuation, origin: goesOn ? .shared : .miss)
      return nil
    }
  }

  /// Stops waiting; the last one who leaves cancels the work.
  private func leave(_ key: Key, _ number: Int) {
    let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      guard let waiter = state.flights[key]?.waiters.removeValue(forKey: number) else {
        return (nil, nil)
      }
      guard state.flights[key]?.waiters.isEmpty == true else { return (waiter, nil) }
      return (waiter, state.flights.removeValue(forKey: key)?.task)
    }
    task?.cancel()
    waiter?.continuation.resume(throwing: CancellationError())
  }

  private func finish(_ key: Key, _ flight: Int, _ result: Result<Made, any Error>) {
    let waiters = state.withLock { state -> [Waiter] in
      if case .success(let made) = result, let size = made.size {
        state.store.insert(made.value, for: key, size: size)
      }
      // Everyone may have left, and others may have begun anew.
      guard state.flights[key]?.number == flight else { return [] }
      return state.flights.removeValue(forKey: key).map { Array($0.waiters.values) } ?? []
    }
    for waiter in waiters {
      waiter.continuation.resume(with: result.map { ($0.value, waiter.origin) })
    }
  }
}
#endif
