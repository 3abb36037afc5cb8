import CurlCore
import Foundation
import Testing

@Suite("Look options")
struct LookOptionTests {
  private static let words = ["frame", "a.png", "b.png", "-q", "--backend", "cpu"]

  @Test("Paper, lamp and view change the frame, each in its own way")
  func looks() async throws {
    let folder = try Folder.withPages()
    let looks = [
      "", "--corner-radius 8", "--corner-radius 20%", "--thickness 3px", "--paper #d0a060",
      "--thickness 3 --paper #d0a060", "--key-light 0.6", "--key-light 0.6 --light-elevation 25",
      "--key-light 0.6 --light-azimuth -60", "--key-light 0.6 --light-size 30", "--bounce 1",
      "--gloss 1", "--gloss 1 --light-azimuth 20", "--eye 150%", "--eye 60px",
      "--eye 60px --eye-centre -0.5,1.5", "--oblique 0.3,-0.8",
    ]
    var frames: [String: Data] = [:]
    for look in looks {
      let words = look.split(separator: " ").map(String.init)
      let run = try await Glcurl.run(
        Self.words + ["--progress", "0.5", "-o", "f.png"] + words, in: folder)
      #expect(run.status == 0, "\(look): \(run.errors)")
      frames[look] = try folder.bytes("f.png")
    }
    #expect(Set(frames.values).count == looks.count)
  }

  @Test("The tint is the paper's colour where none is given")
  func tint() async throws {
    let folder = try Folder.withPages()
    for (name, look) in [
      ("p.png", ["--paper", "#d0a060"]), ("t.png", ["--tint", "#d0a060"]),
      ("b.png", ["--paper", "#d0a060", "--tint", "#ffffff"]), ("w.png", ["--paper", "#ffffff"]),
    ] {
      let words = ["frame", "a.png", "a.png", "-q", "--progress", "0.5", "-o", name]
      #expect(try await Glcurl.run(words + look, in: folder).status == 0)
    }
    #expect(try folder.bytes("p.png") == folder.bytes("t.png"))
    #expect(try folder.bytes("b.png") == folder.bytes("w.png"))
    #expect(try folder.bytes("p.png") != folder.bytes("w.png"))
  }

