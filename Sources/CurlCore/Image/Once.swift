internal import Synchronization

/// A value that is made when it is first asked for, by one thread while others wait; who reads it later
/// never waits.
///
/// Not `AtomicLazyReference`: its load isn't specialised, and looks metadata up each time. Filters ask
/// once a tap.
final class Once<Value: Sendable>: @unchecked Sendable {
  private var made: Value?
  private let isMade = Atomic(false)
  private let turn = Mutex(())

  /// The value; nil where it isn't there yet.
  var value: Value? { isMade.load(ordering: .acquiring) ? made : nil }

  /// The value, made now where it isn't there.
  func value(_ make: () -> Value) -> Value {
    if let value { return value }
    return turn.withLock { _ in
      if let value { return value }
      let value = make()
      store(value)
      return value
    }
  }

  /// Puts the value there: at most once, and by one thread at a time.
  func store(_ value: Value) {
    made = value
    isMade.store(true, ordering: .releasing)
  }
}
