internal import CurlBench

/// Several processes of this program, with one thread each, that draw the same turn at the same
/// time.
///
/// Each runs `bench --worker`: it prints "ready", then answers "draw" or "hash" with one line.
final class WorkerProcesses: WorkerGroup {
  /// Words of the protocol.
  enum Word {
    static let draw = "draw"
    static let hash = "hash"
    static let ready = "ready"
  }

  private let workers: [LineProcess]

  /// Starts `count` processes with these options of `bench`, and waits until all are ready.
  init(_ count: Int, _ arguments: [String]) throws(CommandError) {
    var workers: [LineProcess] = []
    for _ in 0..<count {
      workers.append(
        try LineProcess(MeasuredProcess.own, ["bench", "--worker"] + arguments) {
          CommandError(.internalError, "a worker process \($0)")
        })
    }
    self.workers = workers
    for answer in try all(nil) where answer != Word.ready {
      throw CommandError(.internalError, "a worker process said '\(answer)'")
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

  /// Sends a word to all processes, if given, and reads a line from each.
  private func all(_ word: String?) throws(CommandError) -> [String] {
    if let word {
      for worker in workers { try worker.send(Array((word + "\n").utf8)) }
    }
    var lines: [String] = []
    for worker in workers { lines.append(try worker.line()) }
    return lines
  }
}
