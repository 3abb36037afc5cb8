import CurlCore
import Foundation
import Testing

@Suite("Books")
struct BookTests {
  /// A folder with so many pages, `p00.png` and on, each another picture.
  private func folder(_ pages: Int) throws -> (Folder, [String]) {
    let folder = try Folder()
    let names = (0..<pages).map { "p\($0 < 10 ? "0" : "")\($0).png" }
    for (number, name) in names.enumerated() {
      var bytes = TestPage.front(width: 30, height: 42).rgba8
      for i in stride(from: 0, to: bytes.count, by: 4) { bytes[i + 2] = UInt8(7 * number) }
      try folder.write(Pixmap(width: 30, height: 42, rgba8: bytes), name)
    }
    return (folder, names)
  }

  /// The name of a turn that does something; cancels the test where there is none.
  private func turn(_ field: String) async throws -> String {
    let run = try await Glcurl.run(["turns", "--json"], in: Folder())
    let turns = try #require(
      try JSONSerialization.jsonObject(with: run.output) as? [[String: Any]])
    let found = turns.first { $0[field] as? Bool == true }?["name"] as? String
    return try found ?? { try Test.cancel("no turn yet does \(field)") }()
  }

  @Test("A film of many pages shows each of them between its turns, byte for byte, and holds it")
  func pages() async throws {
    let (folder, names) = try folder(6)
    let run = try await Glcurl.run(
      ["render"] + names + ["-o", "f_%02d.png", "--frames", "4", "--hold", "0.1s", "--json"],
      in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let summary = try run.object()
    // Five turns of three new frames, four holds of three, and the first frame.
    #expect(summary["frames"] as? Int == 28)
    #expect(summary["pages"] as? Int == 6 && summary["turns"] as? Int == 5)
    #expect(summary["hold"] as? Int == 3)
    #expect(try folder.picture("f_00.png") == folder.picture(names[0]))
    for number in 1..<6 {
      let end = 3 + 6 * (number - 1)
      for frame in end...(number == 5 ? end : end + 3) {
        let name = "f_\(frame < 10 ? "0" : "")\(frame).png"
        #expect(try folder.picture(name) == folder.picture(names[number]), "\(name)")
      }
    }
  }

  @Test("A leaf with a hard page on either side turns as a hinge does, the others as they are told")
  func hard() async throws {
    let (folder, names) = try folder(6)
    let words = ["render"] + names + ["--facing", "--cover", "--frames", "4", "-q"]
    for (name, options) in [
      ("soft", ["--turn", "slide"]), ("a", ["--turn", "book-curl"]),
      ("b", ["--turn", "book-curl", "--hard", "cover"]), ("c", ["--turn", "hinge"]),
    ] {
      let run = try await Glcurl.run(words + ["-o", "\(name)%d.png"] + options, in: folder)
      #expect(run.status == (name == "soft" ? 64 : 0), "\(run.errors)")
    }
    // Three turns of three new frames: the cover, a soft leaf, the last leaf, its back hard.
    for i in 0..<10 {
      let other = i == 4 || i == 5 ? "a\(i).png" : "c\(i).png"
      #expect(try folder.bytes("b\(i).png") == folder.bytes(other), "frame \(i)")
    }
    #expect(try folder.bytes("a1.png") != folder.bytes("c1.png"))
    let alone = try await Glcurl.run(
      ["render"] + names + ["-o", "f%d.png", "--hard", "cover"], in: folder)
    #expect(alone.status == 64 && alone.errors.contains("--facing"))
  }

  @Test("A gutter darkens along the spine, and leaves' edges stand out beside the pages")
  func bookAround() async throws {
    let folder = try Folder()
    let names = (0..<6).map { "p\($0).png" }
    let white = Pixmap(
      width: 30, height: 42, rgba8: [UInt8](repeating: 255, count: 4 * 30 * 42))
    for name in names { try folder.write(white, name) }
    let run = try await Glcurl.run(
      ["render"] + names + [
        "-o", "f%d.png", "--facing", "--turn", "leaves", "--frames", "3", "-q", "--gutter", "20%",
        "--leaf-edge", "2", "--margin", "auto", "--background", "#404040",
        "--contact-shadow", "0",
      ], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    // Three leaves, and under the open one two edges of two pixels each: room for them on either side.
    let first = try folder.picture("f0.png")
    let last = try folder.picture("f4.png")
    #expect(first.width == 60 + 8 && first.height == 42)
    func grey(_ picture: Pixmap, _ x: Int) -> UInt8 { picture.rgba8[4 * (20 * 68 + x)] }
    #expect(grey(first, 4 + 30) < 225 && grey(first, 4 + 29) < 225)
    #expect(grey(first, 4 + 50) == 255 && grey(first, 4 + 10) == 255)
    // All lie on the right at first, and on the left at last.
    #expect(grey(first, 3) == 64 && grey(first, 64) > 100 && grey(first, 67) > 100)
    #expect(grey(last, 0) > 100 && grey(last, 3) > 100 && grey(last, 64) == 64)
    let alone = try await Glcurl.run(
      ["render"] + names + ["-o", "f%d.png", "--gutter", "20%"], in: folder)
    #expect(alone.status == 64 && alone.errors.contains("--facing"))
  }

  @Test("Backwards is the same frames from the last to the first")
  func reverse() async throws {
    let (folder, names) = try folder(4)
    let words = ["render"] + names + ["--frames", "3", "--hold", "1", "-q"]
    #expect(try await Glcurl.run(words + ["-o", "f%d.png"], in: folder).status == 0)
    #expect(try await Glcurl.run(words + ["-o", "r%d.png", "--reverse"], in: folder).status == 0)
    for i in 0..<9 {
      #expect(try folder.bytes("f\(i).png") == folder.bytes("r\(8 - i).png"))
    }
  }

  @Test("Pages are read as they are needed, the back before the front, each once")
  func s3_3_pagesAreReadBackFirst() async throws {
    let facing = try await turn("facing")
    let (folder, names) = try folder(6)
    for (options, order) in [
      (["--facing"], [2, 1, 3, 0, 4, 5]), (["--facing", "--cover"], [1, 0, 2, 3, 4, 5]),
      (["--facing", "--reverse"], [4, 3, 2, 5, 1, 0]),
    ] {
      let run = try await Glcurl.run(
        ["render"] + names + ["-o", "f_%02d.png", "--frames", "2", "--turn", facing, "--json"]
          + options, in: folder)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try run.object()["asked"] as? [Int] == order, "\(options)")
    }
  }

  @Test("Facing pages lie beside each other at the spine, wherever the book is bound")
  func facing() async throws {
    let facing = try await turn("facing")
    let (folder, names) = try folder(4)
    for (binding, size, first, second) in [
      ("left", (60, 42), (0, 0), (30, 0)), ("right", (60, 42), (30, 0), (0, 0)),
      ("top", (30, 84), (0, 0), (0, 42)),
    ] {
      let run = try await Glcurl.run(
        ["render"] + names + [
          "-o", "f%d.png", "--frames", "3", "--turn", facing, "--facing", "--binding", binding,
        ], in: folder)
      #expect(run.status == 0, "\(run.errors)")
      for (frame, left) in [("f0.png", 0), ("f2.png", 2)] {
        let picture = try folder.picture(frame)
        #expect((picture.width, picture.height) == size)
        for (page, corner) in [(left, first), (left + 1, second)] {
          let expected = try folder.picture(names[page])
          var isSame = true
          for y in 0..<42 {
            let row = 4 * ((corner.1 + y) * picture.width + corner.0)
            isSame =
              isSame
              && picture.rgba8[row..<row + 120] == expected.rgba8[120 * y..<120 * (y + 1)]
          }
          #expect(isSame, "page \(page) in \(frame), bound \(binding)")
        }
      }
    }
  }

  @Test("Several leaves turn in one flight, which lasts longer")
  func flight() async throws {
    let several = try await turn("leaves")
    let (folder, names) = try folder(5)
    let run = try await Glcurl.run(
      ["render"] + names + [
        "-o", "f_%02d.png", "--frames", "5", "--turn", several, "--leaves", "4", "--stagger", "0.5",
        "--json",
      ], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let summary = try run.object()
    #expect(summary["turns"] as? Int == 1)
    // Four leaves, each half a turn after the one before it: two turns and a half.
    #expect(summary["frames"] as? Int == 11)
    #expect(try folder.picture("f_00.png") == folder.picture(names[0]))
    #expect(try folder.picture("f_10.png") == folder.picture(names[4]))
  }

  @Test("A page of another size is fitted, or ends the film with its name and leaves nothing")
  func sizes() async throws {
    let (folder, names) = try folder(4)
    try folder.write(TestPage.next(width: 50, height: 20), "wide.png")
    let words = ["render"] + names + ["wide.png", "--frames", "2", "-o"]
    let run = try await Glcurl.run(words + ["t.webp"], in: folder)
    #expect(run.status == 65, "\(run.errors)")
    for word in ["wide.png", "50×20", "30×42", "--fit"] { #expect(run.errors.contains(word)) }
    #expect(try folder.names == names + ["wide.png"])
    #expect(try await Glcurl.run(words + ["t.webp", "--fit", "cover"], in: folder).status == 0)
    #expect(try folder.names.contains("t.webp"))
  }

  /// Options that make no sense of a book, the exit status, and what the message must name.
  static let refusals: [(String, Int32, [String])] = [
    ("p00.png p01.png --facing", 64, ["2 pages", "no leaf to turn", "cover"]),
    ("p00.png p01.png p02.png p03.png --facing --turn curl", 64, ["curl", "facing pages"]),
    ("p00.png p01.png p02.png --cover", 64, ["--cover", "--facing"]),
    ("p00.png p01.png p02.png --leaves 2 --turn slide", 64, ["slide", "one leaf"]),
    ("p00.png p01.png p02.png --stagger 0.2", 64, ["--stagger", "--leaves"]),
    ("p00.png p01.png p02.png --hold -1", 64, ["--hold", "0.5s"]),
    ("p00.png p01.png p02.png --frames 1", 64, ["two frames"]),
    ("p00.png p01.png none.png", 66, ["none.png"]),
    ("p00.png p01.png torn.png", 65, ["torn.png"]),
    ("p00.png p01.png --turn crul", 64, ["--turn", "did you mean curl"]),
    ("p00.png p01.png --set radios=3", 64, ["--set radios", "did you mean radius", "gloss"]),
    ("p00.png p01.png --set gloss=3", 64, ["--set gloss", "0 to 1"]),
    ("p00.png p01.png --set gloss=3%", 64, ["--set gloss", "0 to 1"]),
    ("p00.png p01.png --set radius=-3%", 64, ["--set radius", "1000000"]),
    ("p00.png p01.png --set radius", 64, ["--set", "name=value"]),
    ("p00.png p01.png --binding bottom", 64, ["--binding", "top"]),
    ("p00.png p01.png --timeline none.json", 66, ["'none.json' (--timeline): No such file"]),
  ]

  @Test("What makes no sense is told, and leaves nothing", arguments: refusals)
  func refused(_ words: String, _ status: Int32, _ names: [String]) async throws {
    let (folder, pages) = try folder(4)
    try Data("no picture".utf8).write(to: folder.url("torn.png"))
    let run = try await Glcurl.run(
      ["render"] + words.split(separator: " ").map(String.init) + ["-o", "t.webp"], in: folder)
    #expect(run.status == status, "\(run.errors)")
    for name in names { #expect(run.errors.contains(name), "\(run.errors)") }
    #expect(try folder.names == pages + ["torn.png"])
  }

  @Test("--set is the option of that parameter, and two pages without a book are as ever")
  func settings() async throws {
    let (folder, _) = try folder(2)
    let words = ["frame", "p00.png", "p01.png", "-q", "--progress", "0.4", "-o"]
    for (name, options) in [
      ("a.png", "--radius 20% --angle 100 --gloss 0.5"),
      ("b.png", "--set radius=20% --set angle=100 --set gloss=0.5"),
      ("c.png", "--turn curl --set radius=6 --angle 100 --gloss 0.5"),
    ] {
      let run = try await Glcurl.run(
        words + [name] + options.split(separator: " ").map(String.init), in: folder)
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try folder.bytes("a.png") == folder.bytes("b.png"))
    #expect(try folder.bytes("a.png") == folder.bytes("c.png"))
  }
}
