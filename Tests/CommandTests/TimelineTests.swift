import CurlCore
import Foundation
import Testing

@Suite("Timelines")
struct TimelineTests {
  /// Everything that a file may say.
  static let whole = """
    {
      "turn": "curl",
      "fps": 10,
      "hold": 0.2,
      "duration": 1,
      "parameters": {"radius": "12%", "gloss": 0.25},
      "tracks": {
        "time": [
          {"time": 0, "value": 0, "ease": "cubic"},
          {"time": 0.5, "value": 0.5, "ease": "cubic-bezier(0.3, 0, 0.5, 1)"},
          {"time": 1, "value": 2.2}
        ],
        "angle": [{"time": 0, "value": 135, "ease": "ease-out"}, {"time": 0.5, "value": 180}],
        "radius": [{"time": 0, "value": "5%"}, {"time": 1, "value": 12.5}]
      },
      "repeat": 1,
      "autoreverse": false,
      "reversed": false,
      "thresholds": [{"name": "half", "on": "time", "at": 0.5}],
      "turns": {
        "1": {"parameters": {"gloss": 0}, "tracks": {"radius": null}, "duration": 1.5}
      }
    }
    """

  private func folder(_ timeline: String) throws -> Folder {
    let folder = try Folder.withPages(width: 20, height: 28)
    try folder.write(TestPage.pierced(width: 20, height: 28), "c.png")
    try Data(timeline.utf8).write(to: folder.url("timeline.json"))
    return folder
  }

  private func render(_ folder: Folder, _ words: String = "", pages: [String] = ["a.png", "b.png"])
    async throws -> Glcurl.Run
  {
    try await Glcurl.run(
      ["render"] + pages + ["--timeline", "timeline.json", "-o", "f_%03d.png", "--json"]
        + words.split(separator: " ").map(String.init), in: folder)
  }

  @Test("A file with everything is drawn, and its thresholds are told")
  func everything() async throws {
    let folder = try folder(Self.whole)
    let run = try await render(folder, pages: ["a.png", "b.png", "c.png"])
    #expect(run.status == 0, "\(run.errors)")
    let summary = try run.object()
    // Ten new frames, two held, fifteen more, and the first.
    #expect(summary["frames"] as? Int == 28)
    #expect(summary["fps"] as? Int == 10 && summary["hold"] as? Int == 2)
    let events = try #require(summary["events"] as? [[String: Any]])
    #expect(events.map { $0["turn"] as? Int } == [0, 1])
    #expect(events[0]["name"] as? String == "half" && events[0]["time"] as? Double == 0.5)
    let second = try #require(events[1]["time"] as? Double)
    #expect(abs(second - 1.7) < 1e-9)
    #expect(run.errors.contains("at 0.500 s: half, rising, in turn 0"))
  }

