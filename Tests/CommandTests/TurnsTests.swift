import CurlCore
import Foundation
import Testing

@Suite("turns")
struct TurnsTests {
  @Test("Every turn is listed with what can be set on it")
  func list() async throws {
    let run = try await Glcurl.run(["turns"], in: Folder())
    #expect(run.status == 0 && run.errors.isEmpty)
    for type in TurnCatalogue.all {
      #expect(run.text.contains("\(type.name): "))
      for parameter in type.parameterDescriptions { #expect(run.text.contains(parameter.name)) }
    }
    #expect(run.text.contains("radius of the roll; a length, 0 to 1000000, default 9%"))
  }

  @Test("As JSON it has units, ranges and defaults")
  func json() async throws {
    let run = try await Glcurl.run(["turns", "--json"], in: Folder())
    let turns = try #require(
      try JSONSerialization.jsonObject(with: run.output) as? [[String: Any]])
    #expect(turns.map { $0["name"] as? String } == TurnCatalogue.names)
    let curl = try #require(turns.first { $0["name"] as? String == "curl" })
    let parameters = try #require(curl["parameters"] as? [[String: Any]])
    let radius = try #require(parameters.first { $0["name"] as? String == "radius" })
    #expect(radius["unit"] as? String == "length" && radius["percent"] as? Bool == true)
    #expect(radius["default"] as? Double == 9 && radius["most"] as? Double == 1e6)
    // What follows something else has no default.
    var following: Set<String> = []
    for turn in turns {
      for parameter in try #require(turn["parameters"] as? [[String: Any]]) {
        if parameter["default"] is NSNull {
          following.insert("\(turn["name"] ?? "") \(parameter["name"] ?? "")")
          continue
        }
        let value = try #require(parameter["default"] as? Double)
        let (least, most) = (parameter["least"] as? Double ?? 0, parameter["most"] as? Double ?? 0)
        #expect(least <= value && value <= most)
      }
    }
    #expect(
      following == [
        "hinge perspective", "bend perspective", "flip perspective",
        "card angle", "effect share",
      ])
  }

  @Test("Names are told apart, and every turn's defaults are right")
  func catalogue() throws {
    #expect(Set(TurnCatalogue.names).count == TurnCatalogue.all.count)
    for type in TurnCatalogue.all {
      try type.init().check()
      let names = type.parameterDescriptions.map(\.name)
      #expect(Set(names).count == names.count, "\(type.name)")
      #expect(!names.contains("progress") && !names.contains("time"), "\(type.name)")
    }
  }

  @Test("The sheet shows every turn three times, with its name")
  func sheet() async throws {
    let folder = try Folder()
    let run = try await Glcurl.run(
      ["turns", "--sheet", "t.png", "--size", "45x60", "--backend", "cpu"], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("t.png: \(TurnCatalogue.all.count) turns"))
    let picture = try folder.picture("t.png")
    #expect(picture.isOpaque && picture.width > 3 * 90)
  }

  @Test(
    "Options that make no sense are told",
    arguments: [
      ("--sheet t.jpg", "t.jpg"), ("--size 30x40", "--sheet"), ("--sheet t.png --json", "--json"),
      ("--sheet t.png --size 2000x9", "1000"),
    ])
  func refused(_ words: String, _ name: String) async throws {
    let folder = try Folder()
    let run = try await Glcurl.run(
      ["turns"] + words.split(separator: " ").map(String.init), in: folder)
    #expect(run.status == 64 && run.errors.contains(name), "\(run.errors)")
    #expect(try folder.names.isEmpty)
  }

  @Test("Any turn is drawn, compared and measured by its name, and tells its geometry")
  func everywhere() async throws {
    let folder = try Folder.withPages(width: 60, height: 80)
    for name in TurnCatalogue.names {
      let frame = try await Glcurl.run(
        [
          "frame", "a.png", "b.png", "-q", "--turn", name, "--progress", "0.5", "-o", "f.png",
          "--geometry",
        ], in: folder)
      #expect(frame.status == 0, "\(name): \(frame.errors)")
      let object = try frame.object()
      if name != "curl" {
        #expect(object["turn"] as? String == name)
        #expect(object["leaves"] is [Any] && object["camera"] != nil)
      }
      let bench = try await Glcurl.run(
        [
          "bench", "--turn", name, "--frames", "2", "--rounds", "1", "--sizes", "40x57", "--lit",
          "--threads", "1", "--backend", "cpu", "--json", "-q",
        ], in: folder)
      #expect(bench.status == 0, "\(name): \(bench.errors)")
      #expect(try bench.object()["turn"] as? String == name)
    }
  }

  @Test("A curl bound elsewhere tells its leaves")
  func geometry() async throws {
    let folder = try Folder.withPages(width: 60, height: 80)
    let words = ["frame", "a.png", "b.png", "-q", "--progress", "0.5", "--geometry", "--binding"]
    let run = try await Glcurl.run(words + ["right"], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let leaves = try #require(run.object()["leaves"] as? [[String: Any]])
    #expect(leaves.count == 1)
    let fold = try #require(leaves[0]["fold"] as? [String: Double])
    #expect(Set(fold.keys) == ["x", "y", "nx", "ny"])
    #expect(leaves[0]["front"] as? String == "front" && leaves[0]["back"] as? String == "mirrored")
    let pieces = try #require(leaves[0]["pieces"] as? [[String: Double]])
    #expect(pieces.count == 1 && pieces[0]["turn"] == 180)
    #expect(try await Glcurl.run(words + ["left"], in: folder).object()["leaves"] == nil)
  }

  @Test("A preset is named behind the turn, and a wrong one is answered with those there are")
  func presets() async throws {
    let folder = try Folder.withPages()
    let words = ["frame", "a.png", "b.png", "-q", "--progress", "0.3", "-o"]
    for (name, turn) in [
      ("left.png", "slide:left"), ("up.png", "slide:up"), ("plain.png", "slide"),
    ] {
      let run = try await Glcurl.run(words + [name, "--turn", turn], in: folder)
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try folder.bytes("left.png") == folder.bytes("plain.png"))
    #expect(try folder.bytes("up.png") != folder.bytes("plain.png"))
    let wrong = try await Glcurl.run(words + ["x.png", "--turn", "slide:upp"], in: folder)
    #expect(wrong.status == 64 && wrong.errors.contains("did you mean up"))
    let none = try await Glcurl.run(words + ["x.png", "--turn", "roll:up"], in: folder)
    #expect(none.status == 64 && none.errors.contains("roll has no presets"))
    try Data(#"{"turn": "slide:up"}"#.utf8).write(to: folder.url("t.json"))
    let film = try await Glcurl.run(
      ["render", "a.png", "b.png", "-q", "--timeline", "t.json", "--frames", "3", "-o", "f%d.png"],
      in: folder)
    #expect(film.status == 0, "\(film.errors)")
  }
}
