import CurlCore
import CurlSystem
import Foundation
import PageFilm
import Testing

@testable import glcurl

@Suite("looks")
struct LooksTests {
  private static let frame = [
    "frame", "a.png", "b.png", "-q", "--backend", "cpu", "--progress", "0.4", "-o",
  ]

  @Test("Each look is listed with the options that it stands for")
  func list() async throws {
    let folder = try Folder.withPages()
    let run = try await Glcurl.run(["looks"], in: folder)
    #expect(run.status == 0 && run.errors.isEmpty)
    for look in NamedLook.all {
      #expect(run.text.contains("\(look.name): \(look.summary)"))
      let alone = try await Glcurl.run(["looks", look.name], in: folder)
      #expect(run.text.contains(alone.text))
      // The options alone make the same picture.
      let words: [String] = alone.text.split(separator: "\n").dropFirst().joined(separator: " ")
        .split(separator: " ").map { String($0.filter { $0 != "'" }) }
      for (file, options) in [("x.png", ["--look", look.name]), ("y.png", words)] {
        let drawn = try await Glcurl.run(Self.frame + [file] + options, in: folder)
        #expect(drawn.status == 0, "\(look.name): \(drawn.errors)")
      }
      #expect(try folder.bytes("x.png") == folder.bytes("y.png"), "\(look.name)")
    }
  }