  @Test("A track at a frame's time is that frame with the track's values")
  func values() async throws {
    let folder = try folder(Self.whole)
    #expect(try await render(folder).status == 0)
    for (frame, options) in [
      ("f_000.png", "--time 0"), ("f_005.png", "--time 0.5 --angle 180 --radius 6.75"),
      ("f_010.png", "--time 2.2 --angle 180 --radius 12.5"),
    ] {
      let run = try await Glcurl.run(
        ["frame", "a.png", "b.png", "-q", "-o", "g.png", "--gloss", "0.25"]
          + options.split(separator: " ").map(String.init), in: folder)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try folder.picture(frame) == folder.picture("g.png"), "\(frame)")
    }
  }

  @Test("Reversed, on the command line or in the file, is the same frames the other way")
  func reversed() async throws {
    let folder = try folder(Self.whole)
    let there = try await render(folder)
    let frames = try (0...10).map { try folder.bytes("f_0\($0 < 10 ? "0" : "")\($0).png") }
    let back = try await render(folder, "--reverse")
    #expect(there.status == 0 && back.status == 0)
    for i in 0...10 {
      #expect(try folder.bytes("f_0\(i < 10 ? "0" : "")\(i).png") == frames[10 - i])
    }
    let events = try #require(back.object()["events"] as? [[String: Any]])
    #expect(events.map { $0["direction"] as? String } == ["falling"])
    let file = Self.whole.replacing("\"reversed\": false", with: "\"reversed\": true")
    try Data(file.utf8).write(to: folder.url("timeline.json"))
    #expect(try await render(folder).status == 0)
    for i in 0...10 {
      #expect(try folder.bytes("f_0\(i < 10 ? "0" : "")\(i).png") == frames[10 - i])
    }
  }

  @Test("There and back twice has four times the frames, and crosses four times")
  func repeated() async throws {
    let folder = try folder(
      """
      {"duration": 1, "ease": "ease-in-out", "repeat": 2, "autoreverse": true,
       "thresholds": [{"name": "half", "at": 0.5}]}
      """)
    let run = try await render(folder, "--fps 5")
    #expect(run.status == 0, "\(run.errors)")
    let summary = try run.object()
    #expect(summary["frames"] as? Int == 21)
    let events = try #require(summary["events"] as? [[String: Any]])
    #expect(
      events.map { $0["direction"] as? String } == ["rising", "falling", "rising", "falling"])
    #expect(try folder.bytes("f_000.png") == folder.bytes("f_020.png"))
    #expect(try folder.bytes("f_003.png") == folder.bytes("f_007.png"))
    #expect(try folder.picture("f_005.png") == folder.picture("b.png"))
  }

  @Test("Events are the same at any rate of frames")
  func rates() async throws {
    let folder = try folder(Self.whole)
    for words in ["--fps 10", "--fps 40"] {
      let run = try await render(folder, words)
      let events = try #require(run.object()["events"] as? [[String: Any]])
      #expect(events.map { $0["time"] as? Double } == [0.5], "\(words)")
    }
  }

  /// What is written instead of what, and the place and words that the message has.
  static let faults: [(from: String, to: String, place: String, words: [String])] = [
    ("\"turn\"", "\"trun\"", "2: trun: ", ["did you mean turn"]),
    ("\"curl\"", "\"crul\"", "2: turn: ", ["crul", "did you mean curl"]),
    ("\"curl\"", "7", "2: turn: ", ["7", "text"]),
    ("10,", "0,", "3: fps: ", ["0.01"]), ("0.2,", "-1,", "4: hold: ", ["3600"]),
    ("\"duration\": 1,", "\"duration\": 0.7,", "14: tracks.radius[1].time: ", ["0.7 s"]),
    ("\"duration\": 1,", "\"duration\": 0,", "5: duration: ", ["1e-06"]),
    ("\"duration\": 1,", "\"duration\": 1000000,", "duration: ", ["frames"]),
    ("\"duration\": 1,", "\"frames\": 2.5,", "5: frames: ", ["2.5", "whole"]),
    ("\"12%\"", "\"12em\"", "6: parameters.radius: ", ["12em", "9%"]),
    ("\"gloss\": 0.25", "\"gloss\": \"1%\"", "6: parameters.gloss: ", ["0 to 1"]),
    ("\"gloss\": 0.25", "\"glos\": 1", "6: parameters.glos: ", ["did you mean gloss"]),
    ("\"cubic\"", "\"cubix\"", "9: tracks.time[0].ease: ", ["did you mean \"cubic\""]),
    ("0.3, 0, 0.5, 1", "3, 0, 0.5, 1", "10: tracks.time[1].ease: ", ["cubic-bezier(x1"]),
    (
      "\"time\": 0.5, \"value\": 0.5", "\"time\": 0, \"value\": 0.5", "10: tracks.time[1].time: ",
      ["rise"]
    ),
    ("\"value\": 2.2", "\"valeu\": 2.2", "11: tracks.time[2].valeu: ", ["did you mean value"]),
    (", \"value\": 2.2", "", "11: tracks.time[2].value: ", ["missing"]),
    ("\"angle\": [", "\"angel\": [", "13: tracks.angel: ", ["did you mean angle"]),
    ("135", "\"135\"", "13: tracks.angle[0].value: ", ["degrees"]),
    ("\"5%\"", "\"-5%\"", "14: tracks.radius[0].value: ", ["0 to 1000000"]),
    ("\"repeat\": 1", "\"repeat\": 0", "16: repeat: ", ["forever"]),
    ("\"autoreverse\": false", "\"autoreverse\": 1", "17: autoreverse: ", ["true or false"]),
    ("\"on\": \"time\"", "\"on\": \"progress\"", "19: thresholds[0].on: ", ["time"]),
    ("\"name\": \"half\", ", "", "19: thresholds[0].name: ", ["missing"]),
    ("\"1\": {", "\"last\": {", "21: turns.last: ", ["-1"]),
    ("\"gloss\": 0}", "\"gloss\": 2}", "21: turns.1.parameters.gloss: ", ["0 to 1"]),
    ("\"radius\": null", "\"time\": []", "21: turns.1.tracks.time: ", ["one or more"]),
    ("\"hold\": 0.2,", "\"hold\": 0.2", "5: no JSON: ", ["','"]),
    ("\"fps\": 10", "\"turn\": \"curl\"", "3: no JSON: ", ["twice"]),
    ("2.2", "2.", "11: no JSON: ", ["number"]), ("\"curl\"", "\"curl", "2: no JSON: ", ["string"]),
    ("false,", "flase,", "17: no JSON: ", ["true, false or null"]),
  ]

  @Test("What is wrong is told with line and field, before anything is drawn", arguments: faults)
  func fault(_ from: String, _ to: String, _ place: String, _ words: [String]) async throws {
    #expect(Self.whole.contains(from))
    let range = try #require(Self.whole.range(of: from))
    let folder = try folder(Self.whole.replacingCharacters(in: range, with: to))
    let names = try folder.names
    let run = try await render(folder)
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.hasPrefix("glcurl: timeline.json:"), "\(run.errors)")
    for word in [place] + words { #expect(run.errors.contains(word), "\(run.errors)") }
    #expect(try folder.names == names)
  }

  @Test("A value that leaves its range between keyframes is told")
  func overshoot() async throws {
    let folder = try folder(
      """
      {"duration": 1,
       "tracks": {"gloss": [{"time": 0, "value": 0, "ease": "ease-in-back"},
                            {"time": 1, "value": 1}]}}
      """)
    let run = try await render(folder)
    #expect(run.status == 65, "\(run.errors)")
    for word in ["tracks: ", "frame ", "gloss is -"] { #expect(run.errors.contains(word)) }
  }

  @Test("A single frame is enough for one turn, not for each of several")
  func singleFrames() async throws {
    let folder = try folder("{\n\"turns\": {\n\"1\": {\"frames\": 1}}}")
    let run = try await render(folder, pages: ["a.png", "b.png", "c.png"])
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains("timeline.json:3: turns.1.frames: 1, but"), "\(run.errors)")
  }

  @Test("--turn and the file's turn must be one")
  func contradiction() async throws {
    guard let other = TurnCatalogue.names.first(where: { $0 != "curl" }) else { return }
    let run = try await render(folder(Self.whole), "--turn \(other)")
    #expect(run.status == 64 && run.errors.contains("--turn \(other)"), "\(run.errors)")
  }

  @Test("No file whatever crashes the program")
  func fuzz() async throws {
    let folder = try folder(Self.whole)
    let rounds = ProcessInfo.processInfo.environment["GLCURL_FUZZ"].flatMap { Int($0) } ?? 120
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    let source = Array(Self.whole.utf8)
    let pieces = [
      "1e308", "-1e308", "1e-320", "99999999999999999999", "-0", "null", "[]", "{}", "\"\\ud800\"",
      "\"%\"", "\"nan%\"", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "\u{FEFF}", "\"forever\"",
      "true",
      "0.0000001", "1000000", "\"cubic-bezier(,,,)\"", "\"repeat\": \"forever\",",
    ].map { Array($0.utf8) }
    for round in 0..<rounds {
      var bytes = source
      for _ in 0...random(3) {
        let at = random(bytes.count)
        let end = min(at + 1 + random(12), bytes.count)
        switch random(5) {
        case 0: bytes[at] = UInt8(random(256))
        case 1: bytes.removeSubrange(at..<end)
        case 2: bytes.insert(contentsOf: pieces[random(pieces.count)], at: at)
        case 3:
          // A number or a word for another: where values are.
          let starts = bytes.indices.filter { bytes[$0] == UInt8(ascii: ":") }
          let start = starts.isEmpty ? at : starts[random(starts.count)] + 1
          let stop = bytes[start...].firstIndex { [0x2C, 0x7D, 0x0A].contains($0) } ?? bytes.count
          bytes.replaceSubrange(start..<stop, with: pieces[random(pieces.count)])
        default: bytes.removeLast(random(bytes.count))
        }
        if bytes.isEmpty { bytes = [0x7B] }
      }
      try Data(bytes).write(to: folder.url("timeline.json"))
      // What is right all the same finds no folder to write to.
      let run = try await Glcurl.run(
        ["render", "a.png", "b.png", "--timeline", "timeline.json", "-o", "no/f_%d.png", "-q"],
        in: folder)
      #expect(
        [64, 65, 73].contains(run.status),
        "round \(round): \(run.status) \(run.errors) \(String(decoding: bytes, as: UTF8.self))")
    }
  }
}
