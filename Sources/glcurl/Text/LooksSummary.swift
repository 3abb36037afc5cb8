internal import ArgumentParser
internal import CurlBench
internal import CurlSystem
internal import PageCurl
internal import PageFilm

/// Output of `bench --looks`.
struct LooksSummary {
  let reports: [LooksReport]
  let machine: Machine
  /// Title of the program of `--remap`; nil without it.
  let remapTitle: String?

  /// The table.
  var table: String {
    var lines = ["glcurl   \(Glcurl.configuration.version)", "machine  \(machine.text)"]
    if let remapTitle { lines.append("remap    \(remapTitle)") }
    for report in reports { lines += [""] + table(report) }
    let missing = Set(reports.flatMap(\.missing)).sorted()
    if !missing.isEmpty { lines += [""] + missing.map { "not measured: \($0)" } }
    return lines.joined(separator: "\n") + "\n"
  }

  private func table(_ report: LooksReport) -> [String] {
    let moments = LookCase.moments.map(\.short).joined(separator: ", ")
    var lines = [
      "CPU path, 1 thread, pages of \(text(report.size)): CPU ms of a frame, the mean of progress "
        + "\(moments), each the least of \(report.rounds) round\(report.rounds == 1 ? "" : "s") "
        + "(at most 3 over 100 ms)"
    ]
    if let remap = report.remap, let pixel = report.remapNanoseconds {
      lines.append("remap: \(remap.mean.fixed(2)) ms a frame, \(pixel.fixed(2)) ns a pixel")
    }
    lines.append("")
    let names = max(report.looks.map { $0.name.count }.max() ?? 0, 4)
    if !report.looks.isEmpty {
      lines.append(
        "look".left(names) + "  " + "frame".left(11) + "output".left(9) + "    CPU ms  ns/pixel"
          + "  × remap  at most"
          + (report.threads.map { "         \($0) threads, share of processes" } ?? ""))
    }
    lines += report.looks.map { line($0, report, names) }
    if let scaledPage = report.scaledPage {
      lines += (report.looks.isEmpty ? [] : [""]) + [line(scaledPage)]
    }
    let verdicts = report.looks.compactMap { report.isMet($0) }
    if !verdicts.isEmpty {
      lines += ["", "\(verdicts.count { $0 }) of \(verdicts.count) bounds met"]
    }
    return lines
  }

  private func line(_ it: LookReport, _ report: LooksReport, _ names: Int) -> String {
    let verdict = report.isMet(it).map { $0 ? "met" : "missed" } ?? "-"
    let gain = it.workers.map {
      $0.share.fixed(2) + ($0.share < LookReport.leastShare ? ", less than 0.85" : "")
        + ($0.isSame ? "" : ", FAIL: other bytes")
    }
    let line =
      it.name.left(names) + "  " + text(it.frame).left(11) + it.output.rawValue.left(9)
      + it.milliseconds.fixed(2).right(10) + it.nanoseconds.fixed(2).right(10)
      + (report.timesRemap(it).map { $0.fixed(2) } ?? "-").right(9) + it.bound.fixed(2).right(9)
      + "  " + verdict.left(gain == nil ? 0 : 9)
    return line + (gain ?? "")
  }

  private func line(_ it: ScaledPageReport) -> String {
    "\(ScaledPageReport.name): \(text(it.page)) to \(text(it.picture)), "
      + "\(it.milliseconds.fixed(1)) ms, "
      + "\(it.nanoseconds.fixed(2)) ns a page pixel; INTER_AREA "
      + (it.areaNanoseconds.map { "\($0.fixed(2)) ns" } ?? "not measured")
  }

  private func text(_ size: PageSize) -> String { "\(size.width)x\(size.height)" }

  /// Looks whose threads draw other bytes than a process.
  var failures: [String] {
    reports.flatMap { report in
      report.looks.filter { $0.workers?.isSame == false }.map(\.name)
    }
  }

  /// A JSON object.
  var json: JSON {
    .object([
      ("glcurl", .string(Glcurl.configuration.version)), ("machine", .string(machine.text)),
      ("remap", remapTitle.map(JSON.string) ?? .null), ("ok", .bool(failures.isEmpty)),
      ("moments", .array(LookCase.moments.map(JSON.number))),
      ("sizes", .array(reports.map(json))),
    ])
  }

  private func json(_ report: LooksReport) -> JSON {
    .object([
      ("width", .int(report.size.width)), ("height", .int(report.size.height)),
      ("rounds", .int(report.rounds)), ("threads", report.threads.map(JSON.int) ?? .null),
      ("remapMs", report.remap.map { .number($0.mean) } ?? .null),
      ("looks", .array(report.looks.map { json($0, report) })),
      ("store", report.scaledPage.map(json) ?? .null),
      ("missing", .array(report.missing.map(JSON.string))),
    ])
  }

  private func json(_ it: LookReport, _ report: LooksReport) -> JSON {
    .object([
      ("name", .string(it.name)), ("output", .string(it.output.rawValue)),
      ("pageWidth", .int(it.page.width)), ("pageHeight", .int(it.page.height)),
      ("width", .int(it.frame.width)), ("height", .int(it.frame.height)),
      ("rounds", .int(it.rounds)), ("cpuMs", .number(it.milliseconds)),
      ("momentsMs", .array(it.moments.map(JSON.number))),
      ("timesRemap", report.timesRemap(it).map(JSON.number) ?? .null),
      ("atMost", .number(it.bound)), ("met", report.isMet(it).map(JSON.bool) ?? .null),
      ("processes", it.workers?.json ?? .null),
    ])
  }

  private func json(_ it: ScaledPageReport) -> JSON {
    .object([
      ("pageWidth", .int(it.page.width)), ("pageHeight", .int(it.page.height)),
      ("width", .int(it.picture.width)), ("height", .int(it.picture.height)),
      ("cpuMs", .number(it.milliseconds)), ("nsPerPagePixel", .number(it.nanoseconds)),
      ("areaNsPerPagePixel", it.areaNanoseconds.map(JSON.number) ?? .null),
    ])
  }
}
