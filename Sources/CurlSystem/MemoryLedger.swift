internal import Synchronization

/// What this process is about to take of memory: where that isn't to be had, an error can say so,
/// while an array that can't be made ends the program.
///
/// Whoever makes something large reserves its bytes beforehand, and lets go once they are taken, when
/// the system counts them. Several do so at the same time; hence one ledger a process. Safe from any
/// thread.
package final class MemoryLedger: Sendable {
  /// The process's own.
  package static let shared = MemoryLedger()

  /// Bytes that are never promised: for all that is too small to be reserved.
  package static let slack = 32 << 20

  private struct State {
    /// Bytes that are promised and not taken yet.
    var reserved = 0
    var most = Int.max
    /// What could still be promised when the system was asked last, less what was promised since.
    var free = 0
    var isLimited = false
    var asked: ContinuousClock.Instant?
  }

  /// How long the system's answer is good for: to ask takes a tenth of a millisecond.
  private static let validity = Duration.seconds(1)

  private let state = Mutex(State())

  /// What the process may hold at most; `Int.max`, unless somebody sets it, is what the system gives.
  package var most: Int {
    get { state.withLock { $0.most } }
    set {
      state.withLock {
        $0.most = newValue
        $0.asked = nil
      }
    }
  }

  /// Reserves bytes, for as long as the reservation is kept.
  ///
  /// - Throws: ``MemoryShortage`` where there aren't so many.
  package func reserve(_ bytes: Int, for purpose: @autoclosure () -> String)
    throws(MemoryShortage) -> MemoryReservation
  {
    let now = ContinuousClock.now
    let shortage = state.withLock { state -> (left: Int, limit: Int?)? in
      let isCurrent = state.asked.map { now - $0 < Self.validity } ?? false
      if !isCurrent || bytes + Self.slack > state.free { Self.ask(&state, now) }
      // What is small needs nothing but the slack.
      guard bytes + (bytes > Self.slack ? Self.slack : 0) <= state.free else {
        return (max(state.free, 0), state.isLimited ? state.most : nil)
      }
      state.free -= bytes
      state.reserved += bytes
      return nil
    }
    if let shortage {
      throw MemoryShortage(
        purpose: purpose(), bytes: bytes, left: shortage.left, limit: shortage.limit)
    }
    return MemoryReservation(self, bytes)
  }

  private static func ask(_ state: inout State, _ now: ContinuousClock.Instant) {
    let left = SystemMemory.left
    let held = state.most == .max ? 0 : SystemMemory.resident(of: SystemMemory.ownProcess) ?? 0
    state.isLimited = state.most - held < left
    state.free = min(left, state.most - held) - state.reserved
    state.asked = now
  }

  fileprivate func release(_ bytes: Int) { state.withLock { $0.reserved -= bytes } }
}

/// Bytes that are promised to somebody.
package struct MemoryReservation: ~Copyable, Sendable {
  private let ledger: MemoryLedger
  private var bytes: Int

  fileprivate init(_ ledger: MemoryLedger, _ bytes: Int) {
    self.ledger = ledger
    self.bytes = bytes
  }

  deinit { ledger.release(bytes) }

  /// Lets go of bytes that have been taken, of those that are left at most.
  package mutating func take(_ taken: Int) {
    let taken = min(taken, bytes)
    ledger.release(taken)
    bytes -= taken
  }
}

/// Memory that isn't to be had.
package struct MemoryShortage: Error, Sendable, CustomStringConvertible {
  /// What it was to be for, such as "a frame of 640 × 480 pixels".
  package let purpose: String
  /// How much it takes, bytes.
  package let bytes: Int
  /// How much there is.
  package let left: Int
  /// What the process may hold, where that is what is short.
  package let limit: Int?

  /// The sentence.
  package var description: String {
    let free = "\(left >> 20) MiB are left"
    let why = limit.map { "\(free) of the \($0 >> 20) MiB that it may hold" } ?? free
    return "\(purpose) takes \((bytes + 1 << 20 - 1) >> 20) MiB of memory, and \(why)"
  }
}
