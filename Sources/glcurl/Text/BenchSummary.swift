internal import ArgumentParser
internal import CurlBench
internal import CurlSystem
internal import PageCurl
internal import PageFilm

/// Output of `bench`: a table.
struct BenchSummary {
  let report: BenchReport
  let machine: Machine
  let comparisons: [BenchComparison]
  /// Title of the program of `--remap`; nil without it.
  let remapTitle: String?
  /// Whether to add the lines of `--explain`.
  var explains = false

  private static let floorColumns = 21
  private static let remapColumns = 15

  var table: String {
    var lines = header + [""]
    let names = report.cases.map { $0.name.count }.max() ?? 0
    let numbers = "    min  median     p95    mean"
    let remap = remapTitle == nil ? "" : "× remap".left(Self.remapColumns) + "  "
    lines.append("".left(names + 7) + "  " + "wall ms".left(31) + "  CPU ms")
    lines.append(
      "case".left(names) + "    fps  \(numbers)  \(numbers)  "
        + "× floor".left(Self.floorColumns) + "  \(remap)parity")
    lines += report.cases.map { line($0, names) }
    for each in report.cases where each.benchCase.backend == .gpu { lines += parts(each, names) }
    let gains = report.cases.compactMap { each in
      each.workers.map { "\(each.name): \(gained($0))" }
    }
    if !gains.isEmpty { lines += [""] + gains }
    lines.append("")
    for set in report.floors { lines += floors(set) }
    let speedUps = report.cases.flatMap { gpu in
      report.speedUps(gpu).map {
        "\(gpu.name) (\(gpu.renderer)) is \($0.ratio.fixed(2)) times as fast as \($0.name)"
      }
    }
    if !speedUps.isEmpty { lines += [""] + speedUps }
    if explains { lines += [""] + explanation }
    if !comparisons.isEmpty { lines += [""] + comparisons.flatMap(compared) }
    lines += report.missing.isEmpty ? [] : [""] + report.missing.map { "not measured: \($0)" }
    if let peak = SystemMemory.peak {
      lines += ["", "peak memory of the whole run: \((Double(peak) / 1e6).fixed(0)) MB"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether the turn is the curl, so that angle and radius apply.
  var isCurl: Bool { report.turn == CurlTurn.name }

  private var header: [String] {
    let opengl =
      switch report.driver {
      case let driver? where report.isSoftware: driver + ": NO GPU is measured here"
      case let driver?: driver
      case nil: "none"
      }
    var lines = [
      "glcurl   \(Glcurl.configuration.version)", "machine  \(machine.text)",
      "OpenGL   \(opengl)",
    ]
    if let remapTitle { lines.append("remap    \(remapTitle)") }
    if let first = report.cases.first {
      lines.append(
        "turn     \(report.turn), \(first.frames) frames, "
          + (isCurl
            ? "angle \(BenchPlan.angle.short), radius \(BenchPlan.radius.short)%, " : "")
          + "the least of \(first.rounds) round"
          + (first.rounds == 1 ? "" : "s") + " for each frame")
    }
    return lines
  }

  private func line(_ it: CaseReport, _ names: Int) -> String {
    let floor =
      it.ownFloor.map {
        "\($0.floor.rawValue) \($0.wall.digits) (CPU \($0.cpu.map(\.digits) ?? "-"))"
      } ?? "-"
    let remap = it.timesRemap.map { "\($0.wall.digits) (CPU \($0.cpu.digits))" } ?? "-"
    let psnr = it.parity.psnr.isFinite ? ", \(it.parity.psnr.fixed(1)) dB" : ""
    let parity =
      it.benchCase.backend == .cpu && it.parity.isRight
      ? "same bytes"
      : (it.parity.isRight ? "ok" : "FAIL") + ": \(it.parity.maximum.short)/255\(psnr)"
    var columns = [
      it.name.left(names) + it.framesPerSecond.digits.right(7), columns(it.wall), columns(it.cpu),
      floor.left(Self.floorColumns),
    ]
    if remapTitle != nil { columns.append(remap.left(Self.remapColumns)) }
    columns.append(it.isSoftware ? "\(parity); \(it.renderer)" : parity)
    return columns.joined(separator: "  ")
  }

  /// Gain of threads relative to that of processes.
  private func gained(_ it: WorkerGroupReport) -> String {
    let own = it.threadsGain.map { "gain \($0.digits), " } ?? ""
    let others = it.processesGain.map { " (\($0.digits))" } ?? ""
    return own
      + "\(it.share.digits) of what \(it.processes) processes of one thread gain\(others), "
      + (it.isSame ? "same bytes" : "FAIL: other bytes")
  }

  private func columns(_ timing: Timing) -> String {
    [timing.min, timing.median, timing.p95, timing.mean].map { $0.fixed(2).right(7) }
      .joined(separator: " ")
  }

  /// Phases of a frame in OpenGL.
  private func parts(_ it: CaseReport, _ names: Int) -> [String] {
    guard let phases = it.phases else { return [] }
    // llvmpipe's timer reports only a fraction of the time.
    let trust = it.isSoftware ? ", unreliable in software" : ""
    let gpu = phases.gpuDraw.map { "\($0.mean.fixed(2)) by its own timer\(trust)" } ?? "no timer"
    return [
      it.name.left(names)
        + "  mean ms of one round: drawing \(phases.draw.mean.fixed(2)) (\(gpu)), "
        + "read-back \(phases.readback.mean.fixed(2))"
    ]
  }

  private func floors(_ set: BenchReport.FloorSet) -> [String] {
    let texts = set.floors.map { "\($0.floor.rawValue) \($0.wall.mean.fixed(3))" }
    return [
      "floors \(set.size.width)x\(set.size.height), mean ms: " + texts.joined(separator: ", ")
    ]
  }

  private func compared(_ it: BenchComparison) -> [String] {
    guard let wall = it.wall, let cpu = it.cpu else {
      return ["\(it.name) against before: no ratio, ANOTHER TURN then"]
    }
    let note =
      (it.isOtherRenderer ? "; ANOTHER RENDERER then" : "")
      + (it.isOtherRounds ? "; other rounds then" : "")
    return [
      "\(it.name) against before: wall \(text(wall)), CPU \(text(cpu))\(note)"
    ]
  }

  private func text(_ ratio: BenchComparison.Ratio) -> String {
    let noise = ratio.noise.map { "noise \((100 * $0).fixed(1))%" } ?? "noise unknown"
    return "\(ratio.ratio.fixed(3)) (\(noise)) \(ratio.verdict.rawValue)"
  }
}

extension Double {
  /// Three digits, or all digits before the point if there are more.
  fileprivate var digits: String { fixed(self < 10 ? 2 : self < 100 ? 1 : 0) }
}
