import CurlCore
import Foundation
import ImageFiles
import Testing

@Suite("Played scripts")
struct PlayTests {
  /// A drag that turns a page, in a view of 64 × 80.
  private static let drag = """
    {"t":0,"ev":"config","catchUp":"immediate","slop":4}
    {"t":0.1,"ev":"down","id":1,"p":[60,40]}
    {"t":0.2,"ev":"move","id":1,"p":[44,40]}

    {"t":0.3,"ev":"move","id":1,"p":[28,40]}
    {"t":0.4,"ev":"up","id":1,"p":[12,40]}
    """

  /// A folder with pages of 64 × 80, and a script.
  private func folder(_ script: String, pages: Int = 4) throws -> Folder {
    let folder = try Folder()
    for number in 0..<pages {
      let page =
        number.isMultiple(of: 2)
        ? TestPage.front(width: 64, height: 80) : TestPage.next(width: 64, height: 80)
      var bytes = page.rgba8
      for i in stride(from: 0, to: bytes.count, by: 4) {
        bytes[i] = bytes[i] / 2 + 20 * UInt8(number)
      }
      try folder.write(Pixmap(width: 64, height: 80, rgba8: bytes), "p\(number).png")
    }
    try Data(script.utf8).write(to: folder.url("s.jsonl"))
    return folder
  }

  private func play(
    _ folder: Folder, _ words: String, pages: Int = 4
  ) async throws -> Glcurl.Run {
    try await Glcurl.run(
      ["play", "s.jsonl"] + (0..<pages).map { "p\($0).png" }
        + words.split(separator: " ").map(String.init), in: folder)
  }

  @Test("A drag's frames are those of the same progress, and what is at rest is the pages")
  func frames() async throws {
    let folder = try folder(Self.drag)
    let run = try await play(folder, "-o f_%03d.png --fps 10 --turn slide --json")
    #expect(run.status == 0, "\(run.errors)")
    for frame in [0, 1] {
      #expect(try folder.picture("f_00\(frame).png") == folder.picture("p0.png"))
    }
    // A quarter and a half of the view's 64 pixels.
    for (frame, progress) in [(2, "0.25"), (3, "0.5")] {
      let still = try await Glcurl.run(
        [
          "frame", "p0.png", "p1.png", "-q", "-o", "g.png", "--turn", "slide", "--progress",
          progress,
        ],
        in: folder)
      #expect(still.status == 0, "\(still.errors)")
      #expect(try folder.picture("f_00\(frame).png") == folder.picture("g.png"), "frame \(frame)")
    }
    let summary = try run.object()
    let count = try #require(summary["frames"] as? Int)
    #expect(summary["turns"] as? Int == 1 && summary["stop"] as? Int == 1)
    #expect(try folder.names.filter { $0.hasPrefix("f_") }.count == count)
    let last = String(count - 1)
    let name = "f_" + String(repeating: "0", count: 3 - last.count) + last + ".png"
    #expect(try folder.picture(name) == folder.picture("p1.png"))
    #expect(try folder.picture("f_00\(count - 2).png") != folder.picture("p1.png"))
  }

