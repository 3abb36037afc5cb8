import CurlCore
import Foundation
import ImageFiles
import PageCurl
import PageTurner
import TestSupport
import Testing

@Suite("Limits of what is read")
struct LimitTests {
  private static let tick = #"{"t":0,"ev":"tick"}"#

  private func play(_ script: String, _ words: String, text: String? = nil) async throws
    -> Glcurl.Run
  {
    let folder = try Folder()
    try Data(script.utf8).write(to: folder.url("s.jsonl"))
    if let text { try Data(text.utf8).write(to: folder.url("t.txt")) }
    let source = text == nil ? "--numbered 3" : "--text t.txt"
    return try await Glcurl.run(
      "play s.jsonl \(source) \(words)".split(separator: " ").map(String.init), in: folder)
  }

  @Test(
    "A script that asks for too much says of what, where, and the way out",
    arguments: [
      (
        "{\"t\":0,\"ev\":\"edit\",\"edit\":\"insert\",\"at\":0,\"count\":90000}\n"
          + "{\"t\":0,\"ev\":\"edit\",\"edit\":\"insert\",\"at\":0,\"count\":90000}", "",
        "s.jsonl:2: count: 180003 pages of a book are more than the limit 'pages' of 100000; "
          + "allow more with --limit pages=180003"
      ),
      (
        #"{"t":0,"ev":"edit","edit":"reload","count":1000000000}"#, "",
        "s.jsonl:1: count: 1000000000 pages of a book are more than the limit 'pages'"
      ),
      (tick + "\n" + tick, "--limit events=1", "s.jsonl:2: 2 events are more than the limit"),
      (
        "\n" + #"{"t":0,"ev":"edit","edit":"update","at":0}"# + "\n"
          + #"{"t":0,"ev":"edit","edit":"update","at":0}"#,
        "--limit edits=1",
        "s.jsonl:3: 2 edits, or parts of effects are more than the limit 'edits' of 1"
      ),
      (tick, "--limit json-bytes=10", "bytes of a JSON text are more than the limit 'json-bytes'"),
      (
        String(repeating: "[", count: 200_000), "",
        "s.jsonl:1: no JSON: 33 nested JSON values"
      ),
      (tick, "--limit file-bytes=5", "bytes of a file are more than the limit 'file-bytes' of 5"),
      (
        #"{"t":0,"ev":"config","autoplay":0.01,"boundary":"loop","fullDuration":0,"#
          + #""leastDuration":0}"# + "\n" + #"{"t":50000,"ev":"tick"}"#, "--limit events=20000",
        "events are more than the limit 'events' of 20000"
      ),
    ])
  func scripts(_ script: String, _ words: String, _ message: String) async throws {
    let message = message.replacing("no JSON: ", with: "")
    let run = try await play(script, "--trace /dev/null \(words)")
    #expect(run.status == 65)
    #expect(run.errors.contains(message), "\(run.errors.prefix(400))")
  }

  @Test("A film has no more frames than allowed, which is seen before it's played")
  func frames() async throws {
    let long = Self.tick + "\n" + #"{"t":100000,"ev":"tick"}"#
    for (script, words) in [(long, ""), (Self.tick, "--duration 99999"), (Self.tick, "--fps 1000")]
    {
      let few = words == "--fps 1000" ? "--duration 2 --limit frames=1999" : ""
      let run = try await play(script, "-o f_%d.png \(words) \(few)")
      #expect(run.status == 65)
      #expect(
        run.errors.contains("frames of a film are more than the limit 'frames'"), "\(run.errors)")
    }
    let folder = try Folder.withPages(width: 20, height: 28)
    try Data(#"{"duration": 100, "frames": 100000}"#.utf8).write(to: folder.url("t.json"))
    for words in ["--frames 60 --limit frames=59", "--timeline t.json --limit frames=99999"] {
      let run = try await Glcurl.run(
        "render a.png b.png a.png -o f_%d.png \(words)".split(separator: " ").map(String.init),
        in: folder)
      #expect(run.status == 65 && run.errors.contains("--limit frames="), "\(run.errors)")
    }
  }

  @Test(
    "A text that asks for too much says of what, and the way out",
    arguments: [
      ("text-bytes=20", "some bytes too many for it", "bytes of a text"),
      ("text-lines=2", "a\nb\nc", "3 lines of a text"),
      ("text-words=2", "a b\n\nc", "3 words of a text"),
      // 120,000 runs of a letter each, in 180,000 bytes.
      (
        "text-runs=600", String(repeating: "aб", count: 60_000),
        "666 runs of one script and font per 1,000 bytes of a text"
      ),
      ("pages=2", "a\u{c}b\u{c}c", "3 pages of a book"),
    ])
  func texts(_ limit: String, _ text: String, _ message: String) async throws {
    let run = try await play(Self.tick, "--trace - --limit \(limit)", text: text)
    #expect(run.status == 65)
    let name = limit.split(separator: "=")[0]
    #expect(
      run.errors.contains("the text 't.txt': ") && run.errors.contains(message)
        && run.errors.contains("--limit \(name)="), "\(run.errors)")
  }

  @Test("Options that ask for more than others allow are wrong")
  func options() async throws {
    for words in ["--limit pages=2", "--page-size 300x10 --limit side=299"] {
      let run = try await play(Self.tick, "--trace - \(words)")
      #expect(run.status == 64 && run.errors.contains("--limit"), "\(run.errors)")
    }
  }
}
