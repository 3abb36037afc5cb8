import CurlCore
import Foundation
import ImageFiles
import PageCurl
import PageTurner
import TestSupport
import Testing

@testable import PageFilm

/// Timelines and scripts, right and wrong ones, in child processes; `FuzzRun` tells how to run more.
@Suite("Fuzzed input") struct InputFuzzTests {
  /// Cases of one process.
  private static let batch = 100

  @Test("A timeline is read or wrong, within two seconds, and never a crash")
  func timelines() async throws { try await run(300, isScript: false) }

  @Test("A script is played or wrong, within two seconds, and never a crash")
  func scripts() async throws { try await run(200, isScript: true) }

  private func run(_ usual: Int, isScript: Bool) async throws {
    let run = FuzzRun(usual: usual)
    let folder = try Folder()
    let report = folder.url("report").path
    for first in stride(from: run.numbers.lowerBound, to: run.numbers.upperBound, by: Self.batch) {
      let last = min(first + Self.batch, run.numbers.upperBound)
      await #expect(processExitsWith: .success) {
        [
          seed = run.seed as UInt64, first = first as Int, last = last as Int,
          isScript = isScript as Bool, report = report as String
        ] in
        var right = 0
        for number in first..<last {
          try Self.tell("case \(number) ended the process", report)
          var (isRight, taken) = Self.run(seed, number, isScript)
          right += isRight ? 1 : 0
          // Beside other work a processor gets less done in its time: the least of three tries counts.
          for _ in 0..<2 where taken > FuzzRun.budget {
            taken = min(taken, Self.run(seed, number, isScript).taken)
          }
          guard taken <= FuzzRun.budget else {
            throw Wrong("case \(number) took \(taken) s", report)
          }
        }
        // What is wrong from the start tests little.
        let count = last - first
        guard count < 20 || 2 * right >= count else {
          throw Wrong("\(right) of \(count) are right", report)
        }
        try Self.tell("", report)
      }
      let told = String(decoding: try folder.bytes("report"), as: UTF8.self)
      #expect(told.isEmpty, "seed \(run.seed): \(told)")
    }
  }

  /// Runs a case; tells whether it is right, and the processor's seconds that it took.
  private static func run(
    _ seed: UInt64, _ number: Int, _ isScript: Bool
  ) -> (isRight: Bool, taken: Double) {
    let began = FuzzRun.seconds
    let isRight =
      isScript ? script(seed: seed, number: number) : timeline(seed: seed, number: number)
    return (isRight, FuzzRun.seconds - began)
  }

  /// Tells the parent process what it finds should this one end now.
  private static func tell(_ text: String, _ report: String) throws {
    try text.write(toFile: report, atomically: false, encoding: .utf8)
  }

  /// What is wrong with a case.
  private struct Wrong: Error {
    init(_ what: String, _ report: String) { try? InputFuzzTests.tell(what, report) }
  }

  /// Whether a timeline is right; its errors say where it's wrong.
  private static func timeline(seed: UInt64, number: Int) -> Bool {
    let bytes = TimelineGenerator.bytes(seed: seed, number: number)
    let (limits, page) = (Limits(), PageSize(width: 100, height: 140))
    do throws(JSONFault) {
      let file = try TimelineFile(name: "fuzz.json", bytes: bytes, .curl, limits)
      // A film's turns share one limit.
      var told = 0
      for turnTimeline in [file.shared] + file.overrides.values {
        do throws(JSONFault) {
          let take = try file.take(
            turnTimeline, turnTimeline.turn(on: page), on: page, frames: nil, 30, isAlone: true)
          try file.check(take, of: turnTimeline)
          guard
            let reel = try? Reel(
              Book(pages: 2), takes: [take], pages: { _ in throw CancellationError() })
          else { continue }
          guard let events = try? FilmEvent.events(of: reel, 30, limits) else { break }
          told += events.count
          if told > limits[.events] { break }
        } catch {
          guard error.line > 0, !error.what.isEmpty else { fatalError("\(error)") }
        }
      }
      return true
    } catch {
      guard error.line > 0, !error.what.isEmpty, error.what.utf8.count < 2000 else {
        fatalError("\(error)")
      }
      return false
    }
  }

  /// Whether a script is right; its errors say where it's wrong.
  private static func script(seed: UInt64, number: Int) -> Bool {
    let bytes = ScriptGenerator.bytes(seed: seed, number: number)
    let script: PlayScript
    do throws(JSONFault) {
      script = try PlayScript(
        name: "fuzz.jsonl", bytes: bytes, .standard, isFacing: false, Limits())
    } catch {
      guard error.line > 0, !error.what.isEmpty, error.what.utf8.count < 2000 else {
        fatalError("\(error)")
      }
      return false
    }
    do throws(JSONFault) {
      try script.check(pages: 12)
      guard
        let turner = try? Turner(Book(pages: 12), view: SIMD2(768, 1024), script.rules)
      else { fatalError("no turner") }
      let open = OpenBook(page: PageSize(width: 60, height: 80))
      var playback = Playback(script, turner, view: nil) { _ in open }
      _ = try playback.finish { _ in }
    } catch {
      guard error.line > 0, !error.what.isEmpty else { fatalError("\(error)") }
    }
    return true
  }
}
