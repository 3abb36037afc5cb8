package import CurlCore
internal import CurlRaster
internal import PageCurl

/// Measures the looks on the CPU path against OpenCV's remap of as many pixels, alternately.
package struct LooksBench {
  /// Starts a number of processes that draw a look with pages of a size.
  package typealias WorkerGroupMaking = (Int, LookCase, PageSize) throws -> any WorkerGroup

  private let size: PageSize
  private let cases: [LookCase]
  private let rounds: Int
  private let threads: Int?
  private let hasScaledPage: Bool
  private let remap: (any RemapProgram)?
  private let makeWorkers: WorkerGroupMaking
  private let say: (String) -> Void

  /// A run of measurements.
  ///
  /// - Parameters:
  ///   - size: size of the pages.
  ///   - cases: the looks to measure.
  ///   - hasScaledPage: whether to measure the scaling of a large page too.
  ///   - rounds: number of rounds; the least time counts.
  ///   - threads: number of threads to compare with as many processes; nil leaves that out.
  ///   - remap: OpenCV's remap; nil leaves out all ratios.
  ///   - makeWorkers: starts processes to compare threads with.
  ///   - say: receives progress notes.
  package init(
    size: PageSize, cases: [LookCase], hasScaledPage: Bool, rounds: Int, threads: Int?,
    remap: (any RemapProgram)?, makeWorkers: @escaping WorkerGroupMaking,
    say: @escaping (String) -> Void
  ) {
    (self.size, self.cases, self.rounds, self.threads) = (size, cases, rounds, threads)
    (self.hasScaledPage, self.remap) = (hasScaledPage, remap)
    (self.makeWorkers, self.say) = (makeWorkers, say)
  }

  /// Measures everything; takes minutes.
  ///
  /// - Throws: `RenderError`; the errors of sample pages and of the remap program;
  ///   `CancellationError`.
  package func run() async throws -> LooksReport {
    let renderer = try await Renderer(.cpu, threads: 1)
    let pages = LookPages(size)
    var looks: [Look] = []
    for it in cases { looks.append(Look(it, try it.turn(pages))) }
    let floor = try await beginRemap(pages, renderer)
    let scaledPage =
      hasScaledPage ? try ScaledPageTime(pages, floor == nil ? nil : remap) : nil
    say("\(title): \(looks.count) looks × \(LookCase.moments.count) frames × \(rounds) rounds")
    let start = ContinuousClock.now
    for round in 0..<rounds {
      for look in looks where look.isNeeded(round) { try await look.round(renderer) }
      try floor?.round()
      try scaledPage?.round()
      let seconds = Int((ContinuousClock.now - start) / .seconds(1))
      say("\(title): round \(round + 1) of \(rounds) after \(seconds) s")
    }
    let gains = ThreadGains()
    for look in looks { try await measureThreads(look, renderer, gains) }
    return LooksReport(
      size: size, rounds: rounds, threads: threads, remap: floor?.timing,
      looks: looks.map { $0.report(gains.found[$0.it.name]) }, scaledPage: scaledPage?.report,
      missing: (remap == nil ? ["remap: no --remap, so no bound can be checked"] : [])
        + gains.missing)
  }

  private var title: String { "\(size.width)×\(size.height)" }

  /// Sends the page and the maps of the plain curl to the remap program; nil without one.
  private func beginRemap(_ pages: LookPages, _ renderer: Renderer) async throws -> RemapFloor? {
    guard let remap else { return nil }
    let turn = try PageTurn(pages.pages(), BenchPlan.defaultTurn)
    try remap.begin(turn.pages.pictures.front.pixmap)
    for progress in LookCase.moments {
      let geometry = try await renderer.geometry(turn, at: .progress(progress))
      try remap.add(geometry.map(size), width: geometry.width, height: geometry.height)
    }
    return RemapFloor(remap)
  }

  /// Compares threads with processes, alternately, if a frame takes long enough.
  private func measureThreads(_ look: Look, _ single: Renderer, _ gains: ThreadGains) async throws {
    guard let threads, look.milliseconds > LookReport.shortestThreadedFrame else { return }
    let workers: any WorkerGroup
    do {
      workers = try makeWorkers(threads, look.it, size)
    } catch {
      guard !Task.isCancelled else { throw CancellationError() }
      gains.missing.append("processes beside each other: \(error)")
      return
    }
    defer { workers.end() }
    let renderer = try await Renderer(.cpu, threads: threads)
    _ = try await look.milliseconds(renderer)
    var (alone, together, processes) = (Double.infinity, Double.infinity, Double.infinity)
    for _ in 0..<rounds {
      alone = min(alone, try await look.milliseconds(single))
      together = min(together, try await look.milliseconds(renderer))
      processes = min(processes, try workers.draw())
    }
    let own = try await look.hash(renderer)
    gains.found[look.it.name] = WorkerGroupReport(
      processes: threads, single: alone, threads: together, processes: processes,
      isSame: try workers.hashes().allSatisfy { $0 == own })
    say("\(title): \(look.it.name) with \(threads) threads")
  }
}

