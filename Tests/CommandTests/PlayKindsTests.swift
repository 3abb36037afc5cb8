import CurlCore
import Foundation
import ImageFiles
import Testing

/// S3-13: the kind of turn, the binding and the layout change while a script is played.
@Suite("Played kinds of turn and layouts")
struct PlayKindsTests {
  private func folder(_ lines: [String]) throws -> Folder {
    let folder = try Folder()
    for number in 0..<4 {
      let page =
        number.isMultiple(of: 2)
        ? TestPage.front(width: 64, height: 80) : TestPage.next(width: 64, height: 80)
      try folder.write(page, "p\(number).png")
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: folder.url("s.jsonl"))
    return folder
  }

  private func play(_ folder: Folder, _ words: String) async throws -> Glcurl.Run {
    try await Glcurl.run(
      ["play", "s.jsonl"] + (0..<4).map { "p\($0).png" }
        + words.split(separator: " ").map(String.init), in: folder)
  }

  @Test("A leaf lands as it was lifted, and the next one turns as was asked for since")
  func kinds() async throws {
    let turns = [#"{"t":0.1,"ev":"nav","to":"next"}"#, #"{"t":1.1,"ev":"nav","to":"next"}"#]
    let both = try folder([turns[0], #"{"t":0.2,"ev":"turn","turn":"flip"}"#, turns[1]])
    #expect(try await play(both, "-o f_%02d.png --fps 10 --turn slide -q").status == 0)
    for (kind, name) in [("slide", "s"), ("flip", "h")] {
      try Data(turns.joined(separator: "\n").utf8).write(to: both.url("s.jsonl"))
      let run = try await play(both, "-o \(name)_%02d.png --fps 10 --turn \(kind) -q")
      #expect(run.status == 0, "\(run.errors)")
    }
    for frame in 0...16 {
      let number = String(format: "%02d", frame)
      let played = try both.picture("f_\(number).png")
      let (slid, flipped) = (
        try both.picture("s_\(number).png"), try both.picture("h_\(number).png")
      )
      #expect(played == (frame <= 8 ? slid : flipped), "frame \(frame)")
      // In the air the two are unlike.
      #expect((slid != flipped) == [2, 3, 4, 5, 12, 13, 14, 15].contains(frame), "frame \(frame)")
    }
  }

  @Test("A kind that has no room for two pages is refused in a film of them, not in a trace")
  func spreads() async throws {
    let folder = try folder([#"{"t":0.1,"ev":"turn","turn":"slide"}"#])
    let film = try await play(folder, "-o f.y4m --facing")
    #expect(film.status == 64 && film.errors.contains("the turn slide takes a page away"))
    let trace = try await play(folder, "--trace - --facing")
    #expect(trace.status == 0 && trace.text == "{\"t\":0.1,\"out\":\"turn\",\"turn\":\"slide\"}\n")
  }

  @Test("Facing pages come to lie one above the other", arguments: ["left", "right", "top"])
  func bindings(start: String) async throws {
    let other = start == "top" ? "left" : "top"
    let folder = try folder([
      #"{"t":0.1,"ev":"nav","to":"next"}"#, #"{"t":0.45,"ev":"layout","binding":"\#(other)"}"#,
      #"{"t":0.5,"ev":"nav","to":"prev"}"#,
    ])
    let trace = try await play(folder, "--trace - --facing --binding \(start)")
    #expect(trace.status == 0, "\(trace.errors)")
    #expect(trace.text.contains(#"{"t":0.5,"out":"willTurn""#))
    let film = try await play(
      folder, "-o f_%02d.png --fps 10 --facing --turn hinge -q --binding \(start)")
    #expect(film.status == 0, "\(film.errors)")
    let (first, last) = (try folder.picture("f_00.png"), try folder.picture("f_10.png"))
    // Two pages side by side, and two one above the other, around the same middle.
    #expect(first.width == 128 && first.height == 160 && last.width == 128)
    for (picture, binding) in [(first, start), (last, other)] {
      let (left, right) = (try folder.picture("p0.png"), try folder.picture("p1.png"))
      let pages: [(Pixmap, Int, Int)] =
        switch binding {
        case "left": [(left, 0, 40), (right, 64, 40)]
        case "right": [(right, 0, 40), (left, 64, 40)]
        default: [(left, 32, 0), (right, 32, 80)]
        }
      for (page, x, y) in pages {
        for row in 0..<80 {
          let start = 4 * (128 * (y + row) + x)
          let own = Array(page.rgba8[256 * row..<256 * (row + 1)])
          #expect(Array(picture.rgba8[start..<start + 256]) == own, "\(binding), row \(row)")
        }
      }
    }
  }

  @Test("A corner rises under a pointer, and goes down again")
  func peek() async throws {
    let folder = try folder([
      #"{"t":0,"ev":"config","peek":{"corner":0.3,"lift":0.2}}"#,
      #"{"t":0.1,"ev":"hover","p":[60,76]}"#, #"{"t":0.5,"ev":"hover"}"#,
    ])
    let run = try await play(folder, "-o f_%02d.png --fps 10 --turn hinge --trace t.jsonl -q")
    #expect(run.status == 0, "\(run.errors)")
    let (page, risen) = (try folder.picture("p0.png"), try folder.picture("f_04.png"))
    #expect(try folder.picture("f_00.png") == page && risen != page)
    #expect(try folder.picture("f_07.png") == page)
    let told = try String(contentsOf: folder.url("t.jsonl"), encoding: .utf8)
    #expect(
      told == """
        {"t":0.1,"out":"state","phase":"peeking"}
        {"t":0.62,"out":"state","phase":"idle"}

        """)
    // Left up, it's seen until it has risen.
    let lines = [
      #"{"t":0,"ev":"config","peek":{}}"#, #"{"t":0.1,"ev":"hover","p":[60,76]}"#,
    ]
    try Data(lines.joined(separator: "\n").utf8).write(to: folder.url("s.jsonl"))
    let left = try await play(folder, "-o g.y4m --fps 50 --json")
    #expect(left.text.contains(#""rest":0.22"#), "\(left.text)")
  }
}
