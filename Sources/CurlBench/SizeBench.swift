internal import CurlCore
internal import CurlGL
internal import CurlRaster
internal import PageCurl
internal import SamplePages

/// The measurements of one size: its cases and floors, alternately.
final class SizeBench {
  private let plan: BenchPlan
  private let size: PageSize
  private let cases: [BenchCase]
  private let renderers: [Renderer]
  let pages: Pages
  private let litTurn: PageTurn
  private let unlitTurn: PageTurn
  private let floors: FloorBench
  private let judge: Renderer
  /// Times by case, round and frame.
  private var laps: [[[Lap]]]
  private var phases: [[FramePhases]]
  private var parities: [Parity]
  /// For cases with several threads: the processes, their times per round, and whether they drew
  /// the same frames.
  private var workerGroups: [Int: any WorkerGroup] = [:]
  private var workerTimes: [Int: [Double]] = [:]
  private var isSame: [Int: Bool] = [:]
  private var missing: [String] = []

  init(
    plan: BenchPlan, size: PageSize, cases: [BenchCase], renderers: [Renderer?], floors: FloorBench,
    makeWorkers: Bench.WorkerGroupMaking?
  ) async throws {
    let sample = try SamplePages.make(width: size.width, height: size.height)
    pages = try Pages(front: sample.front, next: sample.next)
    litTurn = try plan.turn(pages, isLit: true)
    unlitTurn = try plan.turn(pages, isLit: false)
    self.plan = plan
    self.size = size
    self.cases = cases
    self.renderers = renderers.compactMap(\.self)
    precondition(self.renderers.count == cases.count, "a renderer for each case")
    self.floors = floors
    judge = try await Renderer(.cpu)
    laps = cases.map { _ in [] }
    phases = cases.map { _ in [] }
    parities = cases.map { _ in Parity() }
    if let makeWorkers { try begin(makeWorkers) }
  }

  /// Starts processes for the cases of several threads.
  private func begin(_ makeWorkers: Bench.WorkerGroupMaking) throws {
    for (index, it) in cases.enumerated() {
      guard let threads = it.threads, threads > 1 else { continue }
      var own = plan
      (own.sizes, own.lights, own.threads) = ([size], [it.isLit], [1])
      do {
        workerGroups[index] = try makeWorkers(threads, own)
      } catch {
        guard !Task.isCancelled else { throw CancellationError() }
        missing.append("processes beside each other: \(error)")
      }
    }
  }

  private func turn(_ it: BenchCase) -> PageTurn { it.isLit ? litTurn : unlitTurn }

  /// How the CPU path draws the middle of the turn, in each measured light.
  func plans() throws -> [BenchReport.PlanReport] {
    try plan.lights.filter { isLit in
      cases.contains { $0.backend == .cpu && $0.isLit == isLit }
    }.map { isLit in
      let turn = isLit ? litTurn : unlitTurn
      let found = try Renderer.plan(turn, at: .progress(0.5), for: .pixels(.rgba8))
      let memory = try Renderer.memory(turn, at: .progress(0.5))
      return BenchReport.PlanReport(
        size: size, isLit: isLit, lines: "\(found)".split(separator: "\n").map(String.init),
        tableBytes: memory.tables, lightBytes: memory.light)
    }
  }

  private func moment(_ index: Int) -> Moment {
    PageTurn.moment(ofFrame: index, of: plan.frames)
  }

  func measure(_ say: (String) -> Void) async throws {
    try await floors.begin(litTurn, frames: plan.frames, judge)
    // A renderer's first frame builds programs and uploads pages.
    for (it, renderer) in zip(cases, renderers) {
      _ = try await renderer.frame(turn(it), at: .progress(0.5))
    }
    let start = ContinuousClock.now
    for round in 0..<plan.rounds {
      for index in cases.indices {
        try await measure(index)
        if let workers = workerGroups[index] {
          workerTimes[index, default: []].append(try workers.draw())
        }
      }
      try await floors.round()
      let seconds = Int((ContinuousClock.now - start) / .seconds(1))
      say("\(size.width)×\(size.height): round \(round + 1) of \(plan.rounds) after \(seconds) s")
    }
    guard !Task.isCancelled else { throw CancellationError() }
    for (index, workers) in workerGroups { try await compare(index, workers) }
    for index in cases.indices where cases[index].backend == .gpu {
      try await measurePhases(index)
    }
  }

