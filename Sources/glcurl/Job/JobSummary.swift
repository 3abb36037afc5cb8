internal import ArgumentParser
internal import CurlBench
internal import PageCurl

/// What `bench --job` prints.
struct JobSummary {
  let reports: [JobReport]
  let machine: Machine

  /// A table for people.
  var table: String {
    var lines = [
      "glcurl   \(Glcurl.configuration.version)", "machine  \(machine.text)",
      "CPU      of all processes that a part needs; × wall and CPU are times what is named",
    ]
    for report in reports { lines += [""] + self.lines(report) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(_ it: JobReport) -> [String] {
    let names = JobReport.Part.allCases.map { $0.title.count }.max() ?? 0
    var lines = [
      "\(it.size.width)x\(it.size.height), \(it.frames) frames, the least of \(it.rounds) round"
        + (it.rounds == 1 ? "" : "s"),
      "".padded(names) + "  wall ms   CPU ms  frames/s  × wall  × CPU",
    ]
    for part in JobReport.Part.allCases {
      guard let lap = it.laps[part] else { continue }
      var line = part.title.padded(names)
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
    func peak(_ film: JobMemory.Film) -> String { "\((Double(film.peak) / 1e6).fixed(0)) MB" }
    return [
      "peak memory = \(it.pagesFactor.fixed(1)) × the two pages + \(it.heldFrames.fixed(1)) frames "
        + "+ \((it.constant / 1e6).fixed(0)) MB (pages and frames of 4 bytes a pixel)",
      "\(it.few.count) frames \(peak(it.few)), \(it.many.count) frames \(peak(it.many)): "
        + "\(it.framesRatio.fixed(2)) times the memory, \(it.frameTimeRatio.fixed(2)) times the CPU "
        + "time a frame",
      "\(it.book.pages) pages \(peak(it.book)), \(it.thick.pages) pages \(peak(it.thick)): "
        + "\(it.pagesRatio.fixed(2)) times the memory, \(it.pageTimeRatio.fixed(2)) times the CPU "
        + "time a frame",
    ]
  }

  /// A JSON object.
  var json: JSON {
    .object([
      ("glcurl", .string(Glcurl.configuration.version)), ("machine", .string(machine.text)),
      ("jobs", .array(reports.map(json))),
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

  private func json(_ part: JobReport.Part, _ lap: Lap, _ ratio: Lap?) -> JSON {
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
    func film(_ film: JobMemory.Film) -> JSON {
      .object([
        ("pages", .int(film.pages)), ("frames", .int(film.count)),
        ("peakBytes", .int(film.peak)), ("cpuMs", .number(film.cpu)),
      ])
    }
    return .object([
      ("pagesFactor", .number(it.pagesFactor)), ("frames", .number(it.heldFrames)),
      ("constantBytes", .number(it.constant)),
      ("films", .array([it.few, it.many, it.book, it.thick].map(film))),
      ("timesMemoryOfFrames", .number(it.framesRatio)),
      ("timesMemoryOfPages", .number(it.pagesRatio)),
      ("timesCpuOfFrames", .number(it.frameTimeRatio)),
      ("timesCpuOfPages", .number(it.pageTimeRatio)),
    ])
  }
}

extension String {
  /// The text at the left end of a column.
  fileprivate func padded(_ columns: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, columns - count))
  }
}
