import Foundation
import ImageFiles
import Testing

/// S4-11: the strips of Leaves are a fifth of the view, of facing pages a seventh.
@Suite("Played tap zones")
struct PlayZonesTests {
  /// What a script's taps told, those at 120 of 700 pixels: "tap" or "boundary".
  private func told(_ lines: [String], _ words: [String]) async throws -> [String] {
    let folder = try Folder()
    for number in 0..<4 {
      try folder.write(TestPage.front(width: 64, height: 80), "p\(number).png")
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: folder.url("s.jsonl"))
    let run = try await Glcurl.run(
      ["play", "s.jsonl"] + (0..<4).map { "p\($0).png" } + ["--trace", "-", "--view", "700x400"]
        + words, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    return run.text.split(separator: "\n").map { line in
      ["tap", "boundary"].first { line.contains("\"out\":\"\($0)\"") } ?? String(line)
    }
  }

  private func tap(at time: Int) -> [String] {
    [
      #"{"t":\#(time),"ev":"down","p":[120,200]}"#, #"{"t":\#(time).1,"ev":"up","p":[120,200]}"#,
    ]
  }

  @Test("Rules that a script changes to are those of its layout", arguments: [true, false])
  func preset(isFacing: Bool) async throws {
    let lines = [#"{"t":0,"ev":"config","rules":"leaves"}"#] + tap(at: 1)
    let told = try await told(lines, isFacing ? ["--facing"] : [])
    #expect(told == [isFacing ? "tap" : "boundary"])
  }

  @Test("Another layout has its own strips")
  func layouts() async throws {
    let lines =
      tap(at: 1) + [#"{"t":2,"ev":"layout","mode":"facing"}"#] + tap(at: 3)
      + [#"{"t":4,"ev":"config","slop":12}"#] + tap(at: 5)
      + [#"{"t":6,"ev":"layout","mode":"single"}"#] + tap(at: 7)
    let told = try await told(lines, ["--rules", "leaves"])
    #expect(told == ["boundary", "tap", "tap", "boundary"])
  }

  @Test("Zones of the script's own stay what they are")
  func own() async throws {
    let lines =
      [
        #"{"t":0,"ev":"config","rules":"leaves","zones":{"strips":{"share":0.2}}}"#,
        #"{"t":0,"ev":"layout","mode":"facing"}"#,
      ] + tap(at: 1)
    #expect(try await told(lines, []) == ["boundary"])
  }
}
