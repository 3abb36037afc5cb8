internal import ArgumentParser
internal import CurlBench
internal import CurlSystem
internal import PageCurl
internal import PageFilm

/// Output of `bench --kernels`.
struct KernelSummary {
  /// Measurements of the kernels; nil if the processor lacks the wide instructions.
  let reports: [KernelReport]?
  let machine: Machine
  /// Number of measurements of each kernel.
  let rounds: Int

  /// Kernels whose bytes differ from their twins', for messages.
  var failures: [String] {
    (reports ?? []).filter { !$0.isSame }.map { "\($0.name) of \(title($0))" }
  }

  private static let lacking = "the kernels: this processor has no AVX2, so their twins draw"

  /// The table.
  var table: String {
    var lines = ["glcurl   \(Glcurl.configuration.version)", "machine  \(machine.text)"]
    guard let reports else {
      return (lines + ["not measured: \(Self.lacking)", ""]).joined(separator: "\n")
    }
    lines.append(
      "CPU ms of all values, the least of \(rounds) round\(rounds == 1 ? "" : "s"); plain is the "
        + "same in Swift, or the same C for any processor")
    var size: String?
    for it in reports {
      if title(it) != size {
        size = title(it)
        lines.append("")
        lines.append(title(it).left(12) + "     values     plain      wide  × as fast  plain is")
      }
      lines.append(
        it.name.left(12) + "\(it.values)".right(11) + it.plain.fixed(3).right(10)
          + it.wide.fixed(3).right(10) + it.ratio.fixed(2).right(11) + "  " + it.twin.left(7)
          + (it.isSame ? "same bytes" : "FAIL: other bytes")
          + (it.ratio < KernelReport.least ? ", less than \(KernelReport.least.short)" : ""))
    }
    return (lines + [""]).joined(separator: "\n")
  }

  /// A JSON object.
  var json: JSON {
    .object([
      ("glcurl", .string(Glcurl.configuration.version)), ("machine", .string(machine.text)),
      ("rounds", .int(rounds)), ("ok", .bool(failures.isEmpty)),
      ("kernels", .array((reports ?? []).map(json))),
      ("missing", .array(reports == nil ? [.string(Self.lacking)] : [])),
    ])
  }

  private func json(_ it: KernelReport) -> JSON {
    .object([
      ("name", .string(it.name)), ("twin", .string(it.twin)), ("width", .int(it.size.width)),
      ("height", .int(it.size.height)), ("values", .int(it.values)),
      ("plainMs", .number(it.plain)), ("wideMs", .number(it.wide)), ("ratio", .number(it.ratio)),
      ("least", .number(KernelReport.least)), ("sameBytes", .bool(it.isSame)),
    ])
  }

  private func title(_ it: KernelReport) -> String { "\(it.size.width)x\(it.size.height)" }
}
