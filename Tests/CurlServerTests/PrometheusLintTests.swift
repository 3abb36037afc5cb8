#if Server
import CoreMetrics
import Foundation
import Testing

@testable import CurlServer

/// Prometheus' own checker.
private enum Promtool {
  /// Path of the program; nil if it isn't installed.
  static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/promtool" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Runs `promtool check metrics` on a text.
  ///
  /// - Returns: Exit status, 0 without findings, and the findings.
  static func check(_ text: String) throws -> (status: Int32, findings: String) {
    // A file, not a pipe: promtool stops reading at an error, and SIGPIPE would end the tests.
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("promtool-\(UUID().uuidString).txt")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path))
    process.arguments = ["check", "metrics"]
    let output = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let findings = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: findings, as: UTF8.self))
  }
}

@Suite(
  "Prometheus text, checked by promtool",
  .enabled(if: Promtool.path != nil, "promtool isn't installed (Debian: prometheus)"))
struct PrometheusLintTests {
  @Test("a text with every type and hostile labels has no findings")
  func accepted() throws {
    let factory = PrometheusFactory(
      help: ["hb.requests": #"Requests, "all" of \them"# + "\nin two lines."], seriesLimit: 20)
    let hostile = [
      "", "plain", #"a"b"#, #"a\"#, "a\nb", "a\r\nb", "a\0b", "é 🎈", #"x"} 1"# + "\nfake 2",
      String(repeating: "\u{1F388}", count: 1_000),
    ]
    for value in hostile + (0..<30).map({ "/\($0)" }) {
      let labels = [
        ("http.route", value), ("le", value), ("__name__", value), ("a.b", value), ("a-b", value),
      ]
      Counter(label: "hb.requests", dimensions: labels, factory: factory).increment()
      FloatingPointCounter(label: "cpu.seconds", dimensions: labels, factory: factory)
        .increment(by: 0.1)
      Meter(label: "http.server.active_requests", dimensions: labels, factory: factory).set(-1)
      Gauge(label: "temperature", dimensions: labels, factory: factory).record(Double.nan)
      Recorder(label: "response.size.bytes", dimensions: labels, factory: factory).record(1e300)
      Timer(label: "http.server.request.duration", dimensions: labels, factory: factory)
        .recordMilliseconds(7)
    }
    factory.gauge("process.resident_memory_bytes", help: "Resident memory.") { 1e9 }
    factory.gauge("ratio", help: "A ratio.") { -.infinity }
    let (status, findings) = try Promtool.check(factory.text())
    #expect(findings == "")
    #expect(status == 0)
  }

  @Test("metrics of one name and different types are accepted")
  func types() throws {
    let factory = PrometheusFactory()
    Meter(label: "pages", factory: factory).set(1)
    Recorder(label: "pages", factory: factory).record(2)
    Counter(label: "pages", factory: factory).increment()
    Timer(label: "pages", factory: factory).recordSeconds(1)
    Meter(label: "pages_total", factory: factory).set(1)
    // promtool advises against some of these names; the parser must accept them.
    let (_, findings) = try Promtool.check(factory.text())
    #expect(!findings.contains("error"), "\(findings)")
  }

  @Test("promtool finds what this backend avoids: dots, missing help, missing suffix")
  func rejected() throws {
    let dots = "# HELP x_total X.\n# TYPE x_total counter\nx_total{http.route=\"/\"} 1\n"
    let bare = "# TYPE x counter\nx 1\n"
    #expect(try Promtool.check(dots).findings.contains("expected '=' after label name"))
    let (status, findings) = try Promtool.check(bare)
    #expect(status != 0)
    #expect(findings.contains("no help text"))
    #expect(findings.contains("_total"))
  }
}
#endif