  @Test("The paper is the page's own unless it is told, and the geometry says which")
  func paper() async throws {
    let folder = try Folder.withPages()
    let cream = (0..<61 * 83).flatMap { _ in [246, 240, 228, 255] as [UInt8] }
    try folder.write(Pixmap(width: 61, height: 83, rgba8: cream), "c.png")
    for (words, paper) in [
      // A ramp up to its edges, and a plain page.
      ("a.png b.png", "#f7f5f0"), ("c.png b.png", "#f6f0e4"),
      ("c.png b.png --paper #D0a060", "#d0a060"), ("c.png b.png --turn leaves:source", "#ffffff"),
      ("c.png b.png --turn leaves:source --paper auto", "#f6f0e4"),
      ("c.png b.png --turn curl:page-curl-with-shadow", "#f2f2f2"),
    ] {
      let run = try await Glcurl.run(
        ["frame", "-q", "--geometry", "--progress", "0.5"]
          + words.split(separator: " ").map(String.init), in: folder)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try run.object()["paper"] as? String == paper, "\(words)")
    }
  }

  @Test("A round corner of an opaque page is clear from the start to the end")
  func corners() async throws {
    let folder = try Folder.withPages()
    for progress in ["0", "1"] {
      let run = try await Glcurl.run(
        Self.words + ["--progress", progress, "--corner-radius", "12", "-o", "f.png"], in: folder)
      #expect(run.status == 0)
      let picture = try folder.picture("f.png")
      let bytes = picture.rgba8
      let corners: [Int] = [0, 60, 82 * 61, 82 * 61 + 60]
      for corner in corners { #expect(bytes[4 * corner + 3] == 0) }
      let middle = 41 * 61
      #expect(bytes[4 * middle + 3] == 255)
    }
  }

  @Test(
    "What can't be, or has no effect, is refused by its name, with the way out",
    arguments: [
      ("--corner-radius -1", ["--corner-radius", "-1", "9%"]),
      ("--set radius=50 --radius 6", ["--radius", "--set radius=", "drop one of them"]),
      ("--thickness thin", ["--thickness", "thin", "92px"]),
      ("--paper white", ["--paper", "white", "auto", "#RRGGBB"]),
      ("--paper #ffffff80", ["--paper", "#RRGGBB"]),
      ("--key-light 1.5", ["--key-light", "1.5", "0 to 1"]),
      ("--key-light 0.5 --light-elevation 10", ["--light-elevation", "10", "20 to 90"]),
      ("--key-light 0.5 --light-azimuth nan", ["--light-azimuth", "nan"]),
      ("--key-light 0.5 --light-size 31", ["--light-size", "31", "0.5 to 30"]),
      ("--bounce 2", ["--bounce", "2"]), ("--gloss -1", ["--gloss", "-1"]),
      ("--light-elevation 40", ["--light-elevation", "--key-light", "--gloss"]),
      ("--light-azimuth 40 --key-light 0", ["--light-azimuth", "--key-light", "--gloss"]),
      ("--light-size 4 --gloss 1", ["--light-size", "--key-light"]),
      ("--look plain --light-azimuth 40", ["--light-azimuth", "--key-light", "--gloss"]),
      ("--look plain --eye-centre 0.5,0.5", ["--eye-centre", "--eye"]),
      ("--unlit --gloss 0.5", ["--unlit", "--gloss"]),
      ("--unlit --shadow-lift 3", ["--unlit", "--shadow-lift"]),
      ("--eye 0", ["--eye", "0.1", "1000000000"]),
      ("--eye near", ["--eye", "near"]),
      ("--eye-centre 0.5,0.5", ["--eye-centre", "--eye"]),
      ("--eye 100 --eye-centre 0.5", ["--eye-centre", "0.5", "X,Y"]),
      ("--eye 100 --eye-centre 0,101", ["--eye-centre", "0,101", "-100 to 100"]),
      ("--oblique 4,0", ["--oblique", "4,0", "-3 to 3"]),
      ("--oblique 1,1,1", ["--oblique", "X,Y"]),
      ("--oblique 0,1 --eye 100", ["--oblique", "--eye"]),
      ("--margin wide", ["--margin", "wide", "auto"]),
      ("--margin -4", ["--margin", "-4"]),
    ])
  func refused(_ options: String, names: [String]) async throws {
    let folder = try Folder.withPages()
    let words = options.split(separator: " ").map(String.init)
    let run = try await Glcurl.run(
      Self.words + ["--progress", "0.5", "-o", "f.png"] + words, in: folder)
    #expect(run.status == 64)
    for name in names { #expect(run.errors.contains(name), "\(run.errors)") }
    #expect(try folder.names == ["a.png", "b.png"])
  }

  @Test("A lamp or an eye of the look, the turn or the timeline is one")
  func lampsAndEyesOfOthers() async throws {
    let folder = try Folder.withPages()
    let timeline =
      #"{"frames": 3, "tracks": {"keyLight": [{"time": 0, "value": 0}, {"time": 1, "value": 1}]}}"#
    try Data(timeline.utf8).write(to: folder.url("t.json"))
    let lines = [
      "demo --size 60x80 --frames 2 --light-azimuth 100 -o f_%d.png",
      "frame a.png b.png --progress 0.4 --look hero --light-size 5 -o f.png",
      "frame a.png b.png --progress 0.4 --turn hinge --eye-centre 0,0.4 -o f.png",
      "render a.png b.png --timeline t.json --light-azimuth 100 -o f_%d.png",
    ]
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      let run = try await Glcurl.run(words + ["-q", "--backend", "cpu"], in: folder)
      #expect(run.status == 0, "\(line): \(run.errors)")
    }
  }
}
