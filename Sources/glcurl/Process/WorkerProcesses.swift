internal import CurlBench

/// This program several times over, each of one thread, drawing the same turn at the same time.
///
/// Each is `bench --worker`, told "draw" or "hash", a line each, once it has said "ready".
final class WorkerProcesses: ProcessCrowd {
  /// What a worker is told, and what it says first.
  enum Word {
    static let draw = "draw"
    static let hash = "hash"
    static let ready = "ready"
  }

  private let workers: [SpokenProcess]

  /// Starts so many with a command line of `bench`, and waits until all are ready.
  init(_ count: Int, _ words: [String]) throws(CommandError) {
    var workers: [SpokenProcess] = []
    for _ in 0..<count {
      workers.append(
        try SpokenProcess(MeasuredProcess.own, ["bench", "--worker"] + words) {
          CommandError(.internalError, "a process that draws beside others \($0)")
        })
    }
    self.workers = workers
    for answer in try all(nil) where answer != Word.ready {
      throw CommandError(.internalError, "a process that draws beside others said '\(answer)'")
    }
  }

  func draw() throws -> Double {
    let start = ContinuousClock.now
    _ = try all(Word.draw)
    return (ContinuousClock.now - start) / .milliseconds(1)
  }

  func hashes() throws -> [UInt64] {
    try all(Word.hash).compactMap { UInt64($0) }
  }

  func end() { for worker in workers { worker.end() } }

  /// Tells all of them a word, and waits for a line of each.
  private func all(_ word: String?) throws(CommandError) -> [String] {
    if let word {
      for worker in workers { try worker.send(Array((word + "\n").utf8)) }
    }
    var lines: [String] = []
    for worker in workers { lines.append(try worker.line()) }
    return lines
  }
}
