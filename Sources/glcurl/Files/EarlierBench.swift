internal import CurlBench
internal import FoundationEssentials
internal import PageCurl
internal import PageFilm

/// The results of an earlier `bench --json`.
struct EarlierBench {
  /// The machine of that run.
  let machine: String
  /// The cases of that run.
  let cases: [BenchComparison.Earlier]

  private struct File: Decodable {
    struct Case: Decodable {
      let name: String
      let renderer: String
      let frames: Int
      let rounds: Int
      let wallMs: Milliseconds
      let cpuMs: Milliseconds
    }

    struct Milliseconds: Decodable {
      let min: Double
      let median: Double
      let p95: Double
      let mean: Double
      let noise: Double?

      var timing: Timing {
        Timing(min: min, median: median, p95: p95, mean: mean, noise: noise)
      }
    }

    let machine: String
    let angle: Double?
    let radiusPercent: Double?
    let cases: [Case]
  }

  /// Reads the file.
  init(path: String) throws(CommandError) {
    let bytes = try InputFile.contents(of: path, "'\(path)' (--compare)", Limits(), .jsonBytes)
    let file: File
    do {
      file = try JSONDecoder().decode(File.self, from: Data(bytes))
    } catch {
      throw Self.malformed(path, Self.message(error))
    }
    for (index, each) in file.cases.enumerated() {
      for (key, value) in [("wallMs", each.wallMs), ("cpuMs", each.cpuMs)] {
        guard value.mean > 0, value.noise ?? 0 >= 0 else {
          throw Self.malformed(path, "cases[\(index)].\(key) has a time that isn't above 0")
        }
      }
    }
    machine = file.machine
    cases = file.cases.map {
      BenchComparison.Earlier(
        name: $0.name, renderer: $0.renderer, wall: $0.wallMs.timing, cpu: $0.cpuMs.timing,
        turn: BenchComparison.Turn(
          frames: $0.frames, angle: file.angle ?? BenchPlan.angle,
          radius: file.radiusPercent ?? BenchPlan.radius), rounds: $0.rounds)
    }
  }

  private static func malformed(_ path: String, _ what: String) -> CommandError {
    CommandError(
      .badInput,
      "'\(path)' (--compare) isn't the output of bench --json: \(what)")
  }

  /// The error with its position in the file.
  private static func message(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .keyNotFound(let key, let context):
      return "\(place(context.codingPath + [key])) is missing"
    case .valueNotFound(_, let context): return "\(place(context.codingPath)) is null"
    case .typeMismatch(_, let context):
      return "\(place(context.codingPath)) is of another type"
    case .dataCorrupted(let context):
      return context.codingPath.isEmpty
        ? "it isn't JSON" : "\(place(context.codingPath)) makes no sense"
    @unknown default: return "\(error)"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    let text = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
    return text.isEmpty ? "the whole" : text.hasPrefix(".") ? String(text.dropFirst()) : text
  }
}
