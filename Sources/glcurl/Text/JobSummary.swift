internal import ArgumentParser
internal import CurlBench
internal import CurlSystem
internal import PageCurl
internal import PageFilm

/// Output of `bench --job`.
struct JobSummary {
  let reports: [JobReport]
  /// How memory and time of small films grow; nil if the films couldn't be made.
  let scale: JobScale?
  /// Memory bound of the films in `scale`; nil if none is stated.
  let bound: MemoryBound?
  let machine: Machine

  /// Films that exceeded the memory bound, for messages.
  var failures: [String] {
    reports.flatMap { $0.memory?.failures ?? [] }
      + (scale.map { JobMemory(bound: bound, films: $0.frames.films + $0.pages.films).failures }
        ?? [])
  }

  /// The table.
  var table: String {
    var lines = [
      "glcurl   \(Glcurl.configuration.version)", "machine  \(machine.text)",
      "CPU      of all processes that a part needs; × wall and CPU are times what is named",
    ]
    for report in reports { lines += [""] + self.lines(report) }
    lines += [""] + (scale.map(self.lines) ?? ["not measured: how small films grow"])
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(_ it: JobReport) -> [String] {
    let names = JobReport.Part.allCases.map { $0.title.count }.max() ?? 0
    var lines = [
      "\(it.size.width)x\(it.size.height), \(it.frames) frames, the least of \(it.rounds) round"
        + (it.rounds == 1 ? "" : "s"),
      "".left(names) + "  wall ms   CPU ms  frames/s  × wall  × CPU",
    ]
    for part in JobReport.Part.allCases {
      guard let lap = it.laps[part] else { continue }
      var line = part.title.left(names)
      line += "  " + lap.wall.fixed(1).right(7) + "  " + lap.cpu.fixed(1).right(7)
      let rate = part.isOfFrames ? (1000 * Double(it.frames) / lap.wall).fixed(1) : ""
      line += "  " + rate.right(8)
      if let ratio = it.ratio(part), let floor = part.floor {
        line += "  " + ratio.wall.fixed(2).right(6) + "  " + ratio.cpu.fixed(2).right(5)
        line += "  of '\(floor.part.title)', \(floor.most.fixed(2)) at most"
      }
      lines.append(line)
    }
    if let memory = it.memory { lines += [""] + self.lines(memory) }
    return lines + it.missing.map { "not measured: \($0)" }
  }

  private func lines(_ it: JobMemory) -> [String] {
    let rule =
      it.bound.map {
        "at most \($0.pagesFactor.short) × the pages at hand (\(BookFilm.mostPages) of a book) + "
          + "\($0.backsFactor.short) × the papers of backs (\(MemoryBound.mostBacks) of a book) + "
          + "\($0.frames.short) frames (\($0.backgroundFrames.short) more with a background) + "
          + "\(megabytes($0.constant)), at 4 bytes a pixel"
      } ?? "no bound is stated for a GPU's driver"
    return ["peak memory of films: " + rule]
      + it.films.map { film in
        let most = it.bound.map { ", \(megabytes($0.bytes(film))) at most" } ?? ""
        return "  \(film.name): \(megabytes(film.peak))\(most)"
      }
  }

  private func lines(_ it: JobScale) -> [String] {
    [
      "\(JobScale.size.width)x\(JobScale.size.height), films of more and more: the last by the first, "
        + "in CPU time by the one before it, both without what the first takes"
    ]
      + [
        ("frames", it.frames, it.frames.films.map(\.frames)),
        ("pages", it.pages, it.pages.films.map(\.pages)),
      ].map { name, series, counts in
        let peaks = series.films.map { megabytes($0.peak) }
        let growth = series.timesMemory.map { "\($0.fixed(2)) times the memory" } ?? ""
        let time = series.timesCPU.map { ", \($0.fixed(2)) times the CPU time a frame" } ?? ""
        return "  \(counts.map(String.init).joined(separator: ", ")) \(name): "
          + "\(peaks.joined(separator: ", ")), \(growth)\(time)"
      }
  }

  private func megabytes(_ bytes: Int) -> String { "\((Double(bytes) / 1e6).fixed(0)) MB" }

  /// A JSON object.
  var json: JSON {
    .object([
      ("glcurl", .string(Glcurl.configuration.version)), ("machine", .string(machine.text)),
      ("ok", .bool(failures.isEmpty)), ("jobs", .array(reports.map(json))),
      ("scale", scale.map(json) ?? .null),
    ])
  }

  private func json(_ it: JobReport) -> JSON {
    let parts = JobReport.Part.allCases.compactMap { part in
      it.laps[part].map { (part.rawValue, json(part, $0, it.ratio(part))) }
    }
    return .object([
      ("width", .int(it.size.width)), ("height", .int(it.size.height)),
      ("frames", .int(it.frames)), ("rounds", .int(it.rounds)), ("parts", .object(parts)),
      ("memory", it.memory.map(json) ?? .null),
      ("missing", .array(it.missing.map(JSON.string))),
    ])
  }

  private func json(_ part: JobReport.Part, _ lap: Lap, _ ratio: LapRatio?) -> JSON {
    var members: [(String, JSON)] = [("wallMs", .number(lap.wall)), ("cpuMs", .number(lap.cpu))]
    if let floor = part.floor, let ratio {
      members.append(("floor", .string(floor.part.rawValue)))
      members.append(("timesWall", .number(ratio.wall)))
      members.append(("timesCpu", .number(ratio.cpu)))
      members.append(("most", .number(floor.most)))
    }
    return .object(members)
  }

  private func json(_ it: JobMemory) -> JSON {
    .object([
      (
        "bound",
        it.bound.map {
          .object([
            ("pagesFactor", .number($0.pagesFactor)), ("mostPages", .int(BookFilm.mostPages)),
            ("backsFactor", .number($0.backsFactor)), ("mostBacks", .int(MemoryBound.mostBacks)),
            ("frames", .number($0.frames)), ("backgroundFrames", .number($0.backgroundFrames)),
            ("constantBytes", .int($0.constant)),
          ])
        } ?? .null
      ),
      ("films", .array(it.films.map { json($0, it.bound) })),
      ("ok", .bool(it.failures.isEmpty)),
    ])
  }

  private func json(_ film: MeasuredFilm, _ bound: MemoryBound?) -> JSON {
    .object([
      ("pages", .int(film.pages)), ("frames", .int(film.frames)),
      ("width", .int(film.size.width)), ("height", .int(film.size.height)),
      ("peakBytes", .int(film.peak)), ("mostBytes", bound.map { .int($0.bytes(film)) } ?? .null),
      ("cpuMs", .number(film.cpu)),
    ])
  }

  private func json(_ it: JobScale) -> JSON {
    func series(_ it: JobScale.Series) -> JSON {
      .object([
        ("films", .array(it.films.map { json($0, bound) })),
        ("timesMemory", it.timesMemory.map(JSON.number) ?? .null),
        ("timesCpu", it.timesCPU.map(JSON.number) ?? .null),
      ])
    }
    return .object([("frames", series(it.frames)), ("pages", series(it.pages))])
  }
}
