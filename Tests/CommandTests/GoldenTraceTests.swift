import Foundation
import Testing

/// What is told of the scripts in `Golden`, to the byte; each is one to play as it stands, on nine
/// pages in a view of 900 × 600.
///
/// The traces were gone through by hand against the rules; where one changes, so must the reason for
/// it be found.
@Suite("Golden traces") struct GoldenTraceTests {
  private static let folder = URL(filePath: "\(#filePath)").deletingLastPathComponent()
    .appending(path: "Golden")

  private static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".jsonl") && !$0.hasSuffix(".trace.jsonl") }
      .map { String($0.dropLast(6)) }.sorted()
  }()

  /// How a book of a binding is opened.
  private static func words(_ binding: String) -> [String] {
    ["--binding", binding, "--view", binding == "top" ? "600x900" : "900x600"]
  }

  private static func trace(_ script: String, _ binding: String) async throws -> Data {
    let folder = try Folder()
    try Data(script.utf8).write(to: folder.url("s.jsonl"))
    let run = try await Glcurl.run(
      ["play", "s.jsonl", "--numbered", "9", "--trace", "-"] + words(binding), in: folder)
    #expect(run.status == 0, "\(run.errors)")
    return run.output
  }

  @Test("A script's trace is the one that was gone through", arguments: names)
  func trace(_ name: String) async throws {
    let script = try String(
      contentsOf: Self.folder.appending(path: "\(name).jsonl"), encoding: .utf8)
    let binding = name.hasSuffix("-rtl") ? "right" : name.hasSuffix("-vertical") ? "top" : "left"
    let told = try await Self.trace(script, binding)
    let file = Self.folder.appending(path: "\(name).trace.jsonl")
    if ProcessInfo.processInfo.environment["GLCURL_RECORD"] != nil { try told.write(to: file) }
    let golden = try Data(contentsOf: file)
    #expect(
      told == golden,
      """
      \(name) has changed:
      \(String(decoding: told, as: UTF8.self))
      If it should have, go through it and accept it with \
      GLCURL_RECORD=1 swift test -c release --disable-xctest --filter Golden
      """)
    // Looking on changes nothing of it.
    #expect(try await Self.trace(Self.ticking(script), binding) == golden)
    guard binding == "left" else { return }
    for other in ["right", "top"] {
      #expect(try await Self.trace(Self.bound(script, other), other) == golden, "\(other)")
    }
  }

  @Test("All that is to be there is there")
  func list() {
    let wanted = """
      tap-next tap-middle half-drag-exact slow-drag fling fling-back grabbed-three-times \
      tap-on-a-moving-sheet queue-of-ten lost-touch-end rubber-at-the-first rubber-at-the-last \
      reversal reversal-rtl reversal-vertical mode-change-mid-turn edit-while-settling page-late \
      go-staggered reduced-motion flipboard-quick reader-slide leaves-drag-from-a-strip
      """
    #expect(Set(wanted.split(separator: " ").map(String.init)).isSubset(of: Self.names))
  }

  /// The same with a tick 60 times a second.
  private static func ticking(_ script: String) -> String {
    var lines: [String] = []
    var ticks = 1
    for line in script.split(separator: "\n") {
      let time = line.firstMatch(of: /"t":([0-9.]+)/).flatMap { Double($0.1) } ?? 0
      while Double(ticks) / 60 < time {
        lines.append("{\"t\":\(Double(ticks) / 60),\"ev\":\"tick\"}")
        ticks += 1
      }
      lines.append(String(line))
    }
    return lines.joined(separator: "\n")
  }

  /// The same of a book that is bound elsewhere, with all points mirrored, or transposed.
  private static func bound(_ script: String, _ binding: String) -> String {
    script.replacing(/"(p|size)":\[(.+?),(.+?)\]/) { match in
      let (x, y) = (Double(match.2) ?? .nan, Double(match.3) ?? .nan)
      let isSize = match.1 == "size"
      let pair = binding == "top" ? (y, x) : (isSize ? x : 900 - x, y)
      return "\"\(match.1)\":[\(pair.0),\(pair.1)]"
    }
  }
}
