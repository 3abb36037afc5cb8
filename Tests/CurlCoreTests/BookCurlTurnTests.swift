import CurlCore
import Testing

@Suite struct BookCurlTurnTests {
  static let page = PageSize(width: 300, height: 420)
  static let ways = [(1.0, 0.3), (0, 0.3), (0.5, 0.3), (0.8, 0.6), (1, 0), (1, 2), (0.95, 1)]

  /// The fold and the radius of the turning leaf.
  static func bent(_ turn: any Turn, _ progress: Double, isFacing: Bool = true) -> (
    fold: Fold, radius: Double, light: Double
  )? {
    let stage = TurnStage(page: page, isFacing: isFacing)
    let scene = turn.scene(.progress(progress), on: stage, base: .next)
    guard let leaf = scene.leaves.first, case .profile(let profile, let fold) = leaf.surface,
      let radius = profile.halfTurnRadius
    else { return nil }
    return (fold, radius, scene.light.strength)
  }

  static func turns(_ way: (Double, Double)) -> [any Turn] {
    var book = BookCurlTurn()
    book.path = DragPath(grab: way.0, lift: way.1)
    var fold = CornerFoldTurn()
    fold.path = book.path
    return [book, fold]
  }

  @Test(arguments: ways)
  func theSpineNeverLifts(way: (Double, Double)) throws {
    for turn in Self.turns(way) {
      for step in 1..<400 {
        let (fold, _, _) = try #require(Self.bent(turn, Double(step) / 400))
        for end in [SIMD2(0, 0), SIMD2(0, 420.0)] {
          #expect(((end - fold.point) * fold.normal).sum() <= 1e-9)
        }
      }
    }
  }

  @Test(arguments: ways)
  func theLeafStartsWhereItIsHeldAndLandsOnTheSpine(way: (Double, Double)) throws {
    for turn in Self.turns(way) {
      let (first, _, dark) = try #require(Self.bent(turn, 1e-11))
      // Nothing else lifts at once, such as a corner beside it.
      for corner in Self.page.corners {
        #expect(((corner - first.point) * first.normal).sum() < 0.1)
      }
      let held = SIMD2(300, 420 * way.0)
      #expect(abs(((held - first.point) * first.normal).sum()) < 0.1)
      #expect(dark < 1e-9)
      let (last, radius, light) = try #require(Self.bent(turn, 1 - 1e-9))
      #expect(abs(last.normal.x - 1) < 1e-6 && abs(last.point.x) < 1e-3)
      #expect(radius < 1e-3 && light < 1e-9)
    }
  }

  @Test func foldAndRadiusMoveWithoutKinks() throws {
    let turn = BookCurlTurn()
    func numbers(_ progress: Double) throws -> SIMD4<Double> {
      let (fold, radius, _) = try #require(Self.bent(turn, progress))
      let along = (fold.point * fold.normal).sum()
      return SIMD4(fold.normal.x * 300, fold.normal.y * 300, along, radius)
    }
    // A kink's second difference goes with the step, a smooth way's with its square.
    let h = 1e-4
    for step in 10...980 {
      let t = Double(step) / 1000
      let (before, at, after) = (try numbers(t - h), try numbers(t), try numbers(t + h))
      let bend = (before + after - 2 * at) / (h * h)
      let most = max(bend.max(), -bend.min())
      // Towards the start the roll unwinds as the cube root of the way does.
      #expect(most < (t < 0.1 ? 3e6 : 30_000), "\(t): \(most)")
    }
  }

  @Test func theRollHasItsRadiusUntilTheSpineLeavesLessRoom() throws {
    let middle = try #require(Self.bent(BookCurlTurn(), 0.4))
    #expect(middle.radius > 0.98 * 27 && middle.radius <= 27)
    let late = try #require(Self.bent(BookCurlTurn(), 0.95))
    #expect(late.radius < 0.5 * 27)
  }

  @Test func aFreeSheetLeavesItsPage() throws {
    var turn = CornerFoldTurn()
    turn.isBound = false
    for grab in [0, 0.5, 1] {
      turn.path.grab = grab
      let (fold, _, _) = try #require(Self.bent(turn, 1 - 1e-9, isFacing: false))
      for corner in Self.page.corners {
        #expect(((corner - fold.point) * fold.normal).sum() >= -1e-3)
      }
    }
  }

  @Test func s3_1_theReadersCurlIsBoundAtItsSpine() throws {
    #expect(BookCurlTurn.reader().path == DragPath(grab: 1))
    #expect(BookCurlTurn.turnsSpreads)
    let page = Self.page
    let stage = TurnStage(page: page)
    let end = BookCurlTurn.reader().scene(.progress(1), on: stage, base: .next)
    #expect(end.leaves.isEmpty)
  }

