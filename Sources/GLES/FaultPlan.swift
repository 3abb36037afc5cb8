/// Planned failures for tests; none by default.
///
/// A fault strikes in the check that would notice a driver's own failure. `add(_:afterChecks:)`
/// starts to count these checks, over all contexts that share the plan. Safe from any thread.
package final class FaultPlan: @unchecked Sendable {
  /// Kind of a planned failure.
  package enum Fault: Sendable, Equatable {
    /// The device is reset: the next check for errors, or the next wait for a fence, fails, and the
    /// status reports the cause.
    case reset(ResetCause)
    /// The device is reset, and only the status reports it.
    case silentReset(ResetCause)
    /// One more query of the status reports that a reset isn't over.
    case recovery
    /// A check for errors reports that GL is out of memory.
    case outOfMemory
    /// The GPU never finishes; the wait fails at once, as if at its deadline.
    case hang
    /// The GPU finishes after this time; a wait with an earlier deadline fails at once.
    case slow(Duration)
    /// No device opens a context.
    case noContext
  }

  private let lock = Lock()
  private var strikes: [(fault: Fault, left: Int)] = []

  /// A plan without faults.
  package init() {}

  /// Plans a fault that strikes once, after the next `count` ≥ 0 checks that could notice it.
  package func add(_ fault: Fault, afterChecks count: Int = 0) {
    lock.lock()
    defer { lock.unlock() }
    strikes.append((fault, count))
  }

  /// Removes all pending faults; returns whether any was pending.
  package func clear() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    defer { strikes = [] }
    return !strikes.isEmpty
  }

  /// Removes and returns the first matching fault that is due; nil if none is.
  ///
  /// Each call counts as a check for the matching faults that it passes.
  func strike(where isHere: (Fault) -> Bool) -> Fault? {
    lock.lock()
    defer { lock.unlock() }
    for i in strikes.indices where isHere(strikes[i].fault) {
      if strikes[i].left == 0 { return strikes.remove(at: i).fault }
      strikes[i].left -= 1
    }
    return nil
  }
}

extension FaultPlan: Equatable {
  /// Whether both are the same object.
  package static func == (a: FaultPlan, b: FaultPlan) -> Bool { a === b }
}

extension FaultPlan.Fault {
  /// Whether the fault is a reset that makes calls fail.
  var isLoud: Bool {
    if case .reset = self { true } else { false }
  }

  /// Whether the fault is a reset that makes no call fail.
  var isSilent: Bool {
    if case .silentReset = self { true } else { false }
  }

  /// Whether the fault delays the GPU.
  var isDelay: Bool {
    if case .slow = self { true } else { self == .hang }
  }

  /// Whether the delayed GPU needs longer than a time.
  func outlasts(_ time: Duration) -> Bool {
    if case .slow(let own) = self { own > time } else { self == .hang }
  }

  /// The status after the fault (glGetGraphicsResetStatus).
  var status: UInt32 {
    switch self {
    case .reset(.guilty), .silentReset(.guilty): GL.guiltyReset
    case .reset(.innocent), .silentReset(.innocent): GL.innocentReset
    case .reset(.unknown), .silentReset(.unknown), .recovery: GL.unknownReset
    case .outOfMemory, .hang, .slow, .noContext: GL.noError
    }
  }
}
