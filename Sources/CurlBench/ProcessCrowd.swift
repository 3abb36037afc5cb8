/// Processes of one thread each that draw the same turn at the same time: what all processors can
/// do where nothing is shared.
///
/// One task only; its calls wait for the other processes.
package protocol ProcessCrowd: AnyObject {
  /// Has each of them draw the turn; milliseconds of the clock until the last has done so.
  func draw() throws -> Double
  /// What each of them draws, as ``BenchWorker/hash()`` tells it.
  func hashes() throws -> [UInt64]
  /// Ends them; harmless twice.
  func end()
}

/// What several threads gain against as many processes of one thread each.
package struct CrowdReport: Sendable, Equatable {
  /// How many processes.
  package let processes: Int
  /// How many times as many frames a second the threads draw as one of them; nil where one wasn't
  /// measured.
  package let threadsGain: Double?
  /// The same of the processes.
  package let processesGain: Double?
  /// The threads' gain by the processes': 1 where threads share nothing that holds them up.
  package let share: Double
  /// Whether all of them drew the same bytes.
  package let isSame: Bool

  /// From milliseconds of the clock for a turn: `threads` by as many threads as there are
  /// processes, `processes` by each of them at once, `single` by one thread alone.
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
