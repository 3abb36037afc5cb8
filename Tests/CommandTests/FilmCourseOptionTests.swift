import CurlCore
import Foundation
import Testing

/// Options of a film's course: --ease, --duration and the pauses.
@Suite("Options of a film's course")
struct FilmCourseOptionTests {
  static func run(_ words: String, in folder: Folder) async throws -> Glcurl.Run {
    try await Glcurl.run(
      words.split(separator: " ").map(String.init) + ["--backend", "cpu"], in: folder)
  }

  @Test("paper is the default; linear frames are those of their progress; presets stay linear")
  func easings() async throws {
    let folder = try Folder.withPages()
    for words in [
      "-o d%d.png", "-o p%d.png --ease paper", "-o l%d.png --ease linear",
      "-o s%d.png --turn flip:flipboard", "-o t%d.png --turn flip:flipboard --ease linear",
      "-o u%d.png --turn flip:source --ease paper", "-o v%d.png --turn flip:source",
    ] {
      let run = try await Self.run("render a.png b.png --frames 5 -q \(words)", in: folder)
      #expect(run.status == 0, "\(run.errors)")
    }
    let frame = try await Self.run(
      "frame a.png b.png -q -o f.png --progress 0.25", in: folder)
    #expect(frame.status == 0)
    for index in 0..<5 {
      func bytes(_ name: String) throws -> Data { try folder.bytes("\(name)\(index).png") }
      #expect(try bytes("d") == bytes("p"))
      let isEnd = index == 0 || index == 4
      #expect(try (bytes("d") == bytes("l")) == isEnd)
      #expect(try bytes("s") == bytes("t"))
      #expect(try (bytes("u") == bytes("v")) == isEnd)
    }
    #expect(try folder.bytes("l1.png") == folder.bytes("f.png"))
    let spring = try await Glcurl.run(
      ["render", "a.png", "b.png", "-o", "x%d.png", "--frames", "3", "--json", "--ease"]
        + ["spring(1, 0.8)"], in: folder)
    #expect(spring.status == 0, "\(spring.errors)")
    #expect(try spring.object()["ease"] as? String == "spring(1.0, 0.8)")
  }

  @Test("--duration is seconds of a turn, two frames at least")
  func durations() async throws {
    let folder = try Folder.withPages(width: 20, height: 28)
    for (words, count) in [
      ("a.png b.png --duration 0.5 --fps 10", 6), ("a.png b.png --duration 1e-6", 2),
      ("a.png b.png a.png --duration 0.5 --fps 10 --hold 0.2s", 13),
      ("a.png b.png --duration 0.3 --fps 10 --hold-first 2 --hold-last 0.5s", 11),
      ("a.png b.png --timeline t.json --duration 0.5", 11), ("a.png b.png --timeline t.json", 21),
    ] {
      try Data(#"{"duration":1,"fps":20}"#.utf8).write(to: folder.url("t.json"))
      let run = try await Self.run("render \(words) -o f.rgba --json -q", in: folder)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try run.object()["frames"] as? Int == count, "\(words)")
    }
    let demo = try await Self.run(
      "demo --size 30x40 --duration 0.2 --hold-last 3 -o f.rgba --json -q", in: folder)
    #expect(try demo.object()["frames"] as? Int == 7 + 3)
    #expect(try demo.object()["holdLast"] as? Int == 3)
  }

  @Test(
    "What can't be is told with the way out",
    arguments: [
      ("render a.png b.png --ease papr", ["--ease", "did you mean \"paper\"?", "spring("]),
      ("render a.png b.png --ease spring(0,1)", ["--ease", "0.01 to 10", "0 to 10"]),
      ("render a.png b.png --ease cubic-bezier(2,0,0,1)", ["--ease", "both x from 0 to 1"]),
      ("render a.png b.png --frames 3 --duration 1", ["--frames and --duration"]),
      ("render a.png b.png --duration 0", ["--duration", "1e-06"]),
      ("render a.png b.png --duration 4000", ["--duration 4000", "100000 frames at 30"]),
      ("render a.png b.png --hold-first 0.5", ["--hold-first", "0.5s"]),
      ("render a.png b.png --hold-last -1s", ["--hold-last", "3600s"]),
      ("demo --frames 3 --duration 1", ["--frames and --duration"]),
      ("demo --sheet s.png --ease linear", ["--sheet has its own looks"]),
      ("demo --sheet s.png --frames 60", ["--sheet has its own looks"]),
    ])
  func faults(_ words: String, _ parts: [String]) async throws {
    let folder = try Folder.withPages()
    let output = words.contains("--sheet") ? "" : " -o f.rgba"
    let run = try await Self.run(words + output, in: folder)
    #expect(run.status == 64, "\(run.errors)")
    for part in parts { #expect(run.errors.contains(part), "\(run.errors)") }
    #expect(try folder.names == ["a.png", "b.png"])
  }

  @Test("--hold on one turn has no pause to make, and says which options have")
  func holdOfOneTurn() async throws {
    let folder = try Folder.withPages()
    let bare = try await Self.run("render a.png b.png --frames 3 -o f%d.png", in: folder)
    #expect(bare.status == 0 && !bare.errors.contains("--hold"))
    let held = try await Self.run("render a.png b.png --frames 3 --hold 4 -o g%d.png", in: folder)
    #expect(held.status == 0)
    #expect(held.errors.contains("--hold-first and --hold-last hold its first and last picture"))
    #expect(try !folder.names.contains("g3.png"))
    for index in 0..<3 {
      #expect(try folder.bytes("f\(index).png") == folder.bytes("g\(index).png"))
    }
    let two = try await Self.run(
      "render a.png b.png a.png --frames 3 --hold 1 -o h%d.png", in: folder)
    #expect(two.status == 0 && !two.errors.contains("--hold-first"))
    #expect(try folder.bytes("h3.png") == folder.bytes("h2.png"))
  }

  @Test("Backwards is the same frames, easing, pauses and all", arguments: [2, 3])
  func backwards(pages: Int) async throws {
    let folder = try Folder.withPages()
    let names = ["a.png", "b.png", "a.png"][..<pages].joined(separator: " ")
    let words = "render \(names) --frames 4 -q --hold 1"
    for (name, more) in [("f", "--hold-first 2"), ("r", "--hold-last 2 --reverse")] {
      let run = try await Self.run("\(words) \(more) -o \(name)_%02d.png", in: folder)
      #expect(run.status == 0, "\(run.errors)")
    }
    let count = try folder.names.filter { $0.hasPrefix("f_") }.count
    #expect(count == (pages == 2 ? 6 : 10))
    for index in 0..<count {
      func name(_ letter: String, _ number: Int) -> String {
        "\(letter)_\(number < 10 ? "0" : "")\(number).png"
      }
      #expect(
        try folder.bytes(name("f", index)) == folder.bytes(name("r", count - 1 - index)))
    }
  }

  @Test("The last frames of a curl with all its margin differ")
  func endOfACurl() async throws {
    let folder = try Folder.withPages(width: 120, height: 160)
    let run = try await Self.run(
      "render a.png b.png --margin auto --ease linear -q -o f_%02d.png", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    for index in 0..<59 {
      func name(_ number: Int) -> String { "f_\(number < 10 ? "0" : "")\(number).png" }
      #expect(try folder.picture(name(index)) != folder.picture(name(index + 1)), "\(index)")
    }
  }
}
