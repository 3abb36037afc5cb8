internal import ArgumentParser
internal import CurlBench
internal import CurlSystem
internal import PageCurl
internal import PageFilm

/// `bench --looks`.
extension BenchCommand {
  /// The looks to measure, and whether to measure the scaled page.
  private var chosen: (cases: [LookCase], hasScaledPage: Bool) {
    guard let only else { return (LookCase.all, true) }
    return (LookCase.matching(only), LookCase.matches(ScaledPageReport.name, only))
  }

  /// Throws for options that have no effect with `--looks`, and for `--only` without `--looks`.
  func validateLooks() throws {
    guard looks else {
      if only != nil {
        throw ValidationError("--only chooses of --looks: add that, or drop it")
      }
      return
    }
    let hasOthers =
      job || kernels || compare != nil || turn != nil || lit || unlit || explain
      || backend == .gpu || requireGPU || gpu.isGiven
    if hasOthers {
      throw ValidationError(
        "--looks measures the CPU path: beside it, only --sizes, --rounds, --threads, --remap, "
          + "--only and --json have an effect, so drop the others")
    }
    if let threads, threads.count > 1 || threads == [1] {
      throw ValidationError(
        "--threads of --looks is one number above 1: looks are drawn on 1 thread anyway")
    }
    let (cases, hasScaledPage) = chosen
    if let only, cases.isEmpty && !hasScaledPage {
      throw ValidationError(
        "--only \(only) matches none of "
          + (LookCase.all.map(\.name) + [ScaledPageReport.name]).joined(separator: ", "))
    }
  }

  /// Measures the looks on one thread.
  func measureLooks() async throws {
    let talk = talk
    let program = try remap.map { command throws(CommandError) in try RemapProcess(command) }
    defer { program?.end() }
    let (cases, hasScaledPage) = chosen
    var reports: [LooksReport] = []
    for size in sizes {
      reports.append(
        try await LooksBench(
          size: PageSize(width: size.width, height: size.height), cases: cases,
          hasScaledPage: hasScaledPage, rounds: rounds, threads: threads?.first, remap: program,
          makeWorkers: { try WorkerProcesses($0, Self.arguments($1, $2)) }, say: { talk.say($0) }
        ).run())
    }
    let summary = LooksSummary(reports: reports, machine: .own, remapTitle: program?.title)
    try Console.write(json ? summary.json.text + "\n" : summary.table)
    guard summary.failures.isEmpty else {
      throw CommandError(
        .checkFailed,
        "FAIL: threads draw other bytes of \(summary.failures.joined(separator: ", "))")
    }
  }
}
