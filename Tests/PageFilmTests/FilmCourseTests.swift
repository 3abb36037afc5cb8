import CurlCore
import Foundation
import ImageFiles
import PageCurl
import TestSupport
import Testing

@testable import PageFilm

/// The course of films: easing, pauses, parts.
@Suite("The course of films")
struct FilmCourseTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "courses-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private static func page(_ style: TestPages.Style) -> Page {
    Page(TestPages.page(style, width: 30, height: 40))
  }

  private static func turn() throws -> PageTurn {
    try PageTurn(Pages(front: page(TestPages.Style.front), next: page(TestPages.Style.next)))
  }

  /// The pictures of a film, or of a part.
  private func pictures(_ plan: FilmPlan, _ part: Range<Int>? = nil) async throws -> [Pixmap] {
    let name = UUID().uuidString
    let plan = part.map(plan.part) ?? plan
    try await plan.write(
      to: FilmDestination(path("\(name)_%d.png")), with: try await Renderer(.cpu))
    let count = part?.count ?? plan.count
    #expect(!FileManager.default.fileExists(atPath: path("\(name)_\(count).png")))
    return try (0..<count).map { try ImageFile.read(path: path("\(name)_\($0).png")) }
  }

  private func book(_ pages: Int) throws -> BookFiles {
    let styles = [TestPages.Style.front, .next, .back, .beside]
    return try BookFiles(
      (0..<pages).map { number in
        var style = styles[number % 4]
        style.ink += SIMD3(Double(9 * number), 0, 0)
        let path = path("page\(number).png")
        try Data(PNGEncoder.encode(TestPages.page(style, width: 30, height: 40)))
          .write(to: URL(filePath: path))
        return path
      })
  }

  @Test("Frame i of N has the eased progress of i/(N − 1), of a turn and of a book")
  func easings() async throws {
    let turn = try Self.turn()
    let renderer = try await Renderer(.cpu)
    let files = try book(2)
    let easings: [Easing?] = [
      nil, .linear, .smoothstep, Easing(name: "ease-in-back"), .cubicBezier(0.2, -1, 0.6, 2),
    ]
    for ease in easings {
      let plan = ease.map { FilmPlan(turn, frames: 7, ease: $0) } ?? FilmPlan(turn, frames: 7)
      let film = try await pictures(plan)
      var book = BookFilm(Book(pages: 2), of: files, turn: CurlTurn(), frames: 7)
      book.ease = ease
      let bookFilm = try await pictures(book.plan())
      let bookTurn = try PageTurn(Pages(front: files.page(0), next: files.page(1)))
      for index in 0..<7 {
        let progress = min(max((ease ?? .paper).value(at: Double(index) / 6), 0), 1)
        let frame = try await renderer.frame(turn, at: .progress(progress))
        #expect(film[index] == frame, "\(ease?.name ?? "default") \(index)")
        let bookFrame = try await renderer.frame(bookTurn, at: .progress(progress))
        #expect(bookFilm[index] == bookFrame, "\(ease?.name ?? "default") \(index)")
      }
    }
    let film = try await pictures(FilmPlan(turn, frames: 5))
    let reversed = try await pictures(FilmPlan(turn, frames: 5, isReversed: true))
    #expect(reversed == film.reversed())
  }

  @Test("Pauses hold the first and the last picture, in every part of a film")
  func pauses() async throws {
    let bare = try await pictures(FilmPlan(Self.turn(), frames: 4))
    let plan = FilmPlan(try Self.turn(), frames: 4, holdFirst: 2, holdLast: 3)
    let whole = try await pictures(plan)
    #expect(whole == [bare[0], bare[0]] + bare + [bare[3], bare[3], bare[3]])
    for part in [0..<1, 0..<2, 1..<3, 1..<5, 2..<9, 4..<6, 5..<8, 6..<9, 8..<9, 0..<9] {
      #expect(try await pictures(plan, part) == Array(whole[part]), "\(part)")
    }
    let single = try await pictures(
      FilmPlan(Self.turn(), frames: 1, holdFirst: 1, holdLast: 1))
    #expect(single == [bare[0], bare[0], bare[0]])
  }

  @Test("A book's film has pauses before, between and after its turns", arguments: [false, true])
  func pausesOfABook(isBackward: Bool) async throws {
    let files = try book(3)
    var film = BookFilm(Book(pages: 3), of: files, turn: SlideTurn(), frames: 3, rate: 10)
    film.isBackward = isBackward
    let bare = try await pictures(film.plan())
    #expect(bare.count == 5)
    (film.hold, film.holdFirst, film.holdLast) = (.frames(1), .seconds(0.2), .seconds(0.3))
    let plan = try film.plan()
    let whole = try await pictures(plan)
    var expected = [bare[0], bare[0]]
    expected += bare[0...2]
    expected += [bare[2]]
    expected += bare[3...4]
    expected += [bare[4], bare[4], bare[4]]
    #expect(whole == expected)
    for part in [0..<4, 3..<7, 5..<6, 6..<11, 9..<11] {
      #expect(try await pictures(plan, part) == Array(whole[part]), "\(part)")
    }
    film.holdLast = .seconds(3000)
    let limited = BookFilm(
      Book(pages: 3), of: files, turn: SlideTurn(), frames: 3, rate: 10, limits: [.frames: 10])
    var long = limited
    long.holdLast = .frames(6)
    #expect(try limited.plan().count == 5)
    #expect(throws: FilmError.self) { try long.plan() }
  }

  @Test("Each leaf of a flight is eased by itself, and none overtakes the leaf before it")
  func flights() throws {
    let easings: [Easing] = [.paper, .easeIn, .cubicBezier(0, 2, 1, -1)]
    for ease in easings {
      let curl = Take(CurlTurn(), frames: 21, ease: ease)
      let flip = Take(FlipTurn(), frames: 21, ease: ease)
      let schedule = Stagger(count: 3, duration: 1, delay: CurlTurn().stagger)
      for index in 0..<21 {
        let share = Double(index) / 20
        let motions = try #require(curl.motions(ofFrame: index, leaves: 3, curl.turn))
        let own = (0..<3).map { schedule.progress(of: $0, at: share * schedule.totalDuration) }
        let half = try #require(flip.motions(ofFrame: index, leaves: 3, flip.turn))
        let angles = FlipTurn().angles(share, leaves: 3)
        for (found, expected) in [(motions, own), (half, angles.map { $0 / 180 })] {
          let eased = expected.map { ease.progress(at: $0) }
          #expect(zip(found, found.dropFirst()).allSatisfy { $0.progress >= $1.progress })
          #expect(found[0] == LeafMotion(progress: eased[0]))
          if ease != easings[2] { #expect(found.map(\.progress) == eased) }
        }
        // Alone, or with constant speed, the moment says all.
        #expect(curl.motions(ofFrame: index, leaves: 1, curl.turn) == nil)
        let even = Take(CurlTurn(), frames: 21, ease: .linear)
        #expect(even.motions(ofFrame: index, leaves: 3, curl.turn) == nil)
      }
    }
  }

  @Test("The shots of a flight have their leaves' motions, and its ends are the pages themselves")
  func shotsOfAFlight() async throws {
    let files = try book(4)
    for turn in [CurlTurn(), FlipTurn()] as [any Turn] {
      let reel = try Reel(
        Book(pages: 4), takes: [Take(turn, frames: 9)], leavesAtOnce: 3
      ) { try files.page($0) }
      var shots: [Shot] = []
      for try await shot in reel { shots.append(shot) }
      #expect(shots.count == 9)
      #expect(shots.first?.moment == .progress(0) && shots.last?.moment == .progress(1))
      for shot in shots {
        let motions = try #require(shot.turn.stage.motions)
        let mean = motions.reduce(0) { $0 + $1.progress } / 3
        #expect(shot.moment == .progress(mean))
      }
      let renderer = try await Renderer(.cpu)
      let ends = try await (
        renderer.frame(shots[0].turn, at: shots[0].moment),
        renderer.frame(shots[8].turn, at: shots[8].moment)
      )
      let pages = try (files.page(0).pixmap, files.page(3).pixmap)
      #expect(ends.0 == pages.0)
      #expect(ends.1 == pages.1)
    }
  }

  @Test("A take with a timeline is linear by itself, and a track overrides its easing")
  func takes() throws {
    let timeline = try Timeline(["gloss": Track(from: 0, to: 1, in: 1)])
    let linear = Take(CurlTurn(), frames: 5, timeline: timeline)
    #expect(linear.ease == .linear && Take(CurlTurn(), frames: 5).ease == .paper)
    let eased = Take(CurlTurn(), frames: 5, timeline: timeline, ease: .smoothstep)
    #expect(linear.moment(ofFrame: 1) == .progress(0.25))
    #expect(eased.moment(ofFrame: 1) == .progress(Easing.smoothstep.value(at: 0.25)))
    let tracked = Take(
      CurlTurn(), frames: 5,
      timeline: try Timeline(["progress": Track(from: 0, to: 1, in: 1)]), ease: .smoothstep)
    #expect(tracked.moment(ofFrame: 1) == .progress(0.25))
    #expect(tracked.motions(ofFrame: 1, leaves: 2, tracked.turn) == nil)
  }

  @Test("An easing replaces a timeline's own, but not its keyframes of the progress")
  func easingOfATimeline() throws {
    func timeline(_ text: String) throws -> TimelineFile {
      try TimelineFile(name: "t.json", bytes: Array(text.utf8))
    }
    let files = try book(2)
    func film(_ text: String, _ ease: Easing?) throws -> BookFilm {
      var film = BookFilm(Book(pages: 2), of: files, timeline: try timeline(text), rate: 20)
      film.ease = ease
      return film
    }
    let threshold = #""thresholds":[{"name":"half","at":0.5}]"#
    for (text, ease, time) in [
      ("{\"duration\":1,\(threshold)}", nil, 0.5),
      ("{\"duration\":1,\"ease\":\"ease-in-quad\",\(threshold)}", nil, 0.5.squareRoot()),
      ("{\"duration\":1,\"ease\":\"ease-in-quad\",\(threshold)}", .linear, 0.5),
      ("{\"duration\":1,\(threshold)}", Easing(name: "ease-in-quad"), 0.5.squareRoot()),
    ] as [(String, Easing?, Double)] {
      for hold in [0, 5] {
        var notes: [String] = []
        var one = try film(text, ease)
        one.holdFirst = .frames(hold)
        one.note = { notes.append($0) }
        _ = try one.plan()
        let at = (time + Double(hold) / 20).fixed(3)
        #expect(notes == ["at \(at) s: half, rising, in turn 0"])
      }
    }
    let tracked = #"{"tracks":{"progress":[{"time":0,"value":0},{"time":1,"value":1}]}}"#
    #expect(throws: Never.self) { try film(tracked, nil).plan() }
    let error = #expect(throws: FilmError.self) { try film(tracked, .linear).plan() }
    #expect(error?.description.hasPrefix("t.json:1: tracks.progress: has easings") == true)
  }

  @Test("Presets of original products are linear by themselves")
  func presets() throws {
    for (name, ease) in [
      ("flip:flipboard", Easing.linear), ("flip:source", .linear), ("leaves:source", .linear),
      ("curl:page-curl-with-shadow", .linear), ("book-curl:reader", .linear), ("flip", .paper),
      ("curl", .paper), ("slide:up", .paper), ("flip:vertical", .paper),
    ] {
      #expect(try TurnKind.find(name).get().ease == ease, "\(name)")
    }
  }
}
