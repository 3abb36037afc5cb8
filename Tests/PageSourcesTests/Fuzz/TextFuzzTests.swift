import CurlCore
import SamplePages
import TestSupport
import Testing

/// Texts that are hard to set, in child processes; `FuzzRun` tells how to run more.
@Suite struct TextFuzzTests {
  @Test("a text is set and drawn within two seconds, and never a crash")
  func texts() async {
    let run = FuzzRun(usual: 24)
    for first in stride(from: run.numbers.lowerBound, to: run.numbers.upperBound, by: 8) {
      let last = min(first + 8, run.numbers.upperBound)
      await #expect(processExitsWith: .success, "seed \(run.seed), texts \(first)..<\(last)") {
        [seed = run.seed as UInt64, first = first as Int, last = last as Int] in
        for number in first..<last {
          let text = String(
            decoding: TextGenerator.bytes(seed: seed, number: number), as: UTF8.self)
          try Self.set(text, "text \(number)")
        }
      }
    }
  }

  /// What took from ten seconds to minutes, each some hundreds of kilobytes.
  @Test(
    "what no line may end in takes as long as other text",
    arguments: [
      ("mnop", 100_000), ("\u{301}", 200_000), ("a\u{fe0f}", 100_000), ("(", 400_000),
      ("word upon ", 40_000), ("世界", 60_000), ("a\u{c}", 90_000), ("a\n\n", 130_000),
      ("\u{202e}ab\u{202d}ב", 30_000), ("\0", 200_000), ("-", 500_000), ("W", 400_000),
      ("Ꭰ", 200_000), ("ខ្មែរ", 40_000), ("မြန်မာ", 30_000), ("ລາວ", 60_000), ("ᠮᠣᠩ", 60_000),
      ("\u{378}", 250_000), ("हिन्दी", 30_000), ("ภาษาไทย", 25_000), ("ב\n\n", 150_000),
      ("a\n", 300_000), ("\t", 900_000),
    ])
  func hard(_ piece: String, _ count: Int) async {
    await #expect(processExitsWith: .success, "\(count) × \(piece.debugDescription)") {
      [piece = piece as String, count = count as Int] in
      try Self.set("a" + String(repeating: piece, count: count), "\(count) × \(piece)")
    }
  }

  private static func set(_ text: String, _ name: String) throws {
    let began = FuzzRun.seconds
    do throws(SamplePagesError) {
      let book = try TextBook(text, size: PageSize(width: 768, height: 1024))
      if book.count > 0 {
        for page in [0, book.count / 2, book.count - 1] { _ = try book.picture(of: page) }
      }
    } catch {
      guard case .exceeded = error else { throw error }
    }
    let taken = FuzzRun.seconds - began
    guard taken <= FuzzRun.budget else { fatalError("\(name) took \(taken) s") }
  }
}