  /// Measures one round of one case.
  private func measure(_ index: Int) async throws {
    let (turn, renderer) = (turn(cases[index]), renderers[index])
    var round: [Lap] = []
    for i in 0..<plan.frames {
      guard !Task.isCancelled else { throw CancellationError() }
      let watch = Stopwatch()
      let frame = try await renderer.frame(turn, at: moment(i))
      round.append(watch.lap)
      // Compare the measured frame itself, after the clock has stopped.
      if parities[index].hasSeen(frame, at: i) { continue }
      let expected = try await judge.frame(turn, at: moment(i))
      if parities[index].addEqual(frame, expected) { continue }
      parities[index].add(
        frame, expected: expected, reference: try await judge.geometry(turn, at: moment(i)),
        isExact: cases[index].backend == .cpu)
    }
    laps[index].append(round)
  }

  /// Compares the processes' frames with those of a case's threads, and ends the processes.
  private func compare(_ index: Int, _ workers: any WorkerGroup) async throws {
    let (turn, renderer) = (turn(cases[index]), renderers[index])
    var hash = FrameHash()
    for i in 0..<plan.frames { hash.add(try await renderer.frame(turn, at: moment(i))) }
    let hashes = try workers.hashes()
    workers.end()
    isSame[index] = hashes.count == cases[index].threads && hashes.allSatisfy { $0 == hash.value }
  }

  /// Measures the phases of the frames in a separate round, because phases need another wait.
  private func measurePhases(_ index: Int) async throws {
    let (turn, renderer) = (turn(cases[index]), renderers[index])
    for i in 0..<plan.frames {
      guard !Task.isCancelled else { throw CancellationError() }
      if let parts = try await renderer.timedFrame(turn, at: moment(i)).phases {
        phases[index].append(parts)
      }
    }
  }

  func add(to report: inout BenchReport) {
    let set = BenchReport.FloorSet(size: size, floors: floors.timings)
    report.floors.append(set)
    for text in floors.missing + missing where !report.missing.contains(text) {
      report.missing.append(text)
    }
    for index in cases.indices {
      if let found = caseReport(index, set, report) { report.cases.append(found) }
    }
  }

  private func caseReport(
    _ index: Int, _ set: BenchReport.FloorSet, _ report: BenchReport
  ) -> CaseReport? {
    let it = cases[index]
    guard let wall = Timing(rounds: laps[index].map { $0.map(\.wall) }),
      let cpu = Timing(rounds: laps[index].map { $0.map(\.cpu) })
    else { return nil }
    let isSoftware = it.backend == .gpu && report.isSoftware
    let remap = set.floors.first { $0.floor == .remap }
    return CaseReport(
      benchCase: it,
      renderer: it.backend == .gpu
        ? Self.shortName(report.driver ?? "OpenGL", isSoftware: isSoftware) : "CPU path",
      isSoftware: isSoftware, frames: plan.frames, rounds: plan.rounds, wall: wall, cpu: cpu,
      phases: Self.summary(phases[index]),
      timesFloor: set.floors.map {
        FloorRatio($0.floor, wall: (wall, $0.wall), cpu: (cpu, $0.cpu))
      },
      timesRemap: remap.flatMap { remap in
        remap.cpu.map { LapRatio(wall: wall.mean / remap.wall.mean, cpu: cpu.mean / $0.mean) }
      },
      parity: parities[index], workers: workersReport(index))
  }

  private func workersReport(_ index: Int) -> WorkerGroupReport? {
    let it = cases[index]
    guard let processes = workerTimes[index]?.min(), let threads = leastTurn(index),
      let count = it.threads
    else { return nil }
    let single = cases.firstIndex { $0.threads == 1 && $0.isLit == it.isLit }
    return WorkerGroupReport(
      processes: count, single: single.flatMap(leastTurn), threads: threads,
      processes: processes, isSame: isSame[index] ?? false)
  }

  /// Least clock time of a case's turn over the rounds, milliseconds.
  private func leastTurn(_ index: Int) -> Double? {
    laps[index].map { $0.reduce(0) { $0 + $1.wall } }.min()
  }

  /// Name of the renderer without versions; software is marked.
  static func shortName(_ driver: String, isSoftware: Bool) -> String {
    let name = driver.split(separator: ",").first.map(String.init) ?? driver
    guard isSoftware else { return name }
    return (name.split(separator: " ").first.map(String.init) ?? name) + " (software)"
  }

  private static func summary(_ phases: [FramePhases]) -> CaseReport.Phases? {
    func timing(_ part: (FramePhases) -> Duration?) -> Timing? {
      let values = phases.compactMap(part).map(\.milliseconds)
      return values.count == phases.count ? Timing(rounds: [values]) : nil
    }
    guard let draw = timing(\.draw), let readback = timing(\.readback) else { return nil }
    return CaseReport.Phases(gpuDraw: timing(\.gpuDraw), draw: draw, readback: readback)
  }
}
