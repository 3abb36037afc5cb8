import Glibc
import ImageFiles

/// What came of some mutations, as text lines between processes.
struct FuzzTally {
  /// How often each decoder came to each end.
  private(set) var ends: [String: Int] = [:]
  /// The first mutation that came to each end, to replay it by.
  private(set) var first: [String: Int] = [:]
  /// Microseconds of the slowest decoding, and its mutation's number.
  private(set) var slowest = (microseconds: 0, number: 0)
  /// Kilobytes of the largest process.
  private(set) var peak = 0

  /// Counts a mutation.
  mutating func count(_ decoder: String, _ end: String, microseconds: Int, number: Int) {
    ends["\(decoder) \(end)", default: 0] += 1
    note("\(decoder) \(end)", number)
    if microseconds > slowest.microseconds { slowest = (microseconds, number) }
  }

  private mutating func note(_ end: String, _ number: Int) {
    first[end] = min(first[end] ?? number, number)
  }

  /// Mutations counted.
  var total: Int { ends.values.reduce(0, +) }

  /// The lines; memory is this process's.
  var text: String {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return ends.map { "\($0.key) \(first[$0.key] ?? 0) \($0.value)\n" }.joined()
      + "slowest \(slowest.microseconds) \(slowest.number)\npeak \(usage.ru_maxrss)\n"
  }

  /// Adds another process's lines.
  mutating func add(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let last = words.last.flatMap({ Int($0) }) else { continue }
      switch words[0] {
      case "peak": peak = max(peak, last)
      case "slowest":
        let time = Int(words[1]) ?? 0
        if time > slowest.microseconds { slowest = (time, last) }
      default:
        let end = words.dropLast(2).joined(separator: " ")
        ends[end, default: 0] += last
        note(end, Int(words[words.count - 2]) ?? 0)
      }
    }
  }

  /// For people.
  var report: String {
    ends.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\n" }.joined()
      + "slowest: \(slowest.microseconds) µs, mutation \(slowest.number)\npeak: \(peak) kB\n"
  }
}
