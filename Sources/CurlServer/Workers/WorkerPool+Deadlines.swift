#if Server
internal import Glibc
internal import WorkerLink

extension WorkerPool {
  /// Interval between looks at deadlines.
  static let tick = Duration.milliseconds(50)

  /// Ends jobs whose deadline has passed: those that wait, and processes of those that run.
  func sweep() async {
    while !isStopped {
      guard (try? await Task.sleep(for: Self.tick)) != nil else { return }
      let now = ContinuousClock.now
      queue.removeAll { entry in
        guard entry.job.isLate(nil, at: now) else { return false }
        entry.continuation.resume(throwing: WorkerFailure.late)
        return true
      }
      for slot in slots.indices where !slots[slot].isLate {
        guard let entry = slots[slot].entry, entry.job.isLate(entry.started, at: now) else {
          continue
        }
        end(slot)
      }
      for slot in slots.indices where !slots[slot].isReady && !slots[slot].isLate {
        guard let began = slots[slot].began, now - began > settings.patience else { continue }
        end(slot)
      }
    }
  }

  /// Kills a process that takes too long.
  func end(_ slot: Int) {
    slots[slot].isLate = true
    slots[slot].connection?.process.kill(SIGKILL)
    // A process inside a driver's system call outlives the signal: don't wait for it.
    slots[slot].connection?.process.socket.close()
  }
}
#endif
