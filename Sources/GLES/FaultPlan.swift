/// Planned failures for tests; none by default.
///
/// A fault strikes where a driver's own failure would be noticed. Places are counted from the
/// planning, over all contexts that share the plan. Safe from any thread.
package final class FaultPlan: @unchecked Sendable {
  /// A failure.
  package enum Fault: Sendable, Equatable {
    /// The device is reset: the next check for errors, or the next wait for a fence, fails, and the
    /// status reports the cause.
    case reset(ResetCause)
    /// The device is reset, and only the status reports it.
    case silentReset(ResetCause)
    /// After a reset, one further query of the status finds that it isn't over.
    case recovery
    /// GL is out of memory, as a check for errors reports.
    case outOfMemory
    /// The GPU never finishes; the wait ends as if at its deadline.
    case hang
    /// The GPU finishes after this time, which is too late for an earlier deadline; no actual
    /// waiting.
    case slow(Duration)
    /// No device gives a context.
    case noContext
  }

  private let lock = Lock()
  private var strikes: [(fault: Fault, left: Int)] = []

  /// A plan without faults.
  package init() {}

  /// Plans a fault that strikes once, after `sparing` of its places have been passed, ≥ 0.
  package func add(_ fault: Fault, sparing: Int = 0) {
    lock.lock()
    defer { lock.unlock() }
    strikes.append((fault, sparing))
  }

  /// Removes pending faults; returns whether there were any.
  package func clear() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    defer { strikes = [] }
    return !strikes.isEmpty
  }

  /// The first planned fault of a kind, if it strikes here; each call counts as a place of that
  /// kind.
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
  /// Whether they are the same plan.
  package static func == (a: FaultPlan, b: FaultPlan) -> Bool { a === b }
}

extension FaultPlan.Fault {
  /// Whether it is a reset that makes calls fail.
  var isLoud: Bool {
    if case .reset = self { true } else { false }
  }

  /// Whether it is a reset that makes no call fail.
  var isSilent: Bool {
    if case .silentReset = self { true } else { false }
  }

  /// Whether it delays the GPU.
  var isDelay: Bool {
    if case .slow = self { true } else { self == .hang }
  }

  /// Whether the GPU, once struck, isn't finished within a time.
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
