internal import ArgumentParser
internal import CurlBench
internal import CurlSystem
internal import PageCurl
internal import PageFilm

extension BenchSummary {
  /// The output of `bench --json` and input of `--compare`; times are milliseconds.
  var json: JSON {
    .object([
      ("glcurl", .string(Glcurl.configuration.version)), ("machine", .string(machine.text)),
      ("driver", JSON(report.driver)), ("software", .bool(report.isSoftware)),
      ("remap", JSON(remapTitle)), ("turn", .string(report.turn)),
      ("angle", isCurl ? .number(BenchPlan.angle) : .null),
      ("radiusPercent", isCurl ? .number(BenchPlan.radius) : .null),
      ("ok", .bool(report.wrong.isEmpty)), ("cases", .array(report.cases.map(json))),
      (
        "floors",
        .object(report.floors.map { ("\($0.size.width)x\($0.size.height)", json($0)) })
      ),
      (
        "comparisons",
        .array(comparisons.map(json))
      ),
      ("pipelines", .array(report.pipelines.map(json))),
      ("plans", .array(report.plans.map(json))),
      ("missing", .array(report.missing.map(JSON.string))),
      ("peakMemoryBytes", SystemMemory.peak.map(JSON.int) ?? .null),
    ])
  }

  private func json(_ it: CaseReport) -> JSON {
    .object([
      ("name", .string(it.name)), ("backend", .string(it.benchCase.backend.rawValue)),
      ("renderer", .string(it.renderer)), ("software", .bool(it.isSoftware)),
      ("width", .int(it.benchCase.size.width)), ("height", .int(it.benchCase.size.height)),
      ("threads", it.benchCase.threads.map(JSON.int) ?? .null), ("lit", .bool(it.benchCase.isLit)),
      ("frames", .int(it.frames)), ("rounds", .int(it.rounds)), ("wallMs", JSON(it.wall)),
      ("cpuMs", JSON(it.cpu)), ("framesPerSecond", .number(it.framesPerSecond)),
      ("phasesMs", it.phases.map(json) ?? .null),
      ("timesFloor", .object(it.timesFloor.map { ($0.floor.rawValue, json($0)) })),
      (
        "timesRemap",
        it.timesRemap.map { .object([("wall", .number($0.wall)), ("cpu", .number($0.cpu))]) }
          ?? .null
      ),
      (
        "timesAsFastAs",
        .object(report.speedUps(it).map { ($0.name, .number($0.ratio)) })
      ),
      (
        "parity",
        .object([
          ("ok", .bool(it.parity.isRight)), ("frames", .int(it.parity.frames)),
          ("max", .number(it.parity.maximum)), ("psnr", .number(it.parity.psnr)),
        ])
      ),
      ("processes", it.workers?.json ?? .null),
    ])
  }

  private func json(_ it: FloorRatio) -> JSON {
    .object([("wall", .number(it.wall)), ("cpu", it.cpu.map(JSON.number) ?? .null)])
  }

  private func json(_ phases: CaseReport.Phases) -> JSON {
    .object([
      ("gpuDraw", JSON(phases.gpuDraw)), ("draw", JSON(phases.draw)),
      ("readback", JSON(phases.readback)),
    ])
  }

  private func json(_ set: BenchReport.FloorSet) -> JSON {
    .object(
      set.floors.map {
        ($0.floor.rawValue, .object([("wallMs", JSON($0.wall)), ("cpuMs", JSON($0.cpu))]))
      })
  }

  private func json(_ it: BenchComparison) -> JSON {
    .object([
      ("name", .string(it.name)), ("wall", it.wall.map(json) ?? .null),
      ("cpu", it.cpu.map(json) ?? .null), ("sameRenderer", .bool(!it.isOtherRenderer)),
      ("sameTurn", .bool(!it.isOtherTurn)), ("sameRounds", .bool(!it.isOtherRounds)),
    ])
  }

  private func json(_ ratio: BenchComparison.Ratio) -> JSON {
    .object([
      ("ratio", .number(ratio.ratio)), ("noise", ratio.noise.map(JSON.number) ?? .null),
      ("verdict", .string(ratio.verdict.rawValue)),
    ])
  }
}

extension JSON {
  fileprivate init(_ timing: Timing?) {
    guard let timing else {
      self = .null
      return
    }
    self = .object([
      ("min", .number(timing.min)), ("median", .number(timing.median)),
      ("p95", .number(timing.p95)), ("mean", .number(timing.mean)),
      ("noise", timing.noise.map(JSON.number) ?? .null),
    ])
  }

  fileprivate init(_ text: String?) {
    self = text.map(JSON.string) ?? .null
  }
}

extension WorkerGroupReport {
  /// The report as a member of summaries.
  var json: JSON {
    .object([
      ("count", .int(processes)), ("threadsGain", threadsGain.map(JSON.number) ?? .null),
      ("processesGain", processesGain.map(JSON.number) ?? .null),
      ("share", .number(share)), ("sameBytes", .bool(isSame)),
    ])
  }
}
