internal import CurlBench
internal import PageCurl
internal import PageFilm

/// `bench` as one of several processes that draw a turn at the same time.
extension BenchCommand {
  /// The command line of a process that draws the only case of a plan.
  static func arguments(_ plan: BenchPlan, _ kind: TurnKind) -> [String] {
    [
      "--backend", "cpu", "--threads", "1", "--frames", "\(plan.frames)", "--turn", kind.name,
      "--sizes", plan.sizes.map { "\($0.width)x\($0.height)" }.joined(separator: ","),
      plan.lights == [true] ? "--lit" : "--unlit",
    ]
  }

  /// The command line of a process that draws a look.
  static func arguments(_ look: LookCase, _ size: PageSize) -> [String] {
    ["--looks", "--only", look.name, "--sizes", "\(size.width)x\(size.height)"]
  }

  private func makeWorker() async throws -> BenchWorker {
    guard looks else { return try await BenchWorker(makePlan()) }
    guard let look = LookCase.matching(only ?? "").first, let size = sizes.first else {
      throw CommandError(.usage, "a worker process was given no look")
    }
    return try await BenchWorker(look, PageSize(width: size.width, height: size.height))
  }

  /// Draws on request until standard input ends.
  func serve() async throws {
    let worker = try await makeWorker()
    try Console.write(WorkerProcesses.Word.ready + "\n")
    while let word = readLine() {
      switch word {
      case WorkerProcesses.Word.draw:
        try await worker.draw()
        try Console.write("done\n")
      case WorkerProcesses.Word.hash: try Console.write("\(try await worker.hash())\n")
      default: throw CommandError(.usage, "a worker process was told '\(word)'")
      }
    }
  }
}
