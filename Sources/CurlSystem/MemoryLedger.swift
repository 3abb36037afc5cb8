internal import Synchronization

/// Memory reservations, which turn a lack of memory into an error.
///
/// Without them, an array that can't be allocated ends the program. Reserve bytes before a large
/// allocation; release them when they are allocated and the system counts them. Threads reserve
/// concurrently, so the process has one ledger. Safe from any thread.
package final class MemoryLedger: Sendable {
  /// The ledger of this process.
  package static let shared = MemoryLedger()

  /// Bytes that are never reserved, for allocations that are too small to reserve.
  package static let slack = 32 << 20

  private struct State {
    /// Bytes reserved and not yet allocated.
    var reserved = 0
    var most = Int.max
    /// Bytes that could be reserved at the last query of the system, minus reservations since.
    var free = 0
    var isLimited = false
    var asked: ContinuousClock.Instant?
  }

  /// Lifetime of the system's answer: a query takes 0.1 ms.
  private static let validity = Duration.seconds(1)

  private let state = Mutex(State())

  /// Most bytes that the process may hold; `Int.max`, the default, means only the system's limit.
  package var most: Int {
    get { state.withLock { $0.most } }
    set {
      state.withLock {
        $0.most = newValue
        $0.asked = nil
      }
    }
  }

  /// Reserves bytes for the lifetime of the reservation.
  ///
  /// - Throws: ``MemoryShortage`` if memory is short.
  package func reserve(_ bytes: Int, for purpose: @autoclosure () -> String)
    throws(MemoryShortage) -> MemoryReservation
  {
    let now = ContinuousClock.now
    let shortage = state.withLock { state -> (left: Int, limit: Int?)? in
      let isCurrent = state.asked.map { now - $0 < Self.validity } ?? false
      if !isCurrent || bytes + Self.slack > state.free { Self.ask(&state, now) }
      // Requests up to the slack may use the slack.
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

  /// Bytes that can be reserved now.
  package var available: Int {
    state.withLock { state in
      Self.ask(&state, ContinuousClock.now)
      return max(state.free - Self.slack, 0)
    }
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

/// Reserved bytes.
package struct MemoryReservation: ~Copyable, Sendable {
  private let ledger: MemoryLedger
  private var bytes: Int

  fileprivate init(_ ledger: MemoryLedger, _ bytes: Int) {
    self.ledger = ledger
    self.bytes = bytes
  }

  deinit { ledger.release(bytes) }

  /// Releases bytes that have been allocated, at most those still reserved.
  package mutating func release(_ count: Int) {
    let count = min(count, bytes)
    ledger.release(count)
    bytes -= count
  }
}

/// There isn't enough memory.
package struct MemoryShortage: Error, Sendable, CustomStringConvertible {
  /// Purpose of the memory, such as "a frame of 640 × 480 pixels".
  package let purpose: String
  /// Requested bytes.
  package let bytes: Int
  /// Available bytes.
  package let left: Int
  /// Limit of the process, bytes, if it causes the shortage; else nil.
  package let limit: Int?

  /// The message.
  package var description: String {
    let free = "\(left >> 20) MiB are left"
    let why = limit.map { "\(free) of the \($0 >> 20) MiB that it may hold" } ?? free
    return "\(purpose) takes \((bytes + 1 << 20 - 1) >> 20) MiB of memory, and \(why)"
  }
}
