#if Server
internal import Synchronization

/// The turners' sessions of a server.
final class Sessions: Sendable {
  private struct State {
    /// What ends each session, by its number; nil until it runs.
    var seats: [Int: (@Sendable () -> Void)?] = [:]
    var isDraining = false
  }

  private let most: Int
  private let state = Mutex(State())

  init(most: Int) { self.most = most }

  /// Number of sessions.
  var count: Int { state.withLock { $0.seats.count } }

  /// The place of a session, given back when it is released.
  final class Seat: Sendable {
    /// Number of the place, from 0: the lowest one that was free.
    let number: Int
    private let sessions: Sessions

    fileprivate init(_ number: Int, _ sessions: Sessions) {
      (self.number, self.sessions) = (number, sessions)
    }

    deinit { sessions.state.withLock { _ = $0.seats.removeValue(forKey: number) } }

    /// Sets what ends the session; it runs at once if the server shuts down.
    func onDrain(_ end: @escaping @Sendable () -> Void) {
      let isDraining = sessions.state.withLock { state in
        state.seats[number] = .some(end)
        return state.isDraining
      }
      if isDraining { end() }
    }
  }

  /// Takes a place.
  ///
  /// - Throws: A problem if there is none, or if the server shuts down.
  func enter() throws(Problem) -> Seat {
    let number = try state.withLock { state throws(Problem) in
      if state.isDraining { throw Problem(.draining) }
      guard let free = (0..<most).first(where: { !state.seats.keys.contains($0) }) else {
        throw Problem(
          .unavailable, "\(most) sessions run, which is the most (--max-sessions): try again later",
          retryAfter: 10)
      }
      state.seats.updateValue(nil, forKey: free)
      return free
    }
    return Seat(number, self)
  }

  /// Lets no session begin, and ends those that run.
  func drain() {
    let ends = state.withLock { state in
      state.isDraining = true
      return state.seats.values.compactMap(\.self)
    }
    for end in ends { end() }
  }
}
#endif
