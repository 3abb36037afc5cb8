import CurlCore
import PageCurl
import PageFilm
import TestSupport
import Testing

/// Films end with their motion: no frame at the end repeats the one before it.
@Suite("Ends of films")
struct FilmEndTests {
  /// Canvases around the page: none, what the turn needs, and more than that.
  enum Room: String, CaseIterable {
    case page, auto, around

    func canvas(_ turn: any Turn, _ page: PageSize) -> Canvas {
      let area = PagesArea()
      switch self {
      case .page: return area.area(page)
      case .auto: return area.area(page).grown(by: area.margin(.turn, turn, page).roundedUp)
      case .around:
        return area.area(page).grown(by: Margin(left: 50, top: 90, right: 20, bottom: 0))
      }
    }
  }

  static let page = PageSize(width: 120, height: 160)

  static func turn(_ turn: any Turn, _ room: Room) throws -> PageTurn {
    let (front, next) = (
      TestPages.page(TestPages.Style.front, width: page.width, height: page.height),
      TestPages.page(TestPages.Style.next, width: page.width, height: page.height)
    )
    return try PageTurn(
      Pages(front: Page(front), next: Page(next)), turn, canvas: room.canvas(turn, page))
  }

  /// Expects that neighbours among the last `last` of 60 frames with linear progress differ.
  static func expectMotion(_ turn: PageTurn, last: Int = 12, _ comment: Comment) async throws {
    let renderer = try await Renderer(.cpu)
    var pictures: [Pixmap] = []
    for index in 60 - last..<60 {
      pictures.append(try await renderer.frame(turn, at: PageTurn.moment(ofFrame: index, of: 60)))
    }
    for (number, pair) in zip(pictures, pictures.dropFirst()).enumerated() {
      #expect(pair.0 != pair.1, "\(comment): frames \(60 - last + number) and the next")
    }
  }

  @Test(
    "The last frames of every turn differ",
    // None doesn't move, and an effect goes wherever its stack says.
    arguments: TurnCatalogue.names.filter { $0 != "none" && $0 != "effect" }, Room.allCases)
  func everyTurn(name: String, room: Room) async throws {
    let type = try #require(TurnCatalogue.turn(named: name))
    try await Self.expectMotion(Self.turn(type.init(), room), "\(name), \(room)")
  }

  @Test("The last frames of a curl differ, whatever its heading and look", arguments: Room.allCases)
  func curls(room: Room) async throws {
    let changes: [(String, (inout CurlTurn) -> Void)] = [
      ("flat", { $0.radius = .pixels(0) }), ("wide", { $0.radius = .percent(30) }),
      ("thick", { $0.look.thickness = .pixels(3) }),
      ("round", { $0.look.cornerRadius = .percent(10) }),
      ("eye", { $0.look.view = .eye(distance: .percent(150)) }),
      ("oblique", { $0.look.view = .oblique(shear: SIMD2(0.3, -0.3)) }),
      ("lit", { $0.look.background = .colour(.white) }),
    ]
    for angle in [180.0, 151, 100, 45] {
      for (name, change) in changes {
        var curl = CurlTurn()
        curl.angle = angle
        change(&curl)
        try await Self.expectMotion(
          Self.turn(curl, room), last: 6, "\(name), \(angle), \(room)")
      }
    }
  }

  @Test("A single page's leaf moves in every frame until it has left the canvas or landed")
  func spineTurns() async throws {
    for (bend, reach) in [(70.0, 0.8), (90, 0.05), (0, 1)] {
      var turn = BendTurn()
      (turn.bend, turn.reach) = (bend, reach)
      try await Self.expectMotion(Self.turn(turn, .page), last: 59, "bend \(bend)")
    }
    for x in [-0.3, 0, 0.5, 1.5] {
      var hinge = HingeTurn()
      hinge.look.view = .eye(distance: .percent(200), centre: SIMD2(x, 0.5))
      try await Self.expectMotion(Self.turn(hinge, .page), last: 59, "hinge from \(x)")
    }
  }

  @Test("Where it has room to land, a leaf turns by 180°, and on facing pages as ever")
  func landing() throws {
    for turn in [HingeTurn(), BendTurn()] as [any Turn] {
      let page = Self.page
      for (canvas, isFacing, lift) in [
        (Canvas(page: page), false, 0.0), (Canvas(page: page, margin: Margin(1)), false, 1),
        (Canvas(spread: page, binding: .left), false, 1),
        (Canvas(spread: page, binding: .left), true, 1),
      ] {
        let stage = TurnStage(page: page, canvas: canvas, isFacing: isFacing)
        let scene = turn.scene(.progress(0.999), on: stage, base: .next)
        let leaf = try #require(scene.leaves.last)
        guard case .profile(let profile, _) = leaf.surface else {
          Issue.record("the leaf isn't bent")
          continue
        }
        if lift == 1 {
          #expect(profile.lift > 0.99 * .pi)
        } else {
          #expect(profile.lift < 0.55 * .pi && profile.lift > 0.4 * .pi)
        }
      }
      // The margin is that of the whole way, whatever the canvas.
      let margin = turn.margin(on: TurnStage(page: page))
      let wide = TurnStage(page: page, canvas: Canvas(spread: page, binding: .left))
      #expect(margin == turn.margin(on: wide))
      #expect(margin.left > 119)
    }
  }
}
