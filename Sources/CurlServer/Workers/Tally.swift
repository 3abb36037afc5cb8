#if Server
internal import Synchronization

/// A number of requests in the same state.
final class Tally: Sendable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .sequentiallyConsistent) }

  /// Counts one more until the result leaves or is released.
  func add() -> Place { Place(self) }

  /// A request that is counted.
  final class Place: Sendable {
    private let tally: Tally
    private let isCounted = Atomic(true)

    fileprivate init(_ tally: Tally) {
      self.tally = tally
      tally.number.add(1, ordering: .sequentiallyConsistent)
    }

    deinit { leave() }

    /// Counts it no longer.
    func leave() {
      guard isCounted.exchange(false, ordering: .relaxed) else { return }
      tally.number.subtract(1, ordering: .sequentiallyConsistent)
    }
  }
}
#endif
