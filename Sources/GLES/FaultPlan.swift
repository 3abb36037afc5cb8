/// Failures that are brought about, so that what follows them can be tested; there are none by
/// default.
///
/// A fault strikes at one of the places where a driver's own would be noticed, counted from its
/// planning, and over all contexts that share the plan. Any thread.
package final class FaultPlan: @unchecked Sendable {
  /// A failure.
  package enum Fault: Sendable, Equatable {
    /// The device is reset: the next check for errors, or the next look at a fence, fails, and the
    /// status says whose work it was.
    case reset(ResetCause)
    /// The device is reset, and nothing fails: the status alone says so.
    case silentReset(ResetCause)
    /// After a reset, one more look at the status finds that it isn't over.
    case recovery
    /// GL has no memory left, noticed by a check for errors.
    case outOfMemory
    /// The GPU doesn't get done; the wait ends as if its deadline had passed.
    case hang
    /// The GPU gets done after that long, which is too late if the deadline is sooner; nobody waits.
    case slow(Duration)
    /// No device gives a context.
    case noContext
  }

  private let lock = Lock()
  private var strikes: [(fault: Fault, left: Int)] = []

  /// A plan without faults.
  package init() {}

  /// Plans one that strikes once, after it has spared as many of its places as `sparing` says, 0 and
  /// up.
  package func add(_ fault: Fault, sparing: Int = 0) {
    lock.lock()
    defer { lock.unlock() }
    strikes.append((fault, sparing))
  }

  /// Takes back what hasn't struck; whether there was any.
  package func clear() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    defer { strikes = [] }
    return !strikes.isEmpty
  }

  /// The first fault of a kind that strikes here; a call is a place of that kind.
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
  /// Whether they are one plan.
  package static func == (a: FaultPlan, b: FaultPlan) -> Bool { a === b }
}

extension FaultPlan.Fault {
  /// Whether it is a reset that calls fail of.
  var isLoud: Bool {
    if case .reset = self { true } else { false }
  }

  /// Whether it is a reset that no call fails of.
  var isSilent: Bool {
    if case .silentReset = self { true } else { false }
  }

  /// Whether it is one of the GPU's not being done.
  var isDelay: Bool {
    if case .slow = self { true } else { self == .hang }
  }

  /// Whether the GPU, once struck, isn't done within a time.
  func outlasts(_ time: Duration) -> Bool {
    if case .slow(let own) = self { own > time } else { self == .hang }
  }

  /// What the status then answers (glGetGraphicsResetStatus).
  var status: UInt32 {
    switch self {
    case .reset(.guilty), .silentReset(.guilty): GL.guiltyReset
    case .reset(.innocent), .silentReset(.innocent): GL.innocentReset
    case .reset(.unknown), .silentReset(.unknown), .recovery: GL.unknownReset
    case .outOfMemory, .hang, .slow, .noContext: GL.noError
    }
  }
}
