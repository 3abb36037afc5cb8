import Foundation
import Testing

/// Effects, cards and eyes, as options and as timelines tell them.
@Suite("Effects")
struct EffectOptionTests {
  private func run(_ words: [String], _ folder: Folder) async throws -> Glcurl.Run {
    try await Glcurl.run(words, in: folder)
  }

  /// The geometry of a turn's middle; pages are 60 × 80.
  private func geometry(_ words: [String], _ folder: Folder, progress: String = "0.5") async throws
    -> [String: Any]
  {
    let run = try await Glcurl.run(
      ["frame", "a.png", "b.png", "-q", "--geometry", "--progress", progress] + words, in: folder)
    #expect(run.status == 0, "\(words): \(run.errors)")
    return try run.object()
  }

  private func matrix(_ object: [String: Any]) throws -> [Double] {
    let leaves = try #require(object["leaves"] as? [[String: Any]])
    let front = leaves.first { $0["front"] as? String == "front" }
    return try #require(front?["matrix"] as? [Double])
  }

  private func pages() throws -> Folder { try Folder.withPages(width: 60, height: 80) }

  @Test("Every number of an effect is set by name")
  func s2_14_effectsAreSetByName() async throws {
    let folder = try pages()
    let plain = ["--turn", "effect:infinity", "--set", "pathShare=0", "--set", "share=1"]
    for (words, expected) in [
      (["--set", "offsetX=-25%", "--set", "offsetY=4"], [1.0, 0, -15, 0, 1, 4, 0, 0, 1]),
      (["--set", "skew=0.5", "--set", "skewOffset=7px"], [1, 0.5, 7, 0, 1, 0, 0, 0, 1]),
      (
        [
          "--set", "scaleX=2", "--set", "scaleY=3", "--set", "scaleAboutX=0", "--set",
          "scaleAboutY=1",
        ],
        [2, 0, 0, 0, 3, -160, 0, 0, 1]
      ),
      (
        ["--set", "rotation=90", "--set", "rotationAboutX=0", "--set", "rotationAboutY=0"],
        [0, -1, 0, 1, 0, 0, 0, 0, 1]
      ),
    ] {
      #expect(try matrix(await geometry(plain + words, folder)) == expected, "\(words)")
    }
    let round = try await geometry(plain + ["--set", "pathShare=0.5"], folder)
    #expect(try matrix(round) != [1, 0, 0, 0, 1, 0, 0, 0, 1])
    let wrong = try await run(
      [
        "frame", "a.png", "b.png", "--geometry", "--progress", "0.5", "--turn", "effect", "--set",
        "rotate=9",
      ],
      folder)
    #expect(wrong.status == 64 && wrong.errors.contains("the turn effect has no rotate"))
    #expect(wrong.errors.contains("rotation") && wrong.errors.contains("pathShare"))
  }

  @Test("A stack is the same from a file, from the option itself and from a timeline")
  func s2_14_aStackOfOnesOwn() async throws {
    let folder = try pages()
    let stack = """
      [
        {"effect": "rotation", "degrees": 90, "about": [0, 0]},
        {"effect": "offset", "x": "50%", "affectsLayout": false},
        {"effect": "rotation", "degrees": 0}, {"effect": "scale", "x": 2},
        {"effect": "skew", "skew": 1, "offset": -3},
        {"effect": "follow", "path": "M 0,0 C 10,0 20,0 30,0", "share": 0, "turns": false}
      ]
      """
    try Data(stack.utf8).write(to: folder.url("stack.json"))
    let turn = ["--turn", "effect", "--set", "share=1", "--set", "fade=0", "--effects"]
    let file = try await geometry(turn + ["stack.json"], folder)
    // Turned, moved by 30, stretched about 30, skewed.
    #expect(try matrix(file) == [1, -2, 27, 1, 0, 0, 0, 0, 1])
    #expect(try matrix(await geometry(turn + [stack], folder)) == matrix(file))
    let second = try await geometry(
      turn + ["stack.json", "--set", "rotation2=180", "--set", "pathShare=1"], folder)
    #expect(try matrix(second) != matrix(file))
    // What counts as lying isn't moved by the offset.
    let lies = try #require(file["lies"] as? [String: Double])
    let other = try await geometry(
      turn + [stack.replacing(", \"affectsLayout\": false", with: "")], folder)
    #expect(try #require(other["lies"] as? [String: Double])["x"] == lies["x"].map { $0 + 60 })
    // The same in a timeline, whose tracks drive what it names.
    let timeline = """
      {"turn": "effect", "parameters": {"share": 1, "fade": 0}, "frames": 5, "effects": \(stack),
       "tracks": {"rotation2": [{"time": 0, "value": 0}, {"time": 1, "value": 360}]}}
      """
    try Data(timeline.utf8).write(to: folder.url("t.json"))
    let film = try await run(
      ["render", "a.png", "b.png", "-q", "--timeline", "t.json", "-o", "f%d.png"], folder)
    #expect(film.status == 0, "\(film.errors)")
    let still = try await run(
      ["frame", "a.png", "b.png", "-q", "-o", "g.png", "--progress", "0.25"] + turn
        + ["stack.json", "--set", "rotation2=90"], folder)
    #expect(still.status == 0, "\(still.errors)")
    #expect(try folder.picture("f1.png") == folder.picture("g.png"))
    #expect(try folder.picture("f1.png") != folder.picture("f2.png"))
  }