  @Test("A trace tells what came of a script, and when")
  func trace() async throws {
    let folder = try folder(
      """
      {"t":0.5,"ev":"nav","to":"next"}
      {"t":0.75,"ev":"nav","to":2,"animated":false}
      {"t":2,"ev":"nav","to":"last"}
      {"t":3,"ev":"nav","to":"next"}
      {"t":3,"ev":"edit","edit":"delete","at":0}
      {"t":4,"ev":"down","p":[10,40]}
      {"t":4.125,"ev":"up","p":[10,40]}
      """)
    let run = try await play(folder, "--trace -")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.text == """
        {"t":0.5,"out":"willTurn","from":0,"to":1,"cause":"navigation"}
        {"t":0.5,"out":"state","phase":"settling"}
        {"t":1,"out":"didTurn","from":0,"to":1,"completed":true}
        {"t":1,"out":"willTurn","from":1,"to":2,"cause":"navigation"}
        {"t":1,"out":"didTurn","from":1,"to":2,"completed":true}
        {"t":1,"out":"state","phase":"idle"}
        {"t":2,"out":"willTurn","from":2,"to":3,"cause":"navigation"}
        {"t":2,"out":"state","phase":"settling"}
        {"t":2.5,"out":"didTurn","from":2,"to":3,"completed":true}
        {"t":2.5,"out":"state","phase":"idle"}
        {"t":3,"out":"boundary","edge":"last"}
        {"t":3,"out":"willEdit","edit":"delete","at":0,"count":1}
        {"t":3,"out":"didEdit","edit":"delete","at":0,"count":1,"stop":2}
        {"t":4.125,"out":"willTurn","from":2,"to":1,"cause":"tap"}
        {"t":4.125,"out":"state","phase":"settling"}
        {"t":4.625,"out":"didTurn","from":2,"to":1,"completed":true}
        {"t":4.625,"out":"state","phase":"idle"}

        """)
    // The same beside a film, to a file.
    let both = try await play(folder, "--trace t.jsonl -o f.rgba -q")
    #expect(both.status == 0, "\(both.errors)")
    #expect(try folder.bytes("t.jsonl") == run.output)
    // A device takes both.
    let neither = try await play(folder, "--trace /dev/null -o /dev/null --format rgba -q")
    #expect(neither.status == 0, "\(neither.errors)")
    #expect(try folder.names.contains("f.rgba"))
  }

  @Test(
    "What is wrong in a script is told with its line and its field",
    arguments: [
      (#"{"t":0,"ev":"down","p":[1]}"#, "s.jsonl:1: p: an array, but it must be two numbers"),
      (
        #"{"t":0,"ev":"dwon","p":[1,2]}"#,
        "s.jsonl:1: ev: \"dwon\" isn't an event: did you mean down?"
      ),
      (#"{"t":0,"p":[1,2]}"#, "s.jsonl:1: ev: is missing"),
      (#"{"ev":"tick"}"#, "s.jsonl:1: t: is missing"),
      (
        "{\"t\":1,\"ev\":\"tick\"}\n\n{\"t\":0.5,\"ev\":\"tick\"}",
        "s.jsonl:3: t: 0.5 s, but line 1 is at 1 s"
      ),
      (
        #"{"t":0,"ev":"move","pp":[1,2]}"#, "s.jsonl:1: pp: unknown field: did you mean p?"
      ),
      (#"{"t":0,"ev":"nav","to":"nxet"}"#, "s.jsonl:1: to: \"nxet\": did you mean next?"),
      (#"{"t":0,"ev":"nav","to":-1}"#, "s.jsonl:1: to: -1, but it must be a whole number"),
      (
        #"{"t":0,"ev":"page","page":0,"state":"redy"}"#,
        "s.jsonl:1: state: \"redy\": did you mean ready?"
      ),
      (
        #"{"t":0,"ev":"edit","edit":"reload","at":1,"count":2}"#,
        "s.jsonl:1: at: has no effect on reload"
      ),
      (
        #"{"t":0,"ev":"layout"}"#,
        "s.jsonl:1: size: is missing, and so are mode and binding: give one of them"
      ),
      (#"{"t":0,"ev":"layout","binding":"botom"}"#, "s.jsonl:1: binding: \"botom\""),
      (#"{"t":0,"ev":"turn"}"#, "s.jsonl:1: turn: is missing"),
      (#"{"t":0,"ev":"turn","turn":"slyde"}"#, "s.jsonl:1: turn: \"slyde\": did you mean slide?"),
      (#"{"t":0,"ev":"hover","p":[1]}"#, "s.jsonl:1: p: an array, but it must be two numbers"),
      (#"{"t":0,"ev":"config","drags":"forwards"}"#, "drags: \"forwards\": did you mean forward?"),
      (#"{"t":0,"ev":"config","claim":{"corners":0.9}}"#, "s.jsonl:1: claim.corners: 0.9, but"),
      (#"{"t":0,"ev":"config","peek":{"lift":1}}"#, "s.jsonl:1: peek.lift: 1, but it must be"),
      (#"{"t":0,"ev":"config","peek":{"hight":1}}"#, "s.jsonl:1: peek.hight: unknown field"),
      (#"{"t":0,"ev":"config","snaps":[{"at":1}]}"#, "s.jsonl:1: snaps[0].at: 1, but it must be"),
      (#"{"t":0,"ev":"config","snaps":0.5}"#, "s.jsonl:1: snaps: 0.5, but it must be an array"),
      (#"{"t":0,"ev":"config","settling":{"eased":"ease-uot"}}"#, "did you mean \"ease-out\"?"),
      (#"{"t":0,"ev":"config","leafTiming":{"even":1}}"#, "leafTiming.even: takes nothing"),
      (#"{"t":0,"ev":"config","smoothing":-1}"#, "s.jsonl:1: smoothing: smoothing is -1.0, but"),
      (#"{"t":0,"ev":"config","slop":null}"#, "s.jsonl:1: slop: null: omit the field instead"),
      (
        #"{"t":0,"ev":"nav","to":"next","animated":null}"#,
        "s.jsonl:1: animated: null: omit the field instead"
      ),
      (
        #"{"t":0,"ev":"config","release":{"distance":null}}"#,
        "s.jsonl:1: release.distance: null, but it must be a number"
      ),
      (
        #"{"t":0,"ev":"config","slpo":3}"#,
        "s.jsonl:1: slpo: unknown field: did you mean slop?"
      ),
      (
        #"{"t":0,"ev":"config","slop":-3}"#,
        "s.jsonl:1: slop: slop is -3.0, but must be 0.0…1000000.0"
      ),
      (
        #"{"t":0,"ev":"config","release":"haff"}"#,
        "s.jsonl:1: release: \"haff\": did you mean half?"
      ),
      (
        #"{"t":0,"ev":"config","release":{"angle":{"half":200}}}"#,
        "s.jsonl:1: release.angle.half: 200"
      ),
      (
        #"{"t":0,"ev":"config","follow":{"angle":500}}"#,
        "s.jsonl:1: follow.angle: 500, but it must be a number from 1e-06 to 180"
      ),
      (#"{"t":0,"ev":"config","follow":{"travel":9}}"#, "s.jsonl:1: follow.travel: takes nothing"),
      (
        #"{"t":0,"ev":"config","catchUp":{"immediate":5}}"#,
        "s.jsonl:1: catchUp.immediate: takes nothing: write \"immediate\""
      ),
      (#"{"t":0,"ev":"config","catchUp":{"eased":0}}"#, "s.jsonl:1: catchUp.eased: 0, but"),
      (#"{"t":0,"ev":"config","claim":{"zones":3}}"#, "s.jsonl:1: claim.zones: takes nothing"),
      (
        #"{"t":0,"ev":"config","boundary":{"rubber":{"limit":0}}}"#,
        "s.jsonl:1: boundary.rubber.limit: 0, but"
      ),
      (
        #"{"t":0,"ev":"layout","size":[0.5,300]}"#,
        "s.jsonl:1: size: an array, but it must be two numbers in brackets"
      ),
      ("{\"t\":0,\"ev\":\"tick\"}\n{\"t\":0,", "s.jsonl:2: no JSON"),
      ("[]", "s.jsonl:1: an array, but each line is an event"),
    ])
  func faults(_ script: String, _ message: String) async throws {
    let run = try await play(try folder(script, pages: 1), "--trace -", pages: 1)
    #expect(run.status == 65)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test("A text's pages are played, and kept in a folder for the next time")
  func text() async throws {
    let folder = try folder(#"{"t":0.1,"ev":"nav","to":"next","animated":false}"#, pages: 0)
    let words = (0..<400).map { "word\($0)" }.joined(separator: " ")
    try Data("One\n\n\(words)\n\u{c}\nTwo\n\n\(words)".utf8).write(to: folder.url("book.txt"))
    func frames(_ words: String) async throws -> (first: Pixmap, last: Pixmap, pages: Int) {
      let run = try await play(
        folder, "--text book.txt -o f_%d.png --fps 10 --json -q \(words)", pages: 0)
      #expect(run.status == 0, "\(run.errors)")
      let pages = try #require(try run.object()["pages"] as? Int)
      return (try folder.picture("f_0.png"), try folder.picture("f_1.png"), pages)
    }
    let plain = try await frames("--page-size 120x160")
    #expect(plain.first.width == 120 && plain.first.height == 160 && plain.pages > 2)
    #expect(plain.first != plain.last && plain.first.isOpaque)
    let standard = try await frames("")
    #expect(standard.first.width == 768 && standard.first.height == 1024)
    let dark = try await frames("--page-size 120x160 --dark")
    #expect(dark.first.rgba8[0] < 60 && plain.first.rgba8[0] > 180)
    let large = try await frames("--page-size 120x160 --text-size 12 --text-margin 10")
    let narrow = try await frames("--page-size 120x160 --text-size 12 --text-margin 30%")
    #expect(plain.pages < large.pages && large.pages < narrow.pages)
    // Nothing but paper to the left of the text, and above it.
    let bytes = narrow.first.rgba8
    let inked = (0..<120 * 160).filter { abs(Int(bytes[4 * $0]) - Int(bytes[0])) > 40 }
    #expect(inked.allSatisfy { $0 % 120 >= 34 && $0 / 120 >= 34 } && !inked.isEmpty)
    // From the folder it's the same.
    let kept = try await frames("--page-size 120x160 --cache kept")
    #expect(kept.first == plain.first && kept.last == plain.last)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url("kept").path)
    #expect(files.count >= 2, "\(files)")
    let again = try await frames("--page-size 120x160 --cache kept")
    #expect(again.first == plain.first && again.last == plain.last)
    // What is kept there is believed: a page of another look is another page.
    let other = try await frames("--page-size 120x160 --cache kept --dark")
    #expect(other.first == dark.first)
  }

  @Test("A text's backs are of its own paper", arguments: [("", "#f6f0e4"), ("--dark", "#1b1d22")])
  func paper(_ words: String, _ paper: String) async throws {
    let folder = try folder(#"{"t":0,"ev":"nav","to":"next"}"#, pages: 0)
    try Data(String(repeating: "Words upon words. ", count: 90).utf8)
      .write(to: folder.url("book.txt"))
    let usual = "--text book.txt --page-size 96x128 --fps 8 -q " + words
    for (name, more) in [("a", ""), ("b", " --paper \(paper)"), ("c", " --paper #40c080")] {
      let run = try await play(folder, usual + more + " -o \(name)_%d.png", pages: 0)
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try folder.picture("a_2.png") == folder.picture("b_2.png"))
    #expect(try folder.picture("a_2.png") != folder.picture("c_2.png"))
  }

  @Test("Numbered pages are all different, and as many as were asked for")
  func numbered() async throws {
    let folder = try folder(
      """
      {"t":0.1,"ev":"nav","to":"last","animated":false}
      {"t":0.2,"ev":"nav","to":"first","animated":false}
      """, pages: 0)
    let run = try await play(
      folder, "--numbered 5 --page-size 60x80 -o f_%d.png --fps 10 --json -q --trace t.jsonl",
      pages: 0)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try run.object()["pages"] as? Int == 5)
    let frames = try (0..<3).map { try folder.picture("f_\($0).png") }
    #expect(frames[0] == frames[2] && frames[0] != frames[1] && frames[0].width == 60)
    #expect(String(decoding: try folder.bytes("t.jsonl"), as: UTF8.self).contains("\"to\":4"))
  }

  @Test(
    "Pages that can't be had say so, and what to do",
    arguments: [
      ("--trace -", 0, 64, "there are no pages: name pictures, or give --text"),
      (
        "--trace - --numbered 3", 1, 64,
        "pages come from one source, not from pictures and --numbered"
      ),
      ("--trace - --numbered 3 --text book.txt", 0, 64, "from --text and --numbered"),
      ("--trace - --page-size 10x10", 1, 64, "--page-size has no effect on pictures"),
      ("--trace - --numbered 3 --dark", 0, 64, "--dark needs a text: add --text"),
      ("--trace - --text-margin 9", 1, 64, "--text-margin needs a text: add --text"),
      ("--trace - --numbered 3 --text-size 9", 0, 64, "--text-size needs a text: add --text"),
      ("--trace - --text book.txt --text-margin 60%", 0, 64, "a margin is 0.6 of the page"),
      ("--trace - --text book.txt --text-size 9000", 0, 64, "there is no room for a line"),
      ("--trace - --numbered 0", 0, 64, "--numbered"),
      ("--trace - --text none.txt", 0, 66, "cannot read the text 'none.txt': No such file"),
      ("--trace - --text empty.txt", 0, 65, "'empty.txt' has no words"),
      ("--trace - --text bytes.txt", 0, 65, "'bytes.txt' isn't UTF-8: convert it"),
      ("--trace - --numbered 3 --cache book.txt", 0, 73, "book.txt"),
      (
        "--trace - --numbered 3 --page-size 9000x9000 --max-pixels 100", 0, 64,
        "--page-size 9000x9000"
      ),
    ])
  func sources(_ words: String, _ pictures: Int, _ status: Int32, _ message: String) async throws {
    let folder = try folder(Self.drag, pages: 1)
    try Data("Some words.".utf8).write(to: folder.url("book.txt"))
    try Data(" \n\n".utf8).write(to: folder.url("empty.txt"))
    try Data([0x41, 0xFF, 0xFE]).write(to: folder.url("bytes.txt"))
    let run = try await play(folder, words, pages: pictures)
    #expect(run.status == status, "\(run.errors)")
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test("A page that is broken fails the film when it comes to be seen, and not before")
  func broken() async throws {
    let folder = try folder(#"{"t":0.1,"ev":"nav","to":"next","animated":false}"#)
    try Data("no picture".utf8).write(to: folder.url("p2.png"))
    let fine = try await play(folder, "-o f_%d.png --fps 10 -q")
    #expect(fine.status == 0, "\(fine.errors)")
    let script = #"{"t":0.1,"ev":"nav","to":2,"animated":false}"#
    try Data(script.utf8).write(to: folder.url("s.jsonl"))
    let run = try await play(folder, "-o g_%d.png --fps 10 -q")
    #expect(run.status == 65 && run.errors.contains("p2.png"), "\(run.errors)")
  }

  @Test("Pages' numbers are shown at rest alone")
  func numbers() async throws {
    let folder = try folder(Self.drag)
    #expect(try await play(folder, "-o f_%03d.png --fps 10 --turn slide -q").status == 0)
    let run = try await play(folder, "-o g_%03d.png --fps 10 --turn slide -q --overlay-numbers")
    #expect(run.status == 0, "\(run.errors)")
    let count = try folder.names.count { $0.hasPrefix("f_") }
    var labelled: [Int] = []
    for frame in 0..<count {
      let number = String(repeating: "0", count: frame < 10 ? 2 : 1) + "\(frame)"
      let (plain, marked) = (
        try folder.picture("f_\(number).png"), try folder.picture("g_\(number).png")
      )
      guard plain != marked else { continue }
      labelled.append(frame)
      // At the foot, and nowhere else.
      #expect(plain.rgba8.prefix(4 * 64 * 60) == marked.rgba8.prefix(4 * 64 * 60), "frame \(frame)")
    }
    // The finger drags from 0.2 s on, and the sheet lands with the last frame.
    #expect(labelled == [0, 1, count - 1], "\(labelled)")
  }

  @Test("Points count in the output, however many pages it shows, unless the script says otherwise")
  func views() async throws {
    let script = """
      {"t":0,"ev":"layout","mode":"facing"}
      {"t":0.1,"ev":"down","p":[100,40]}
      {"t":0.2,"ev":"cancel"}
      """
    func mark(_ script: String) async throws -> SIMD2<Double> {
      let folder = try folder(script)
      #expect(try await play(folder, "-o f_%d.png --fps 10 -q --turn hinge").status == 0)
      let words = "-o g_%d.png --fps 10 -q --turn hinge --overlay-pointer"
      #expect(try await play(folder, words).status == 0)
      let (plain, marked) = (try folder.picture("f_1.png"), try folder.picture("g_1.png"))
      #expect(plain.width == 128 && plain.height == 80)
      var (sum, count) = (SIMD2<Double>(0, 0), 0.0)
      for y in 0..<80 {
        for x in 0..<128
        where plain.rgba8[4 * (128 * y + x)..<4 * (128 * y + x) + 4]
          != marked.rgba8[4 * (128 * y + x)..<4 * (128 * y + x) + 4]
        {
          sum += SIMD2(Double(x) + 0.5, Double(y) + 0.5)
          count += 1
        }
      }
      return sum / max(count, 1)
    }
    let place = try await mark(script)
    #expect(abs(place.x - 100) < 1 && abs(place.y - 40) < 1, "\(place)")
    // A view of its own: the same point lies elsewhere.
    let own = script.replacing(#""mode":"facing""#, with: #""mode":"facing","size":[200,80]"#)
    let half = try await mark(own)
    #expect(abs(half.x - 64) < 1 && abs(half.y - 40) < 1, "\(half)")
  }

  @Test(
    "Options that go together with nothing are refused",
    arguments: [
      ("", "no output is requested"),
      ("-o - --format rgba --trace -", "both write to standard output"),
      ("-o f.mp4 --trace - --json", "both write to standard output"),
      ("--trace - --json", "--json has no effect without -o: drop it"),
      ("--trace t.jsonl --fps 30", "--fps has no effect without -o: drop it"),
      ("--trace t.jsonl --overlay-numbers", "--overlay-numbers has no effect without -o: drop it"),
      ("-o f.rgba --trace ./f.rgba", "-o and --trace both write './f.rgba'"),
      ("-o f_%d.png --trace f_1.png", "-o and --trace both write 'f_1.png'"),
      ("--trace s.jsonl", "--trace would replace 's.jsonl', which is an input"),
      ("-o f.mp4 --overlay", "--overlay is for a single turn"),
      ("-o f.mp4 --facing --turn slide", "takes a page away without landing it"),
      ("-o f.mp4 --overlay-pointer --convert gpu", "--overlay-pointer draws on finished pictures"),
      ("-o f.mp4 --rules lefs", "lefs"),
    ])
  func options(_ words: String, _ message: String) async throws {
    let run = try await play(try folder(Self.drag), words)
    #expect(run.status == 64)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test("A script that isn't there is a missing input")
  func missing() async throws {
    let folder = try Folder.withPages()
    let run = try await Glcurl.run(["play", "none.jsonl", "a.png", "--trace", "-"], in: folder)
    #expect(run.status == 66)
    #expect(run.errors.contains("cannot read the script 'none.jsonl': No such file"))
    try FileManager.default.createDirectory(
      at: folder.url("d.jsonl"), withIntermediateDirectories: false)
    let other = try await Glcurl.run(["play", "d.jsonl", "a.png", "--trace", "-"], in: folder)
    #expect(other.status == 66 && other.errors.contains("'d.jsonl': Is a directory"))
  }

  @Test("Fingers are shown while they are down, and nowhere else")
  func pointer() async throws {
    let folder = try folder(Self.drag)
    #expect(try await play(folder, "-o f_%03d.png --fps 10 --turn slide -q").status == 0)
    let run = try await play(folder, "-o g_%03d.png --fps 10 --turn slide -q --overlay-pointer")
    #expect(run.status == 0, "\(run.errors)")
    for frame in 0..<5 {
      let plain = try folder.picture("f_00\(frame).png")
      let marked = try folder.picture("g_00\(frame).png")
      let finger: SIMD2<Double>? = [1: 60.0, 2: 44, 3: 28][frame].map { SIMD2($0, 40) }
      var touched = 0
      for y in 0..<80 {
        for x in 0..<64
        where plain.rgba8[4 * (64 * y + x)..<4 * (64 * y + x) + 4]
          != marked.rgba8[4 * (64 * y + x)..<4 * (64 * y + x) + 4]
        {
          touched += 1
          guard let finger else { continue }
          let way = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - finger
          #expect((way * way).sum().squareRoot() < 6, "frame \(frame), (\(x), \(y))")
        }
      }
      #expect(finger == nil ? touched == 0 : touched > 25, "frame \(frame): \(touched)")
    }
  }

  @Test("A film lasts until all is at rest, or as long as it is told, and never on and on")
  func length() async throws {
    func frames(_ script: String, _ words: String) async throws -> Int {
      let run = try await play(try folder(script), "-o f.rgba --turn none -q --json \(words)")
      #expect(run.status == 0, "\(run.errors)")
      return try #require(try run.object()["frames"] as? Int)
    }
    let nav = #"{"t":0.5,"ev":"nav","to":"next"}"#
    // At rest after a second: the frame of that time is the last.
    #expect(try await frames(nav, "--fps 10") == 11)
    #expect(try await frames(nav, "--fps 24") == 25)
    #expect(try await frames(nav, "--fps 10 --duration 3") == 30)
    #expect(try await frames("", "--fps 10") == 1)
    let auto = #"{"t":0,"ev":"config","autoplay":0.1,"boundary":"loop"}"#
    #expect(try await frames(auto, "--fps 10") == 1)
    #expect(try await frames(auto, "--fps 10 --duration 2") == 20)
    // It turns as long as it's looked at, however long that is, and so the trace says.
    let long = #"{"t":0,"ev":"config","autoplay":0.01,"boundary":"loop","reducesMotion":true}"#
    let run = try await play(
      try folder(long), "-o f.rgba --turn none -q --json --fps 1 --duration 15")
    let turns = try run.object()["turns"] as? Int
    #expect((1450...1500).contains(turns ?? 0), "\(turns ?? 0)")
    // A finger that is never lifted, once the sheet has come to it.
    let held = """
      {"t":0,"ev":"down","p":[60,40]}
      {"t":0.1,"ev":"move","p":[20,40]}
      """
    #expect(try await frames(held, "--fps 100") == 18)
  }

  @Test("Edits move pages, and pages that they put in show a placeholder")
  func edits() async throws {
    let folder = try folder(
      """
      {"t":0.1,"ev":"edit","edit":"insert","at":0,"count":2}
      {"t":0.2,"ev":"nav","to":"first","animated":false}
      {"t":0.3,"ev":"edit","edit":"delete","at":0,"count":3}
      {"t":1,"ev":"edit","edit":"reload","count":2}
      """)
    let run = try await play(folder, "-o f_%d.png --fps 10 -q")
    #expect(run.status == 0, "\(run.errors)")
    func frame(_ number: Int) throws -> Pixmap { try folder.picture("f_\(number).png") }
    func page(_ number: Int) throws -> Pixmap { try folder.picture("p\(number).png") }
    #expect(try frame(0) == page(0) && frame(1) == page(0))
    let blank = try frame(2)
    let bytes = blank.rgba8
    // White a third from the top, greyer towards the bottom's corners.
    #expect(bytes[4 * (64 * 26 + 32)] > 250 && (200...206).contains(bytes[4 * (64 * 79)]))
    // The placeholder, deleted, has yet to drop off.
    #expect(try frame(3) == blank && frame(4) != blank && frame(4) != page(1))
    #expect(try frame(9) == page(1) && frame(10) == page(0))
  }

  @Test("A page's state is that of the page of then, whatever edit it sets off")
  func statesAndEdits() async throws {
    let folder = try folder(
      """
      {"t":0,"ev":"config","awaitsPages":true}
      {"t":0,"ev":"page","page":0,"state":"ready"}
      {"t":0.1,"ev":"nav","to":"next"}
      {"t":0.2,"ev":"edit","edit":"insert","at":0}
      {"t":0.3,"ev":"page","page":1,"state":"failed"}
      """)
    let run = try await play(folder, "-o f_%d.png --fps 10 -q")
    #expect(run.status == 0, "\(run.errors)")
    // The turn has failed and the page is put in before the shown one, which stays.
    #expect(try folder.picture("f_3.png") == folder.picture("p0.png"))
  }

  @Test("Pages that a script binds otherwise turn the other way, in the same film")
  func bindings() async throws {
    let folder = try folder(
      """
      {"t":0,"ev":"layout","binding":"top"}
      {"t":0.1,"ev":"nav","to":"next"}
      """)
    let run = try await play(folder, "-o f_%d.png --fps 10 --turn slide -q")
    #expect(run.status == 0, "\(run.errors)")
    let still = try await play(folder, "-o g_%d.png --fps 10 --turn slide -q --binding top")
    #expect(still.status == 0, "\(still.errors)")
    try Data(#"{"t":0.1,"ev":"nav","to":"next"}"#.utf8).write(to: folder.url("side.jsonl"))
    let sideways = try await Glcurl.run(
      [
        "play", "side.jsonl", "p0.png", "p1.png", "-o", "h_%d.png", "--fps", "10", "--turn",
        "slide",
      ],
      in: folder)
    #expect(sideways.status == 0, "\(sideways.errors)")
    for frame in 0...3 {
      #expect(try folder.picture("f_\(frame).png") == folder.picture("g_\(frame).png"))
    }
    #expect(try folder.picture("f_3.png") != folder.picture("h_3.png"))
  }

  @Test("Pages that come to lie one above the other have room to", arguments: ["left", "top"])
  func bindingOfSpreads(start: String) async throws {
    let other = start == "left" ? "top" : "left"
    let folder = try folder(
      #"{"t":0.1,"ev":"layout","mode":"facing","binding":"\#(other)"}"#)
    let run = try await play(folder, "-o f_%d.png --fps 10 -q --turn hinge --binding \(start)")
    #expect(run.status == 0, "\(run.errors)")
    let last = try folder.picture("f_1.png")
    let (first, second) = (try folder.picture("p0.png"), try folder.picture("p1.png"))
    let isTop = other == "top"
    let middle = SIMD2(last.width / 2, last.height / 2)
    #expect(last.width >= (isTop ? 64 : 128) && last.height >= (isTop ? 160 : 80))
    let place = isTop ? SIMD2(middle.x - 32, middle.y - 80) : SIMD2(middle.x - 64, middle.y - 40)
    let step = isTop ? SIMD2(0, 80) : SIMD2(64, 0)
    for (picture, origin) in [(first, place), (second, place &+ step)] {
      for y in 0..<80 {
        let start: Int = 4 * (last.width * (origin.y + y) + origin.x)
        let row = Array(last.rgba8[start..<start + 256])
        let own = Array(picture.rgba8[256 * y..<256 * (y + 1)])
        #expect(row == own)
      }
    }
  }

  @Test(
    "That a film has no alpha is told where the script itself leaves something clear",
    arguments: [
      (#"{"t":0.2,"ev":"layout","mode":"single"}"#, true),
      (#"{"t":0.2,"ev":"edit","edit":"insert","at":4}"#, true),
      (#"{"t":0.2,"ev":"edit","edit":"reload","count":0}"#, true),
      (#"{"t":0.2,"ev":"edit","edit":"insert","at":4,"count":2}"#, false),
    ])
  func gaps(_ script: String, isTold: Bool) async throws {
    let run = try await play(try folder(script), "-o f.y4m --fps 10 --facing")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("transparent areas become white") == isTold, "\(run.errors)")
  }

  @Test("The page that lies open drops off when it's deleted, from that moment on")
  func s1_18_theShownPageDropsOff() async throws {
    // Between two frames.
    let folder = try folder(#"{"t":0.22,"ev":"edit","edit":"delete","at":0}"#)
    let run = try await play(folder, "-o f_%d.png --fps 10 -q --json --overlay-numbers")
    #expect(run.status == 0, "\(run.errors)")
    let plain = try await play(folder, "-o g_%d.png --fps 10 -q")
    #expect(plain.status == 0, "\(plain.errors)")
    // It has dropped off 0.51 s later.
    #expect(try run.object()["frames"] as? Int == 9)
    let (old, new) = (try folder.picture("p0.png"), try folder.picture("p1.png"))
    #expect(try folder.picture("g_2.png") == old && folder.picture("g_8.png") == new)
    for frame in 3...7 {
      let time = Double(frame) / 10 - 0.22
      let progress = try #require(Timeline.dropFade.value(of: "progress", at: time))
      let still = try await Glcurl.run(
        [
          "frame", "p0.png", "p1.png", "-q", "-o", "s.png", "--turn", "drop", "--progress",
          "\(progress)",
        ], in: folder)
      #expect(still.status == 0, "\(still.errors)")
      let seen = try folder.picture("g_\(frame).png")
      #expect(try seen == folder.picture("s.png"), "frame \(frame)")
      // Numbers are there at rest alone.
      #expect(try seen == folder.picture("f_\(frame).png"), "frame \(frame)")
    }
    // 0.08 s and 0.07 s of its way: what is above its upper edge is the new page, below it both.
    let seen = try folder.picture("g_3.png")
    let progress = try #require(Timeline.dropFade.value(of: "progress", at: 0.08))
    let edge = 80 * progress
    #expect(edge > 8 && edge < 40)
    let above = 4 * 64 * Int(edge)
    #expect(seen.rgba8.prefix(above) == new.rgba8.prefix(above))
    for y in [Int(edge) + 2, 50, 78] {
      for x in 0..<64 {
        // The old page's rows that are nearest, a row being less than 4 apart from the next.
        let (under, over) = (4 * (64 * y + x), 4 * (64 * (y - Int(edge)) + x))
        for channel in 0..<3 {
          let (a, b) = (Int(new.rgba8[under + channel]), Int(old.rgba8[over + channel]))
          let c = Int(seen.rgba8[under + channel])
          #expect(c >= min(a, b) - 4 && c <= max(a, b) + 4, "(\(x), \(y))")
          #expect(abs(a - b) < 40 || (abs(c - a) > 4 && abs(c - b) > 4), "(\(x), \(y))")
        }
      }
    }
  }

  @Test("Nothing drops off but the page that lies open alone, and nothing once a sheet moves")
  func s1_18_nothingElseDropsOff() async throws {
    func frames(_ script: String, _ words: String = "") async throws -> [Pixmap] {
      let folder = try folder(script)
      let run = try await play(folder, "-o f_%d.png --fps 10 -q --json \(words)")
      #expect(run.status == 0, "\(run.errors)")
      let count = try #require(try run.object()["frames"] as? Int)
      return try (0..<count).map { try folder.picture("f_\($0).png") }
    }
    let delete = #"{"t":0.2,"ev":"edit","edit":"delete","at":0}"#
    let another = try await frames(delete.replacing("0}", with: "2}"))
    #expect(another.count == 3 && another.allSatisfy { $0 == another[0] })
    // Facing pages, and where less motion is asked for: at once.
    #expect(try await frames(delete, "--facing").count == 3)
    let calm = try await frames(#"{"t":0,"ev":"config","reducesMotion":true}"# + "\n" + delete)
    #expect(calm.count == 3 && calm[2] != calm[1])
    // What turns meanwhile, or at once, is as if nothing had fallen.
    for turn in [#""to":"next""#, #""to":1,"animated":false"#] {
      let turn = #"{"t":0.4,"ev":"nav",\#(turn)}"# + "\n" + #"{"t":0.6,"ev":"tick"}"#
      let (fallen, calm) = (
        try await frames(delete + "\n" + turn),
        try await frames(
          delete.replacing("0.2", with: "0.0") + "\n"
            + #"{"t":0,"ev":"nav","to":1,"animated":false}"# + "\n"
            + #"{"t":0,"ev":"nav","to":0,"animated":false}"# + "\n" + turn)
      )
      #expect(fallen[3] != calm[3])
      #expect(fallen.count == calm.count && fallen.dropFirst(4) == calm.dropFirst(4))
    }
  }

  @Test("A view and a mode of its own: points count there, and the spread is shown whole")
  func layouts() async throws {
    let folder = try folder(
      """
      {"t":0.1,"ev":"down","p":[1560,500]}
      {"t":0.15,"ev":"move","p":[1100,500]}
      {"t":0.2,"ev":"cancel"}
      {"t":1,"ev":"layout","mode":"single"}
      """)
    let run = try await play(
      folder, "-o f_%02d.png --fps 10 --view 1600x1000 --facing --overlay-pointer -q")
    #expect(run.status == 0, "\(run.errors)")
    let first = try folder.picture("f_00.png")
    #expect(first.width == 128 && first.height == 80)
    let last = try folder.picture("f_10.png")
    let alone = try folder.picture("p0.png")
    // The single page lies in the middle of the spread's canvas.
    for y in 0..<80 {
      let row = Array(last.rgba8[4 * (128 * y + 32)..<4 * (128 * y + 96)])
      #expect(row == Array(alone.rgba8[4 * 64 * y..<4 * 64 * (y + 1)]))
      #expect(last.rgba8[4 * 128 * y + 3] == 0)
    }
  }
}
