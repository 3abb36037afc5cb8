#if Server

extension WorkerPool {
  /// Whether each slot has had a worker that can draw.
  var hasStarted: Bool { slots.allSatisfy(\.hasStarted) }

  /// How long a drawn picture proves that a worker can draw.
  static let validity = Duration.seconds(2)
  /// The same for a worker that is busy.
  static let busyValidity = Duration.seconds(30)

  /// Whether every worker draws known pixels, or has drawn them a short time ago.
  ///
  /// A worker that doesn't answer in time isn't ready; it is replaced only after its patience.
  func isReady() async -> Bool {
    guard !isEnding, !isDraining, slots.allSatisfy(\.isReady) else { return false }
    for slot in slots.indices where !isProven(slot) {
      Task { await probe(slot) }
    }
    let end = ContinuousClock.now + Self.validity
    while !slots.indices.allSatisfy(isProven) {
      guard ContinuousClock.now < end, (try? await Task.sleep(for: .milliseconds(5))) != nil
      else { return false }
    }
    return true
  }

  /// Whether a worker has drawn known pixels within the last two seconds; while it draws jobs, half
  /// a minute before the one that it draws now.
  func isProven(_ slot: Int) -> Bool {
    guard slots[slot].isReady, let proof = slots[slot].proof else { return false }
    if let entry = slots[slot].entry, entry.job.order.kind != .probe, let start = entry.started {
      return start - proof <= Self.busyValidity
    }
    return ContinuousClock.now - proof <= Self.validity
  }

  /// Lets a worker draw known pixels, before its next job.
  func probe(_ slot: Int) async {
    guard !slots[slot].isProbed, !isStopped else { return }
    slots[slot].isProbed = true
    defer { slots[slot].isProbed = false }
    let job = WorkerJob(WorkerOrder(.probe), longest: settings.patience)
    lastNumber += 1
    let number = lastNumber
    let _: WorkerAnswer? = try? await withCheckedThrowingContinuation { continuation in
      // A probe that kills its worker isn't tried again.
      let entry = Entry(number: number, job: job, continuation: continuation, deaths: 1)
      if slots[slot].idle == nil {
        slots[slot].probe = entry
      } else {
        wake(slot, with: entry)
      }
    }
  }

  /// Whether any request is in quarantine.
  var hasQuarantine: Bool { !quarantine.isEmpty }

  /// Whether a request is in quarantine.
  func condemns(_ digest: Quarantine.Digest) -> Bool { quarantine.holds(digest) }
}
#endif
