import ArgumentParser
import CurlCore
import Glibc
import PageCurl

/// `report`: how good the pictures are.
@main
struct Report: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Measures the renderers against 377 exact rays a pixel, and how wide edges are.",
    discussion: """
      Draws unlit turns on the CPU path and, where there is one, on OpenGL. Prints a table; progress
      goes to stderr. Exits with 1 where a number is out of its bounds.
      """)

  @Option(help: "Pages' sizes, as 160x226,331x467.")
  var sizes = "160x226,331x467,512x683"

  @Option(help: "Headings in degrees, comma-separated.")
  var headings = "0,45,90,151,225,290"

  @Option(help: "Moments, comma-separated; each above 0 and below 1.")
  var progresses = "0.1,0.3,0.5,0.7,0.9"

  @Option(help: "The roll's radius in per cent of the page's width.")
  var radius = 9.0

  @Flag(help: "JSON instead of tables: every frame's numbers.")
  var json = false

  func run() async throws {
    let plan = try plan()
    var renderers = [try await Renderer(.cpu)]
    do {
      renderers.append(try await Renderer(.gpu))
    } catch {
      say("OpenGL is left out: \(error)")
    }
    for renderer in renderers { say(renderer.info.description) }
    let result = ReportResult(
      plan: plan, qualities: try await plan.qualities(renderers, say),
      ramps: try await plan.ramps(renderers, say))
    print(json ? result.json : result.markdown, terminator: "")
    for renderer in renderers { await renderer.shutDown() }
    if !result.failures.isEmpty {
      for failure in result.failures { say(failure) }
      throw ExitCode(1)
    }
  }

  private func plan() throws -> ReportPlan {
    let sizes = try sizes.split(separator: ",").map { text in
      let sides = text.split(separator: "x").compactMap { Int($0) }
      guard sides.count == 2, sides.allSatisfy({ (16...8192).contains($0) }) else {
        throw ValidationError("'\(text)' is no size such as 160x226, each side 16…8192")
      }
      return PageSize(width: sides[0], height: sides[1])
    }
    guard radius > 0 && radius <= 1000 else {
      throw ValidationError("the radius is \(radius), but must be above 0 and at most 1000")
    }
    return ReportPlan(
      sizes: sizes, headings: try numbers(headings, -1e6...1e6),
      progresses: try numbers(progresses, 0.001...0.999), radius: radius)
  }

  private func numbers(_ text: String, _ range: ClosedRange<Double>) throws -> [Double] {
    try text.split(separator: ",").map {
      guard let number = Double($0), range.contains(number) else {
        throw ValidationError("'\($0)' is no number in \(range.lowerBound)…\(range.upperBound)")
      }
      return number
    }
  }

  private func say(_ text: String) {
    let line = Array("\(text)\n".utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
