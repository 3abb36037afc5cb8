/// Failures that are brought about, so that what follows them can be tested; there are none by
/// default.
///
/// A fault strikes at one of the places where a driver's own would be noticed, counted from its
/// planning, and over all contexts that share the plan. Any thread.
package final class FaultPlan: @unchecked Sendable {
  /// A failure.
  package enum Fault: Sendable, Equatable {
    /// The device is reset, noticed by a check for errors or by a wait; the context is lost.
    case reset(ResetCause)
    /// GL has no memory left, noticed by a check for errors.
    case outOfMemory
    /// The GPU doesn't get done; the wait ends as if its deadline had passed.
    case hang
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

extension Context {
  /// Notices a reset that is planned for here.
  func checkFaults(doing: () -> String) throws(GLError) {
    guard let faults else { return }
    let fault = faults.strike {
      if case .reset = $0 { return true }
      return false
    }
    guard case .reset(let cause) = fault else { return }
    markLost()
    throw GLError(.contextLost(cause), doing: doing(), detail: "planned")
  }
}