/// Gain of threads, by the looks' names.
private final class ThreadGains {
  var found: [String: WorkerGroupReport] = [:]
  var missing: [String] = []
}

/// One look while it is measured.
private final class Look {
  let it: LookCase
  private let turn: PageTurn
  private var rounds: [[Double]] = []

  /// Time of a frame, milliseconds, above which the caches' contents don't matter and noise is a
  /// small share.
  private static let longFrame = 100.0
  /// Number of rounds for such frames.
  private static let longRounds = 3

  init(_ it: LookCase, _ turn: PageTurn) { (self.it, self.turn) = (it, turn) }

  /// Processor time of a frame in the rounds so far, milliseconds; 0 before the first.
  var milliseconds: Double { Timing(rounds: rounds)?.mean ?? 0 }

  /// Whether round `round` measures this look.
  func isNeeded(_ round: Int) -> Bool { round < Self.longRounds || milliseconds < Self.longFrame }

  /// Measures one round of the look's frames.
  func round(_ renderer: Renderer) async throws {
    // Not measured: other looks' frames are in the caches, and in the pages' own ones, which hold two
    // scaled copies of each page. A film of this look would scale each of its pages once.
    if milliseconds < Self.longFrame {
      for index in LookCase.moments.indices { _ = try await it.frame(turn, index, renderer) }
    }
    var laps: [Double] = []
    for index in LookCase.moments.indices {
      guard !Task.isCancelled else { throw CancellationError() }
      let watch = Stopwatch()
      _ = try await it.frame(turn, index, renderer)
      laps.append(watch.lap.cpu)
    }
    rounds.append(laps)
  }

  /// Clock time of all frames of the look, milliseconds.
  func milliseconds(_ renderer: Renderer) async throws -> Double {
    let watch = Stopwatch()
    for index in LookCase.moments.indices { _ = try await it.frame(turn, index, renderer) }
    return watch.lap.wall
  }

  func hash(_ renderer: Renderer) async throws -> UInt64 {
    var hash = FrameHash()
    for index in LookCase.moments.indices { hash.add(try await it.frame(turn, index, renderer)) }
    return hash.value
  }

  func report(_ workers: WorkerGroupReport?) -> LookReport {
    let moments = LookCase.moments.indices.map { index in rounds.map { $0[index] }.min() ?? 0 }
    return LookReport(
      name: it.name, output: it.output, page: turn.pages.size,
      frame: PageSize(width: turn.canvas.width, height: turn.canvas.height), rounds: rounds.count,
      moments: moments, bound: it.bound, workers: workers)
  }
}

/// OpenCV's remap of the plain curl's frames, while it is measured.
private final class RemapFloor {
  private let remap: any RemapProgram
  private var rounds: [[Double]] = []

  init(_ remap: any RemapProgram) { self.remap = remap }

  func round() throws {
    // Not measured, as for the looks.
    for index in LookCase.moments.indices { _ = try remap.remap(index) }
    rounds.append(try LookCase.moments.indices.map { try remap.remap($0).cpu })
  }

  var timing: Timing? { Timing(rounds: rounds) }
}

/// The time to scale a page larger than its frame, while it is measured.
private final class ScaledPageTime {
  private let page: Pixmap
  private let canvas: Canvas
  private let remap: (any RemapProgram)?
  private var least = Double.infinity
  private var areaLeast = Double.infinity

  init(_ pages: LookPages, _ remap: (any RemapProgram)?) throws {
    let large = try pages.pages(times: 3)
    page = large.front.pixmap
    canvas = pages.canvas(large.size, times: 1080.0 / 1366)
    self.remap = remap
    try remap?.beginArea(page, width: canvas.width, height: canvas.height)
  }

  func round() throws {
    let page = PreparedPicture(page)
    let watch = Stopwatch()
    _ = page.stored(for: canvas)
    least = min(least, watch.lap.cpu)
    if let remap { areaLeast = min(areaLeast, try remap.area().cpu) }
  }

  var report: ScaledPageReport {
    ScaledPageReport(
      page: PageSize(width: page.width, height: page.height),
      picture: PageSize(width: canvas.width, height: canvas.height), milliseconds: least,
      areaMilliseconds: remap == nil ? nil : areaLeast)
  }
}