  @Test("The stack of the command line has the tracks of a timeline that names none")
  func theOptionsStackIsTheTimelines() async throws {
    let folder = try pages()
    try Data(
      #"{"frames": 3, "tracks": {"skew": [{"time": 0, "value": 0}, {"time": 1, "value": 2}]}}"#.utf8
    ).write(to: folder.url("t.json"))
    let words = [
      "render", "a.png", "b.png", "-q", "--timeline", "t.json", "-o", "f%d.png", "--turn",
    ]
    let skewed = try await run(
      words + ["effect", "--effects", #"[{"effect": "skew", "skew": 0}]"#], folder)
    #expect(skewed.status == 0, "\(skewed.errors)")
    let turned = try await run(
      words + ["effect", "--effects", #"[{"effect": "rotation", "degrees": 1}]"#], folder)
    #expect(turned.status == 65, "\(turned.errors)")
    #expect(turned.errors.contains("t.json:1: tracks.skew: unknown field"))
    #expect(turned.errors.contains("rotationAboutX"))
  }

  @Test(
    "A stack that is wrong is told with its place and what is possible",
    arguments: [
      ("{}", "--effects:1: an object, but it must be an array"),
      (#"[{"effect": "spin"}]"#, #"[0].effect: "spin": choose one of offset, skew, scale"#),
      (#"[{"degrees": 4}]"#, "[0].effect: is missing"),
      (
        #"[{"effect": "rotation", "angle": 4}]"#,
        "[0].angle: unknown field: choose one of effect, degrees, about, affectsLayout"
      ),
      (#"[{"effect": "rotation"}]"#, "[0].degrees: is missing"),
      (#"[{"effect": "skew", "skew": 101}]"#, "[0].skew: 101, but it must be a number from -100"),
      (#"[{"effect": "offset", "x": "9em"}]"#, "[0].x: \"9em\", but it must be a number"),
      (#"[{"effect": "scale", "about": 1}]"#, "[0].about: 1, but it must be two numbers"),
      (#"[{"effect": "follow", "path": "M 1 2"}]"#, "[0].path: after its first point"),
      (#"[{"effect": "follow", "share": 2}]"#, "[0].share: 2, but it must be a number from 0 to 1"),
      (#"[{"effect": "skew", "skew": 1, "skew": 2}]"#, "\"skew\" stands here twice"),
      (#"["skew"]"#, "[0]: \"skew\", but it must be an object"),
      (
        "[" + Array(repeating: #"{"effect":"skew","skew":0}"#, count: 101).joined(separator: ",")
          + "]", "101 effects"
      ),
    ])
  func wrongStacks(_ stack: String, _ reason: String) async throws {
    let folder = try pages()
    let words = ["frame", "a.png", "b.png", "--geometry", "--progress", "0.5", "--turn", "effect"]
    let wrong = try await run(words + ["--effects", stack], folder)
    #expect(wrong.status == 65 && wrong.errors.contains(reason), "\(wrong.errors)")
    // A timeline's is read by the same rules.
    guard stack.first == "[", !reason.hasPrefix("--") else { return }
    try Data("{\"turn\": \"effect\", \"effects\": \(stack)}".utf8).write(to: folder.url("t.json"))
    let file = try await run(
      ["render", "a.png", "b.png", "--timeline", "t.json", "-o", "f%d.png"], folder)
    #expect(file.status == 65 && file.errors.contains(reason), "\(file.errors)")
    // A text that is no JSON has no fields yet.
    let place = reason.hasSuffix("twice") ? "t.json:1: no JSON" : "t.json:1: effects"
    #expect(file.errors.contains(place), "\(file.errors)")
  }

  @Test("The limits of JSON hold for stacks")
  func limits() async throws {
    let folder = try pages()
    let stack = #"[{"effect": "follow", "path": "M 0 0 C 1 1 2 2 3 3 4 4 5 5 6 6"}]"#
    try Data(stack.utf8).write(to: folder.url("s.json"))
    let words = ["frame", "a.png", "b.png", "--geometry", "--progress", "0.5", "--turn", "effect"]
    for (limit, reason) in [
      ("json-bytes=20", "json-bytes"), ("json-depth=1", "json-depth"), ("edits=2", "3 edits, or"),
    ] {
      for source in [stack, "s.json"] {
        let over = try await run(words + ["--effects", source, "--limit", limit], folder)
        #expect(over.status == 65 && over.errors.contains(reason), "\(limit): \(over.errors)")
      }
    }
    let within = try await run(words + ["--effects", "s.json", "--limit", "edits=3"], folder)
    #expect(within.status == 0, "\(within.errors)")
  }

  @Test("A stack without its turn, without its file or told twice is refused")
  func misplacedStacks() async throws {
    let folder = try pages()
    let frame = ["frame", "a.png", "b.png", "--geometry", "--progress", "0.5", "--effects"]
    let other = try await run(frame + ["[]", "--turn", "slide"], folder)
    #expect(other.status == 64 && other.errors.contains("add --turn effect"))
    let none = try await run(frame + ["no.json", "--turn", "effect"], folder)
    #expect(none.status == 66 && none.errors.contains("'no.json' (--effects)"))
    let films = ["render", "a.png", "b.png", "--timeline", "t.json", "-o", "f%d.png"]
    try Data(#"{"turn": "slide", "effects": []}"#.utf8).write(to: folder.url("t.json"))
    let slide = try await run(films, folder)
    #expect(slide.status == 65 && slide.errors.contains("effects: needs the turn effect"))
    try Data(#"{"turn": "effect", "effects": []}"#.utf8).write(to: folder.url("t.json"))
    let twice = try await run(films + ["--turn", "effect", "--effects", "[]"], folder)
    #expect(twice.status == 65 && twice.errors.contains("also given outside the timeline"))
  }

  @Test("A track takes a card all the way round, there and back")
  func s2_10_aTimelineDrivesACard() async throws {
    let folder = try pages()
    let track = #"[{"time": 0, "value": 0}, {"time": 4, "value": 360}]"#
    func film(_ more: String) async throws {
      try Data("{\"turn\": \"card\", \"tracks\": {\"angle\": \(track)}, \(more)}".utf8).write(
        to: folder.url("t.json"))
      let film = try await run(
        ["render", "a.png", "b.png", "-q", "--timeline", "t.json", "-o", "f%d.png"], folder)
      #expect(film.status == 0, "\(film.errors)")
    }
    let (front, next) = (try folder.picture("a.png"), try folder.picture("b.png"))
    // For ever is one period in a film, and its last frame is its first.
    try await film(#""repeat": "forever", "frames": 9"#)
    let frames = try (0..<9).map { try folder.picture("f\($0).png") }
    #expect(frames[0] == front && frames[4] == next && frames[8] == front)
    for (index, angle) in [(1, 45), (3, 135), (5, 225), (7, 315)] {
      let still = try await run(
        [
          "frame", "a.png", "b.png", "-q", "-o", "g.png", "--progress", "0.7", "--turn", "card",
          "--set", "angle=\(angle)",
        ], folder)
      #expect(still.status == 0, "\(still.errors)")
      #expect(try frames[index] == folder.picture("g.png"), "\(angle)°")
    }
    #expect(frames[1] != frames[7] && frames[3] != frames[5])
    try await film(#""repeat": 2, "autoreverse": true, "frames": 9"#)
    // Two rounds there and back, each of four steps: there in two of them.
    let back = try (0..<9).map { try folder.picture("f\($0).png") }
    #expect([0, 2, 4, 6, 8].allSatisfy { back[$0] == front })
    #expect([1, 3, 5, 7].allSatisfy { back[$0] == next })
  }

  @Test("SwiftUI's perspective is told wherever an eye is")
  func s0_20_perspectives() async throws {
    let folder = try pages()
    func camera(_ words: [String]) async throws -> Any? {
      try await geometry(words, folder)["camera"]
    }
    let hinge = try #require(
      try await camera(["--turn", "hinge", "--perspective", "0.5"]) as? [String: Any])
    #expect(hinge["distance"] as? Double == 160 && hinge["centre"] as? [Double] == [0, 40])
    #expect(
      try await camera(["--turn", "hinge", "--perspective", "0"]) as? String == "orthographic")
    let moved = try #require(
      try await camera(["--turn", "bend", "--perspective", "2", "--eye-centre", "1,0"])
        as? [String: Any])
    #expect(moved["distance"] as? Double == 40 && moved["centre"] as? [Double] == [60, 0])
    for turn in ["card:vertical", "flip:vertical"] {
      let words = ["--turn", turn, "--perspective"]
      let flat = try matrix(await geometry(words + ["0"], folder, progress: "0.25"))
      let deep = try matrix(await geometry(words + ["0.5"], folder, progress: "0.25"))
      // Height x·sin 45° over 160.
      #expect(flat[6] == 0 && abs(abs(deep[6]) - 0.5.squareRoot() / 160) < 1e-12, "\(turn)")
    }
    for (words, reason) in [
      (["--eye", "100%", "--perspective", "1"], "--eye and --perspective both set the view"),
      (["--perspective", "11"], "0 to 10"), (["--eye-centre", "0,0"], "without an eye"),
      (["--turn", "slide", "--perspective", "1"], "slide has no perspective"),
    ] {
      let wrong = try await run(
        ["frame", "a.png", "b.png", "--geometry", "--progress", "0.5"] + words, folder)
      #expect(wrong.status == 64 && wrong.errors.contains(reason), "\(wrong.errors)")
    }
    try Data(
      #"""
      {"turn": "hinge", "frames": 3,
       "tracks": {"perspective": [{"time": 0, "value": 0}, {"time": 1, "value": 1}]}}
      """#.utf8
    ).write(to: folder.url("t.json"))
    let film = try await run(
      ["render", "a.png", "b.png", "-q", "--timeline", "t.json", "-o", "f%d.png"], folder)
    #expect(film.status == 0, "\(film.errors)")
    let still = try await run(
      [
        "frame", "a.png", "b.png", "-q", "-o", "g.png", "--progress", "0.5", "--turn", "hinge",
        "--perspective", "0.5",
      ], folder)
    #expect(still.status == 0, "\(still.errors)")
    #expect(try folder.picture("f1.png") == folder.picture("g.png"))
  }

  @Test("Fingers on a page that an effect moves are where the page lay, unless its layout stays")
  func s2_13_hitsGoThroughEffects() async throws {
    let folder = try pages()
    // Half way, at 0.5 s, the page has moved by half of its width; it is held at its left edge.
    let script = """
      {"t":0,"ev":"config","fullDuration":1,"leastDuration":1,"slop":4,"catchUp":"immediate"}
      {"t":0,"ev":"nav","to":"next"}
      {"t":0.5,"ev":"down","id":1,"p":[POINT,40]}
      {"t":0.6,"ev":"up","id":1,"p":[POINT,40]}
      """
    func grabs(at point: Int, _ effect: String) async throws -> Bool {
      try Data(script.replacing("POINT", with: "\(point)").utf8).write(to: folder.url("s.jsonl"))
      let played = try await run(
        [
          "play", "s.jsonl", "a.png", "b.png", "--trace", "-", "--turn", "effect", "--effects",
          "[{\"effect\": \"offset\", \"x\": \"100%\"\(effect)}]",
        ], folder)
      #expect(played.status == 0, "\(played.errors)")
      return played.text.contains("grab")
    }
    #expect(try await grabs(at: 40, ""))
    #expect(try await !grabs(at: 5, ""))
    #expect(try await grabs(at: 5, ", \"affectsLayout\": false"))
  }
}
