internal import CurlBench
internal import FoundationEssentials

/// The machine that the program runs on, as far as times depend on it.
struct Machine {
  /// The processor's name, how many there are, and the system: times of different ones aren't
  /// compared.
  let text: String

  init() {
    let name = Self.field("model name", of: "/proc/cpuinfo") ?? "unknown processor"
    let system = Self.read("/proc/sys/kernel/osrelease") ?? "unknown system"
    let count = Bench.processors
    text = "\(name), \(count) processor\(count == 1 ? "" : "s"), Linux \(system)"
  }

  /// The most memory that this process has held, bytes; nil where the system doesn't say.
  static var peakMemory: Int? {
    field("VmHWM", of: "/proc/self/status").flatMap { $0.split(separator: " ").first }
      .flatMap { Int($0) }.map { $0 * 1024 }
  }

  private static func read(_ path: String) -> String? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// The value of the first line `name : value`.
  private static func field(_ name: String, of path: String) -> String? {
    guard let lines = read(path)?.split(separator: "\n"),
      let line = lines.first(where: { $0.hasPrefix(name) }), let colon = line.firstIndex(of: ":")
    else { return nil }
    let value = line[line.index(after: colon)...].drop { $0.isWhitespace }
    return value.isEmpty ? nil : String(value)
  }
}