  @Test("As JSON a look is a file that draws the same")
  func json() async throws {
    let folder = try Folder.withPages()
    let all = try await Glcurl.run(["looks", "--json"], in: folder)
    let looks = try #require(
      try JSONSerialization.jsonObject(with: all.output) as? [[String: Any]])
    #expect(looks.map { $0["name"] as? String } == NamedLook.names)
    let hero = try await Glcurl.run(["looks", "hero", "--json"], in: folder)
    #expect(try hero.object()["radius"] as? String == "10%")
    try hero.output.write(to: folder.url("mine.json"))
    for (name, look) in [("x.png", "hero"), ("y.png", "mine.json"), ("z.png", "./mine.json")] {
      let run = try await Glcurl.run(Self.frame + [name, "--look", look], in: folder)
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try folder.bytes("x.png") == folder.bytes("y.png"))
    #expect(try folder.bytes("x.png") == folder.bytes("z.png"))
    let listed = try await Glcurl.run(["looks", "mine.json"], in: folder)
    #expect(try await Glcurl.run(["looks", "hero"], in: folder).text == listed.text)
  }

  #if Server
  @Test("Members of a look file are the options of look, margin and framing")
  func names() {
    let look = RequestOptions.options(of: LookOptions.self).map(\.name)
    let margin = RequestOptions.options(of: MarginOptions.self).map(\.name)
    // Options that aren't part of a look, and members that aren't options.
    let others: Set<String> = ["look", "set", "effects", "binding", "overlay"]
    let labels: Set<String> = ["name", "summary", "parameters"]
    #expect(
      Set(look + margin).subtracting(others).union(labels) == Set(NamedLook.memberNames))
  }
  #endif

  @Test("A timeline overrides the look, and a single option both")
  func precedence() async throws {
    let folder = try Folder.withPages()
    try Data(
      ##"""
      {"angle": 120, "radius": 6, "gloss": 0.4, "background": "#305070", "margin": 9,
       "framing": "spread"}
      """##.utf8
    ).write(to: folder.url("look.json"))
    try Data(#"{"parameters": {"radius": 15}, "frames": 3}"#.utf8).write(to: folder.url("t.json"))
    let options = ["--angle", "120", "--gloss", "0.4", "--background", "#305070"]
    let framed = ["--margin", "9", "--framing", "spread"]
    let cases: [([String], [String])] = [
      (["--look", "look.json"], options + framed + ["--radius", "6"]),
      (["--look", "look.json", "--timeline", "t.json"], options + framed + ["--radius", "15"]),
      (
        ["--look", "look.json", "--timeline", "t.json", "--radius", "2", "--gloss", "0"],
        options + framed + ["--radius", "2", "--gloss", "0"]
      ),
      (
        ["--look", "look.json", "--framing", "page", "--margin", "4", "--background", "none"],
        ["--angle", "120", "--radius", "6", "--gloss", "0.4", "--margin", "4"]
      ),
      (
        ["--look", "look.json", "--margin", "auto"],
        options + ["--radius", "6", "--framing", "turn"]
      ),
    ]
    for (words, same) in cases {
      for (name, options) in [("x", words), ("y", same)] {
        let count = options.contains("--timeline") ? [] : ["--frames", "3", "--ease", "linear"]
        let run = try await Glcurl.run(
          ["render", "a.png", "b.png", "-q", "--backend", "cpu", "-o", "\(name)%d.png"] + count
            + options, in: folder)
        #expect(run.status == 0, "\(run.errors)")
      }
      #expect(try folder.bytes("x1.png") == folder.bytes("y1.png"), "\(words)")
    }
    let angle = try await Glcurl.run(
      ["frame", "a.png", "b.png", "--progress", "0.4", "--geometry", "--look", "look.json"],
      in: folder)
    #expect(try angle.object()["angle"] as? Double == 120)
  }

  @Test("A look of another turn, a book and a script take what they have of it")
  func otherTurns() async throws {
    let folder = try Folder.withPages()
    for turn in TurnCatalogue.names {
      let run = try await Glcurl.run(
        Self.frame + ["t.png", "--look", "hero", "--turn", turn], in: folder)
      #expect(run.status == 0, "\(turn): \(run.errors)")
    }
    let book = try await Glcurl.run(
      [
        "render", "a.png", "b.png", "a.png", "b.png", "-q", "-o", "f%d.png", "--frames", "3",
        "--facing", "--turn", "book-curl", "--look", "desk", "--hard", "cover",
      ], in: folder)
    #expect(book.status == 0, "\(book.errors)")
    try Data(#"{"t":0.1,"ev":"nav","to":"next"}"#.utf8).write(to: folder.url("s.jsonl"))
    let play = try await Glcurl.run(
      [
        "play", "s.jsonl", "--numbered", "4", "--page-size", "30x40", "-q", "-o", "p.apng",
        "--look", "desk", "--fps", "5",
      ], in: folder)
    #expect(play.status == 0, "\(play.errors)")
  }

  @Test(
    "What can't be is refused by its name, with the way out",
    arguments: [
      ("frame a.png b.png --progress 0.4 -o f.png --look heroo", 64, ["heroo", "hero", "json"]),
      ("frame a.png b.png --progress 0.4 -o f.png --look no.json", 66, ["no.json", "--look"]),
      ("frame a.png b.png --progress 0.4 -o f.png --look a.png", 64, ["a.png", "hero"]),
      (
        "frame a.png b.png --progress 0.4 -o f.png --look bad.json", 65,
        ["bad.json:1", "raduis", "radius"]
      ),
      (
        "frame a.png b.png --progress 0.4 -o f.png --framing turn --margin auto", 64,
        ["--margin auto", "--framing turn"]
      ),
      ("frame a.png b.png --progress 0.4 -o f.png --framing wide", 64, ["--framing", "spread"]),
      ("looks nothing", 64, ["nothing", "hero"]), ("looks --pages a.png b.png", 64, ["--sheet"]),
      ("looks --sheet l.jpg", 64, ["l.jpg", ".png"]),
      ("looks --sheet l.png --json", 64, ["--json"]),
      ("looks --sheet l.png --pages a.png", 64, ["--pages", "two"]),
      ("looks --sheet a.png --pages a.png b.png", 64, ["--sheet", "a.png", "input"]),
      ("looks --sheet l.png --size 2000x9", 64, ["1000"]),
    ])
  func refused(_ words: String, _ status: Int32, _ names: [String]) async throws {
    let folder = try Folder.withPages()
    try Data(#"{"raduis": 9}"#.utf8).write(to: folder.url("bad.json"))
    let run = try await Glcurl.run(
      words.split(separator: " ").map(String.init), in: folder)
    #expect(run.status == status, "\(run.errors)")
    for name in names { #expect(run.errors.contains(name), "\(run.errors)") }
    #expect(try folder.names == ["a.png", "b.png", "bad.json"])
  }

  @Test("The sheet shows every look, or the one, on built-in or own pages")
  func sheet() async throws {
    let folder = try Folder.withPages()
    for (words, what) in [
      (["looks"], "\(NamedLook.all.count) looks"), (["looks", "desk"], "the look desk"),
      (["looks", "desk", "--pages", "a.png", "b.png"], "the look desk"),
    ] {
      let run = try await Glcurl.run(
        words + ["--sheet", "s.png", "--size", "30x40", "--backend", "cpu"], in: folder)
      #expect(run.status == 0 && run.errors.contains("s.png: \(what)"), "\(run.errors)")
      #expect(try folder.picture("s.png").isOpaque)
    }
  }

  @Test("A framing has the canvas of the library, for a page, a turn and a spread")
  func framing() async throws {
    let folder = try Folder.withPages(width: 60, height: 80)
    for (options, width, height) in [
      ("--framing page", 60, 80), ("--framing spread", 120, 80),
      ("--framing spread --binding top", 60, 160), ("--framing spread --margin 10%", 132, 92),
      ("--framing page --margin 5", 70, 90), ("--framing spread --size 60x40", 60, 40),
    ] {
      let run = try await Glcurl.run(
        Self.frame + ["f.png"] + options.split(separator: " ").map(String.init), in: folder)
      #expect(run.status == 0, "\(run.errors)")
      let picture = try folder.picture("f.png")
      #expect(picture.width == width && picture.height == height, "\(options)")
    }
    for (name, options) in [
      ("x.png", ["--margin", "auto"]), ("y.png", ["--framing", "turn"]),
      ("z.png", ["--framing", "turn", "--margin", "7"]),
    ] {
      #expect(try await Glcurl.run(Self.frame + [name] + options, in: folder).status == 0)
    }
    let (turn, larger) = (try folder.picture("y.png"), try folder.picture("z.png"))
    #expect(try folder.bytes("x.png") == folder.bytes("y.png"))
    #expect(turn.width > 60 && larger.width == turn.width + 14)
    #expect(larger.height == turn.height + 14)
  }
}
