internal import CurlCore
internal import CurlGL
internal import PageCurl
internal import SamplePages

/// The measurements of one size: its cases and floors, in turns.
final class SizeBench {
  private let plan: BenchPlan
  private let size: PageSize
  private let cases: [BenchCase]
  private let renderers: [Renderer]
  /// The pages that are turned.
  let pages: Pages
  private let litTurn: PageTurn
  private let unlitTurn: PageTurn
  private let floors: FloorBench
  private let judge: Renderer
  /// By case, round and frame.
  private var laps: [[[Lap]]]
  private var phases: [[FramePhases]]
  private var parities: [Parity]

  init(
    plan: BenchPlan, size: PageSize, cases: [BenchCase], renderers: [Renderer?], floors: FloorBench
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
  }

  private func turn(_ it: BenchCase) -> PageTurn { it.isLit ? litTurn : unlitTurn }

  private func moment(_ index: Int) -> Moment {
    PageTurn.moment(ofFrame: index, of: plan.frames)
  }

  func measure(_ say: (String) -> Void) async throws {
    try await floors.begin(litTurn, frames: plan.frames, judge)
    // The first frame of a renderer makes programs and uploads pages.
    for (it, renderer) in zip(cases, renderers) {
      _ = try await renderer.frame(turn(it), at: .progress(0.5))
    }
    let start = ContinuousClock.now
    for round in 0..<plan.rounds {
      for index in cases.indices { try await measure(index) }
      try await floors.round()
      let seconds = Int((ContinuousClock.now - start) / .seconds(1))
      say("\(size.width)×\(size.height): round \(round + 1) of \(plan.rounds) after \(seconds) s")
    }
    guard !Task.isCancelled else { throw CancellationError() }
    for index in cases.indices where cases[index].backend == .gpu {
      try await measurePhases(index)
    }
  }

  /// One round of one case.
  private func measure(_ index: Int) async throws {
    let (turn, renderer) = (turn(cases[index]), renderers[index])
    var round: [Lap] = []
    for i in 0..<plan.frames {
      guard !Task.isCancelled else { throw CancellationError() }
      let watch = Stopwatch()
      let frame = try await renderer.frame(turn, at: moment(i))
      round.append(watch.lap)
      // The frame itself that was timed, and not another of its kind; off the clock.
      if !parities[index].hasSeen(frame, at: i) {
        parities[index].add(
          frame, expected: try await judge.frame(turn, at: moment(i)),
          reference: try await judge.geometry(turn, at: moment(i)),
          isExact: cases[index].backend == .cpu)
      }
    }
    laps[index].append(round)
  }

  /// The parts of the frames, in a round of their own: to tell them apart takes a wait more.
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
    for text in floors.missing where !report.missing.contains(text) {
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
      it: it,
      renderer: it.backend == .gpu
        ? Self.shortName(report.driver ?? "OpenGL", isSoftware: isSoftware) : "CPU path",
      isSoftware: isSoftware, frames: plan.frames, rounds: plan.rounds, wall: wall, cpu: cpu,
      phases: Self.summary(phases[index]),
      timesFloor: set.floors.map { ($0.floor, wall.mean / $0.wall.mean) },
      timesRemap: remap.flatMap { remap in
        remap.cpu.map { Lap(wall: wall.mean / remap.wall.mean, cpu: cpu.mean / $0.mean) }
      },
      parity: parities[index])
  }

  /// The renderer's own name, without versions; software says so.
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
    return CaseReport.Phases(
      gpuDraw: timing(\.gpuDraw), draw: draw, packing: timing(\.packing), readback: readback)
  }
}
