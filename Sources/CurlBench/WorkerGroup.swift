/// Processes of one thread each that draw the same turn at the same time: the throughput of the
/// processors if nothing is shared.
///
/// Only one task may use it; calls wait for the other processes.
package protocol WorkerGroup: AnyObject {
  /// Makes each process draw the turn; returns the clock time until the last one has finished,
  /// milliseconds.
  func draw() throws -> Double
  /// Hash of each process's frames, as ``BenchWorker/hash()``.
  func hashes() throws -> [UInt64]
  /// Ends the processes; may be called twice.
  func end()
}

/// Gain of several threads compared with as many processes of one thread each.
package struct WorkerGroupReport: Sendable, Equatable {
  /// Number of processes.
  package let processes: Int
  /// Throughput of the threads relative to one thread; nil if one thread wasn't measured.
  package let threadsGain: Double?
  /// Throughput of the processes relative to one thread; nil if one thread wasn't measured.
  package let processesGain: Double?
  /// The threads' throughput divided by the processes': 1 if the threads share no bottleneck.
  package let share: Double
  /// Whether threads and processes drew the same bytes.
  package let isSame: Bool

  /// A report from clock times of a turn, milliseconds: `threads` with as many threads as
  /// processes, `processes` for all processes at once, `single` with one thread.
  package init(
    processes count: Int, single: Double?, threads: Double, processes: Double, isSame: Bool
  ) {
    self.processes = count
    threadsGain = single.map { $0 / threads }
    processesGain = single.map { Double(count) * $0 / processes }
    share = processes / (Double(count) * threads)
    self.isSame = isSame
  }
}