  @Test func s3_2_aOneSidedBackIsBlank() throws {
    let turn = BookCurlTurn.reader(isOneSided: true)
    let scene = turn.scene(.progress(0.5), on: TurnStage(page: Self.page), base: .next)
    let back = try #require(scene.leaves.first).back
    #expect(back.contents == .colour(.white) && back.showThrough == 0)
  }

  @Test func s3_6_theReadersBackgroundGoesOnOverTheBack() throws {
    let sepia = Colour(red: 0.95, green: 0.9, blue: 0.8)
    let scene = BookCurlTurn.reader(paper: sepia).scene(
      .progress(0.5), on: TurnStage(page: Self.page), base: .next)
    let back = try #require(scene.leaves.first).back
    #expect(back.contents == .mirrored && back.tint == sepia && abs(back.tintAmount - 0.88) < 1e-12)
  }

  @Test(arguments: [0.0, 20, 45])
  func s0_1_thePresetHasTheFiltersNumbers(turned: Double) throws {
    let curl = CurlTurn.pageCurlWithShadow(turned: turned)
    #expect(curl.angle == 135 + turned)
    #expect(curl.radius.pixels(on: PageSize(width: 1000, height: 1000)) == 1200)
    #expect(curl.look.shadowSize == 0.5 && curl.look.shadowAmount == 0.7)
    #expect(curl.look.back == .colour(Colour(red: 0.95, green: 0.95, blue: 0.95)))
    let face = TurnStage(page: Self.page)
    let back = try #require(curl.scene(.time(0.5), on: face, base: .next).leaves.first).back
    #expect(back.tintAmount == 0 && back.showThrough == 0)
  }

  @Test func s0_3_thePresetsTimeGoesToTwoPointTwo() {
    let square = PageSize(width: 1000, height: 1000)
    let end = CurlTurn.pageCurlWithShadow(turned: 45).endTime(on: TurnStage(page: square))
    #expect(abs(end - 2.2) < 1e-12)
    let timeline = Timeline.pageCurlWithShadow(endTime: end)
    #expect(timeline.values(at: 1)["time"] == max(2.2, end))
  }

  @Test func everyLeafOfAFlightHasItsOwnMomentAndRamp() {
    let stage = TurnStage(page: Self.page, isFacing: true, leaves: 3)
    // Three leaves take 1.4 times one's way: at a tenth the first has gone 0.14, and 0.2 is the next
    // one's start.
    let early = BookCurlTurn().scene(.progress(0.1), on: stage, base: .next)
    #expect(early.leaves.count == 1 && early.ground.count == 4)
    #expect(early.ground.last?.front.contents == .picture(.leafFront(1)))
    let middle = BookCurlTurn().scene(.progress(0.5), on: stage, base: .next)
    #expect(
      middle.leaves.map(\.front.contents) == [
        .picture(.leafFront(2)), .picture(.leafFront(1)), .picture(.front),
      ])
    #expect(middle.leaves.allSatisfy { $0.lightShare == 1 } && middle.light.strength == 1)
    let late = BookCurlTurn().scene(.progress(0.9), on: stage, base: .next)
    #expect(late.leaves.count == 1 && late.ground.count == 4)
    #expect(late.ground.last?.back.contents == .mirrored)
    // Of two in flight, one that starts has less light than one that is under way.
    let second = CurlTurn().scene(.progress(0.96), on: stage, base: .next)
    #expect(second.leaves.map(\.lightShare).min() ?? 1 < 1)
    // Over transparency, those that rest are part of the flight.
    #expect(BookCurlTurn().scene(.progress(0.1), on: stage, base: .nothing).leaves.count == 3)
  }

  @Test func bookEdgesGoOverFromOneSideToTheOther() {
    var look = BookLook()
    look.leafEdge = .pixels(0.5)
    look.turned = 10
    look.unturned = 30
    let stage = TurnStage(page: Self.page, isFacing: true)
    #expect(look.edges(at: 0, on: stage) == (4.5, 14.5))
    #expect(look.edges(at: 1, on: stage) == (5, 14))
    look.turned = 11
    look.unturned = 29
    #expect(look.edges(at: 0, on: stage) == (5, 14))
    // Edges that aren't set need a turn that says where pages lie.
    look.leafEdge = nil
    #expect(look.edges(at: 0, on: stage) == (0, 0))
    look.gutterAmount = 2
    #expect(throws: ParameterError.self) { try look.check() }
  }
}
