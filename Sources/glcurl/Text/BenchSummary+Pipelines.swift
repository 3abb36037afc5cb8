internal import CurlBench
internal import PageCurl
internal import PageFilm

/// Output of `bench --explain`: how frames are drawn on the CPU path, and read back from OpenGL.
extension BenchSummary {
  /// Lines that `--explain` adds to the table.
  var explanation: [String] {
    report.plans.flatMap(explained) + report.pipelines.map(explained)
  }

  /// Lines for one size and light.
  private func explained(_ it: BenchReport.PlanReport) -> [String] {
    ["CPU path \(it.size.width)x\(it.size.height) \(it.isLit ? "lit" : "unlit"), progress 0.5:"]
      + it.lines.map { "  " + $0 }
      + ["  tables \(it.tableBytes) bytes, light \(it.lightBytes) bytes a thread"]
  }

  func json(_ it: BenchReport.PlanReport) -> JSON {
    .object([
      ("width", .int(it.size.width)), ("height", .int(it.size.height)), ("lit", .bool(it.isLit)),
      ("parts", .array(it.lines.map(JSON.string))), ("tableBytes", .int(it.tableBytes)),
      ("lightBytes", .int(it.lightBytes)),
    ])
  }

  /// One line for a size and layout.
  private func explained(_ it: PipelineReport) -> String {
    let tried = it.tried.map { "\($0.way) \($0.milliseconds.fixed(3))" }
    let share = shareOfReadback(it).map { ", \((100 * $0).fixed(1))% of plain read-back" } ?? ""
    return "pipeline \(it.size.width)x\(it.size.height) \(it.layout): \(it.way), since "
      + "\(it.reason) (tried, ms a frame: \(tried.joined(separator: ", "))); "
      + "a whole turn streamed: \(it.streamed.fixed(3)) ms a frame\(share)"
      + (it.films.map { "; \($0)" } ?? "")
  }

  func json(_ it: PipelineReport) -> JSON {
    .object([
      ("width", .int(it.size.width)), ("height", .int(it.size.height)),
      ("layout", .string(it.layout)), ("way", .string(it.way)),
      ("framesPerRead", it.framesPerRead.map(JSON.int) ?? .null), ("reason", .string(it.reason)),
      ("triedMs", .object(it.tried.map { ($0.way, .number($0.milliseconds)) })),
      ("films", it.films.map(JSON.string) ?? .null), ("streamedMs", .number(it.streamed)),
      ("bytes", .int(it.byteCount)),
      ("shareOfReadback", shareOfReadback(it).map(JSON.number) ?? .null),
    ])
  }

  /// Bytes per time relative to plain read-back; 1 is the upper bound.
  private func shareOfReadback(_ it: PipelineReport) -> Double? {
    guard let floor = report.floors.first(where: { $0.size == it.size })?.mean(.readback) else {
      return nil
    }
    let bytes = Double(4 * it.size.width * it.size.height)
    return Double(it.byteCount) / it.streamed / (bytes / floor)
  }
}
