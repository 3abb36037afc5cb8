import CurlBench
import Foundation
import Testing

@testable import glcurl

/// Runs the program on strangers' files: it ends by itself, with a right status, within its budget, and
/// leaves nothing half done.
///
/// Some dozens are part of the tests. For more, from another seed, from where a run was stopped, or one
/// again:
///
/// ```sh
/// GLCURL_FUZZ=50000 GLCURL_FUZZ_SEED=2 swift test -c release --disable-xctest --filter HostileFuzz
/// GLCURL_FUZZ=50000 GLCURL_FUZZ_STATE=state.txt swift test …    # goes on after the number in the file
/// GLCURL_FUZZ_SEED=2 GLCURL_FUZZ_AT=4711 swift test …
/// ```
@Suite("Strangers' files", .serialized)
struct HostileFuzzTests {
  /// Milliseconds of the processors that a case may take, and what each pixel beyond 16 million adds.
  private static let budget = 2000.0
  private static let freePixels = 16_000_000
  private static let millisecondsOfAPixel = 1e-4
  /// How the fault of a case over the budget begins.
  private static let tooLong = "too long"

  private static func setting(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }

  @Test("a picture of any shape is drawn or refused, within 2 s of processor time and 512 MiB")
  func processor() async throws {
    try await run(backend: "cpu", usual: 60)
  }

  @Test(
    "OpenGL draws or refuses it, too",
    .enabled(if: setting("GLCURL_TESTS_NEED_GL") != nil, "GLCURL_TESTS_NEED_GL isn't set"))
  func software() async throws {
    try await run(backend: "gpu", usual: 6)
  }

  private func run(backend: String, usual: Int) async throws {
    let seed = Self.setting("GLCURL_FUZZ_SEED").flatMap { UInt64($0) } ?? 1
    if let number = Self.setting("GLCURL_FUZZ_AT").flatMap({ Int($0) }) {
      let folder = try Folder()
      print(
        try await fault(HostileCase(seed: seed, number: number, backend: backend), folder)
          ?? "right")
      return
    }
    let more = Self.setting("GLCURL_FUZZ_\(backend.uppercased())") ?? Self.setting("GLCURL_FUZZ")
    let count = more.flatMap { Int($0) }.map { backend == "cpu" ? $0 : $0 / 50 } ?? usual
    let state = Self.setting("GLCURL_FUZZ_STATE").map { "\($0)-\(backend)-\(seed)" }
    let first =
      state.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }
      .flatMap { Int($0) } ?? 0
    var faults: [String] = []
    let folder = try Folder()
    for number in first..<max(count, first) {
      let hostile = HostileCase(seed: seed, number: number, backend: backend)
      var found = try await fault(hostile, folder)
      // Beside other work a processor gets less done in its time: the best of three tries counts.
      for _ in 0..<2 where found?.hasPrefix(Self.tooLong) == true {
        found = try await fault(hostile, folder)
      }
      if let fault = found {
        faults.append("GLCURL_FUZZ_SEED=\(seed) GLCURL_FUZZ_AT=\(number): \(fault)")
        if state != nil { print(faults.last ?? "") }
      }
      if let state, number % 100 == 99 {
        try "\(number + 1)".write(toFile: state, atomically: true, encoding: .utf8)
      }
    }
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  /// What is wrong with how the program takes a case; nil where nothing is.
  private func fault(_ hostile: HostileCase, _ folder: Folder) async throws -> String? {
    for (name, bytes) in hostile.files { try Data(bytes).write(to: folder.url(name)) }
    try? FileManager.default.removeItem(at: folder.url("f.png"))
    let script = "cd \"$0\" && exec \"$@\" 2> errors"
    guard
      let process = try await MeasuredProcess.run(
        "/bin/sh", ["-c", script, folder.url.path, Glcurl.path.path] + hostile.words)
    else { return "it can't be started" }
    let errors = String(decoding: try folder.bytes("errors"), as: UTF8.self)
    let what = "status \(process.status), \(Int(process.lap.cpu)) ms: \(errors.prefix(300))"
    let names = try folder.names.filter {
      $0 != "errors" && !hostile.files.map(\.name).contains($0)
    }
    switch process.status {
    case 0:
      guard names == ["f.png"], (try? folder.picture("f.png")) != nil else {
        return "no whole picture, but \(names); \(what)"
      }
    case 65:
      guard names.isEmpty, errors.contains("limit '") else { return "\(names) left; \(what)" }
    case 69 where hostile.words.contains("gpu"):
      // The processor knows no such limit.
      guard names.isEmpty, errors.contains("above a limit of the device") else {
        return "\(names) left; \(what)"
      }
    default: return what
    }
    let beyond = max(hostile.pixels - Self.freePixels, 0)
    let isBounded = hostile.words.contains("cpu")
    let budget = Self.budget + Double(beyond) * Self.millisecondsOfAPixel
    return isBounded && process.status == 0 && process.lap.cpu > budget
      ? "\(Self.tooLong), \(what)" : nil
  }
}
