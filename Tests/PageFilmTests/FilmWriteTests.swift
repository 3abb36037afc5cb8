import Foundation
import ImageFiles
import PageCurl
import PageFilm
import TestSupport
import Testing

@Suite("Films by the library")
struct FilmWriteTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "films-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Files of at most four pages that all differ, of which the last may have another size.
  private func files(_ count: Int, lastWidth: Int = 30) throws -> [String] {
    try (0..<count).map { number in
      let style = [
        TestPages.Style.front, TestPages.Style.next, TestPages.Style.back, TestPages.Style.beside,
      ][number]
      let page = TestPages.page(style, width: number == count - 1 ? lastWidth : 30, height: 40)
      let path = path("page\(number).png")
      try Data(PNGEncoder.encode(page)).write(to: URL(filePath: path))
      return path
    }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test("A turn's frames are those that the renderer draws, in order")
  func numberedPictures() async throws {
    let (front, next) = (
      TestPages.page(TestPages.Style.front, width: 30, height: 40),
      TestPages.page(TestPages.Style.next, width: 30, height: 40)
    )
    let turn = try PageTurn(Pages(front: Page(front), next: Page(next)))
    let renderer = try await Renderer(.cpu)
    let plan = FilmPlan(turn, frames: 5, ease: .linear)
    let told = Counter()
    try await plan.write(to: FilmDestination(path("f_%02d.png")), with: renderer) { told.add() }
    #expect(told.count == 5)
    for number in 0..<5 {
      let read = try ImageFile.read(path: path("f_0\(number).png"))
      #expect(try await read == renderer.frame(turn, at: .progress(Double(number) / 4)))
    }
    #expect(try names().count == 5)
    // A single frame is the first.
    try await FilmPlan(turn, frames: 1).write(to: FilmDestination(path("g_%d.png")), with: renderer)
    #expect(try ImageFile.read(path: path("g_0.png")) == front)
  }

  @Test("A book's film begins with its first pages and ends with its last")
  func book() async throws {
    let paths = try files(4)
    let film = BookFilm(
      Book(pages: 4, layout: .facing(cover: false)), of: try BookFiles(paths), frames: 6)
    let plan = try film.plan()
    #expect(plan.count == 6 && plan.canvas.width == 60 && plan.canvas.height == 40)
    let renderer = try await Renderer(.cpu)
    try await plan.write(to: FilmDestination(path("f_%d.png")), with: renderer)
    for (frame, page) in [(0, 0), (5, 2)] {
      let (read, left) = (
        try ImageFile.read(path: path("f_\(frame).png")), try ImageFile.read(path: paths[page])
      )
      for y in 0..<40 {
        for x in 0..<30 { #expect(read.channels(y * 60 + x) == left.channels(y * 30 + x)) }
      }
    }
  }

  @Test("A timeline tells the turn, and its errors tell line and field")
  func timeline() async throws {
    let files = try BookFiles(files(3))
    let timeline = try TimelineFile(
      name: "t.json", bytes: Array(#"{"turn":"slide:up","frames":4,"hold":0.1}"#.utf8))
    let plan = try BookFilm(Book(pages: 3), of: files, timeline: timeline, rate: 20).plan()
    // What lies open between two turns is one frame of both, and is held for two more.
    #expect(plan.count == 4 + 4 - 1 + 2)
    let error = #expect(throws: FilmError.self) {
      try TimelineFile(name: "t.json", bytes: Array("{\n\"turn\":\"slode\"}".utf8))
    }
    #expect(error?.description.hasPrefix("t.json:2: turn: ") == true)
    #expect(error?.description.contains("slide") == true)
  }

  @Test("A played script turns the page, and its trace says so")
  func played() async throws {
    let paths = try files(3)
    let pages = try await PlayPages(BookFiles(paths))
    let script = try PlayScript(
      name: "s.jsonl", bytes: Array(#"{"t":0.1,"ev":"nav","to":"next"}"#.utf8))
    var film = try PlayFilm(Book(pages: 3), of: pages, script: script, rate: 20)
    let course = try film.course()
    #expect(course.turns == 1 && course.stop == 1 && course.end > 0.1)
    #expect(course.trace.split(separator: "\n").count == 4)
    #expect(course.trace.contains(#""out":"didTurn","from":0,"to":1,"completed":true"#))
    let plan = try film.plan(course)
    #expect(plan.count == Int((course.end * 20).rounded(.up)) + 1)
    #expect(plan.canvas == Canvas(page: pages.size) && pages.count == 3)
    try await plan.write(to: FilmDestination(path("f_%d.png")), with: Renderer(.cpu))
    for (frame, page) in [(0, 0), (plan.count - 1, 1)] {
      #expect(
        try ImageFile.read(path: path("f_\(frame).png")) == ImageFile.read(path: paths[page]))
    }
    film.duration = 0.5
    #expect(try film.plan().count == 10)
    #expect(try film.course().turns == 0)
  }

  @Test("Errors of a script and of a turn that can't turn the book end a played film")
  func faultyPlay() async throws {
    let pages = try await PlayPages(BookFiles(files(3)))
    let late = #expect(throws: FilmError.self) {
      try PlayScript(
        name: "s.jsonl",
        bytes: Array("{\"t\":1,\"ev\":\"tick\"}\n{\"t\":0,\"ev\":\"tick\"}".utf8))
    }
    #expect(late?.description.hasPrefix("s.jsonl:2: t: ") == true)
    let edit = try PlayScript(
      name: "s.jsonl", bytes: Array(#"{"t":0,"ev":"edit","edit":"insert","at":0,"count":9}"#.utf8),
      limits: [.pages: 10])
    let many = #expect(throws: FilmError.self) {
      try PlayFilm(Book(pages: 3), of: pages, script: edit)
    }
    #expect(many?.description.hasPrefix("s.jsonl:1: count: ") == true)
    let facing = try PlayScript(name: "s.jsonl", bytes: [], isFacing: true)
    let film = try PlayFilm(
      Book(pages: 3, layout: .facing(cover: true)), of: pages, script: facing, turn: SlideTurn())
    #expect(try film.course().turns == 0)
    let spread = #expect(throws: FilmError.self) { try film.plan() }
    #expect(spread?.description.contains("without landing it") == true)
  }

  @Test("A page that can't be had ends the film with its own error, and no file is left")
  func missingPage() async throws {
    let plan = try BookFilm(
      Book(pages: 3), of: BookFiles(files(3, lastWidth: 31)), turn: CurlTurn(), frames: 3
    ).plan()
    let renderer = try await Renderer(.cpu)
    let error = await #expect(throws: FilmError.self) {
      try await plan.write(to: FilmDestination(path("f.apng")), with: renderer)
    }
    #expect(error?.description.contains("is 31×40, but the first page is 30×40") == true)
    #expect(try names() == ["page0.png", "page1.png", "page2.png"])
  }

  @Test(
    "A destination that can't be is rejected with the way out",
    arguments: [
      ("film", nil, 30, BitDepth.eight, "names no format: give it an extension of .mp4, webm"),
      ("a.b/film", nil, 30, .eight, "names no format"),
      (".png", nil, 30, .eight, "names no format"),
      ("f.mp4", nil, 30, .sixteen, "holds 8 bits a channel, not 16: choose apng, png, tar or rgba"),
      (
        "-", .png, 30, .eight,
        "standard output can't take a PNG: choose mp4, webm, gif, webp, apng, tar, y4m or rgba"
      ),
      ("f.gif", nil, 60, .eight, "shows at most 50 frames a second, not 60"),
      ("f.png", nil, 30, .eight, "f.png"),
    ] as [(String, FilmFormat?, Int, BitDepth, String)])
  func destinations(
    path: String, format: FilmFormat?, rate: Int, depth: BitDepth, words: String
  ) throws {
    let error = #expect(throws: FilmError.self) {
      try FilmDestination(
        path, format: format, rate: FrameRate(integerLiteral: rate), depth: depth)
    }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }
}

/// Counts from any thread.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0
  func add() { lock.withLock { value += 1 } }
  var count: Int { lock.withLock { value } }
}
