internal import Synchronization

/// A value that is made on first use, by one thread while others wait; later reads never wait.
///
/// `AtomicLazyReference` is too slow: its load isn't specialised and looks up metadata each time.
/// Filters read the value once per tap.
package final class Once<Value: Sendable>: @unchecked Sendable {
  private var made: Value?
  private let isMade = Atomic(false)
  private let makeLock = Mutex(())

  package init() {}

  /// The value; nil if it isn't made yet.
  package var value: Value? { isMade.load(ordering: .acquiring) ? made : nil }

  /// The value; calls `make` if the value isn't made yet.
  package func value(_ make: () -> Value) -> Value {
    if let value { return value }
    return makeLock.withLock { _ in
      if let value { return value }
      let value = make()
      store(value)
      return value
    }
  }

  /// Stores the value: at most once, and by one thread at a time.
  func store(_ value: Value) {
    made = value
    isMade.store(true, ordering: .releasing)
  }
}
