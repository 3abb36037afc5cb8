#if Server
internal import Synchronization

/// A number of requests in the same state.
final class Tally: Sendable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .sequentiallyConsistent) }

  /// Counts one more until the result is released.
  func add() -> Place { Place(self) }

  /// A request that is counted.
  final class Place: Sendable {
    private let tally: Tally

    fileprivate init(_ tally: Tally) {
      self.tally = tally
      tally.number.add(1, ordering: .sequentiallyConsistent)
    }

    deinit { tally.number.subtract(1, ordering: .sequentiallyConsistent) }
  }
}
#endif
