import CurlCore
import Glibc
import Testing

/// Effects: their matrices, their paths, and where a page counts as lying.
@Suite struct EffectTests {
  static let page = PageSize(width: 400, height: 240)

  @Test func s2_1_anEffectIsAMapOfAPageOfASize() {
    let half = PageEffect(.offset(.percent(50), .percent(-10)))
    #expect(half.map(on: Self.page) == .translation(SIMD2(200, -40)))
    #expect(half.map(on: PageSize(width: 10, height: 90)) == .translation(SIMD2(5, -1)))
  }

  @Test func s2_2_anOffsetRunsInBothItsParts() {
    let effect = PageEffect(.offset(.pixels(80), .pixels(-20)))
    #expect(effect.at(0).map(on: Self.page) == .identity)
    #expect(effect.at(0.25).map(on: Self.page) == .translation(SIMD2(20, -5)))
    #expect(effect.at(1) == effect)
  }

  @Test func s2_3_aSkewMovesEachRowByItsShare() {
    let map = PageEffect(.skew(0.5, offset: .pixels(7))).map(on: Self.page)
    #expect(map.rows == [1, 0.5, 7, 0, 1, 0, 0, 0, 1])
    #expect(map(SIMD2(10.0, 30)) == SIMD2(10.0 + 15 + 7, 30))
  }

  /// [x y 1] · M of row vectors, whose M is the transposed one.
  @Test func s2_4_rowVectorsHaveTheTransposedMatrix() {
    let (a, b, c, d, tx, ty) = (0.8, 0.3, -0.2, 1.1, 15.0, -4.0)
    let map = Projective(rows: [a, c, tx, b, d, ty, 0, 0, 1])
    let (x, y) = (13.0, 29.0)
    #expect(map(SIMD2(x, y)) == SIMD2(a * x + c * y + tx, b * x + d * y + ty))
    // A quarter turn takes right to down: clockwise, as y points down.
    #expect(Projective.rotation(degrees: 90)(SIMD2(1, 0)) == SIMD2(0, 1))
    // "A, then B" is A·B of row vectors: scaled first, the move isn't.
    let both = Projective.scale(SIMD2(2, 3)).then(.translation(SIMD2(5, 7)))
    #expect(both(SIMD2(1, 1)) == SIMD2(7, 10))
  }

  @Test func s2_4_scaleAndRotationTurnAboutTheirPlace() {
    let scale = PageEffect(.scale(SIMD2(2, 0.5))).map(on: Self.page)
    #expect(scale(SIMD2(200, 120)) == SIMD2(200, 120))
    #expect(scale(SIMD2(210, 140)) == SIMD2(220, 130))
    let turn = PageEffect(.rotation(90, about: SIMD2(0, 0))).map(on: Self.page)
    #expect(turn(SIMD2(3, 1)) == SIMD2(-1, 3))
  }

  @Test func s2_11_aFollowerHeadsToThePointAHundredthOn() {
    let path = CubicPath.infinity(on: Self.page)
    for step in 2...99 {
      let share = Double(step) / 100
      let (from, to) = (path.point(share - 0.01), path.point(share))
      let follower = path.follower(share)
      #expect(follower.point == from)
      let (a, b) = (to.x - from.x, to.y - from.y)
      #expect(follower.direction == atan2(b, a) * 180 / .pi)
      // The source's formula is the same where it holds, but for half turns in its convention.
      let source = (a > 0 ? atan(b / a) : atan(b / a) - .pi) * 180 / .pi
      let off = (source - follower.direction).remainder(dividingBy: 360)
      if abs(a) > 1e-9 { #expect(abs(off) < 1e-9) }
    }
  }

  @Test func s2_11_straightDownAndUpAreNotTakenForEachOther() {
    // Where a is exactly 0 the source's atan(b/a) − π is off by half a turn, going down.
    func straight(_ from: Double, _ to: Double) -> CubicPath {
      let third = (to - from) / 3
      return CubicPath([
        CubicPath.Segment(
          SIMD2(50, from), SIMD2(50, from + third), SIMD2(50, to - third), SIMD2(50, to))
      ])
    }
    #expect(straight(0, 200).follower(0.5).direction == 90)
    #expect(straight(200, 0).follower(0.5).direction == -90)
    // The defect that this guards against.
    #expect(abs((atan(2.0 / 0.0) - .pi) * 180 / .pi - 90) == 180)
  }

  @Test func s2_11_aPointIsTheMiddleOfTheBoxAroundAThousandth() {
    let line = CubicPath([
      CubicPath.Segment(SIMD2(0, 0), SIMD2(100, 50), SIMD2(200, 100), SIMD2(300, 150))
    ])
    for (share, middle) in [
      (0.0, 0.0005), (0.4, 0.4005), (0.999, 0.9995), (0.9995, 0.9995), (1, 0.9995),
      (1.2, 0.0005), (-0.1, 0.9995),
    ] {
      let d = line.point(share) - middle * SIMD2(300, 150)
      #expect(abs(d.x) < 1e-9 && abs(d.y) < 1e-9, "share \(share)")
    }
    // The box takes in where the curve turns round between its ends.
    let arch = CubicPath([
      CubicPath.Segment(SIMD2(0, 0), SIMD2(0, 40), SIMD2(60, 40), SIMD2(60, 0))
    ])
    let box = arch.bounds(from: 0, to: 1)
    #expect(box.origin == .zero && abs(box.size.y - 30) < 1e-12 && box.size.x == 60)
  }

  @Test func aFollowerWaitsAtAnOpenPathsStart() {
    let line = CubicPath([
      CubicPath.Segment(SIMD2(0, 0), SIMD2(100, 0), SIMD2(200, 0), SIMD2(300, 0))
    ])
    #expect(!line.isClosed && CubicPath.infinity(on: Self.page).isClosed)
    for share in [0, 0.004, 0.01] {
      let follower = line.follower(share)
      #expect(follower.point == line.point(0) && follower.direction == 0)
    }
    // On a closed one the hundredth before the start is the end's.
    let eight = CubicPath.infinity(on: Self.page)
    #expect(eight.follower(0).point == eight.point(1))
  }

  @Test func s2_12_theEightsPointsLieOnQuarters() {
    let path = CubicPath.infinity(on: Self.page)
    #expect(path.segments.count == 4)
    let ends = path.segments.map(\.end)
    #expect(ends == [SIMD2(100, 60), SIMD2(300, 180), SIMD2(300, 60), SIMD2(100, 180)])
    #expect(path.segments[0].start == SIMD2(100, 180))
    #expect(path.segments[0].point(0.5) == SIMD2(25, 120))
    #expect(path.segments[1].point(0.5) == SIMD2(200, 120))
    // Both loops are as long as each other, and so are the two crossings.
    let (whole, half) = (path.point(0.9999), path.point(0.0001))
    #expect(abs(whole.x - half.x) < 2 && abs(whole.y - half.y) < 2)
    let quarter = path.bounds(from: 0.5, to: 0.5).origin
    #expect(abs(quarter.x - 300) < 1e-6 && abs(quarter.y - 180) < 1e-6)
  }

  @Test func s2_13_anEffectMayLeaveTheLayoutAlone() throws {
    let moved = PageEffect(.offset(.pixels(50), .pixels(20)))
    var drawn = moved
    drawn.affectsLayout = false
    let lying = Rectangle(Self.page)
    let stage = TurnStage(page: Self.page)
    func layout(_ effects: [PageEffect], at progress: Double = 0.5) -> PageLayout {
      var turn = EffectTurn(EffectStack(effects))
      turn.share = 1
      return turn.layout(at: .progress(progress), on: stage)
    }
    let there = layout([moved])
    #expect(there.rectangle == Rectangle(x: 50, y: 20, width: 400, height: 240))
    #expect(there.hit(SIMD2(51, 22)) == SIMD2(1, 2))
    #expect(there.hit(SIMD2(3, 4)) == nil && there.hit(SIMD2(451, 30)) == nil)
    let here = layout([drawn])
    #expect(here.rectangle == lying && here.isInPlace)
    #expect(here.hit(SIMD2(3, 4)) == SIMD2(3, 4))
    // Before the turn and after it the page isn't moved.
    #expect(layout([moved], at: 0).isInPlace && layout([moved], at: 1).isInPlace)
    // In a stack each counts for itself.
    let turned = layout([drawn, PageEffect(.rotation(90, about: .zero))])
    #expect(turned.rectangle == Rectangle(x: -240, y: 0, width: 240, height: 400))
    // On its way it lies where it's seen: as far as it has come.
    let half = EffectTurn(EffectStack([moved])).layout(at: .progress(0.5), on: stage)
    #expect(half.rectangle == Rectangle(x: 25, y: 10, width: 400, height: 240))
  }

  @Test func effectsComposeInTheirOrder() {
    let stack = EffectStack([
      PageEffect(.scale(SIMD2(2, 2), about: .zero)), PageEffect(.offset(.pixels(10), .pixels(0))),
    ])
    #expect(stack.map(on: Self.page)(SIMD2(3, 4)) == SIMD2(16, 8))
  }

  @Test func aTurnByEffectsStartsUntouchedAndEndsWithoutThePage() throws {
    let stage = TurnStage(page: Self.page)
    for turn in [
      EffectTurn(), EffectTurn(EffectStack([PageEffect(.follow(.infinity, 1))])),
      EffectTurn(
        EffectStack([PageEffect(.skew(1)), PageEffect(.follow(.infinity, 0.5, turns: false))])),
    ] {
      try turn.check()
      let early = turn.scene(.progress(1e-7), on: stage, base: .next)
      guard case .projective(let map) = try #require(early.leaves.first).surface else { return }
      for corner in Rectangle(Self.page).corners {
        let d = map(corner) - corner
        #expect(abs(d.x) < 0.01 && abs(d.y) < 0.01)
      }
      let late = turn.scene(.progress(1 - 1e-6), on: stage, base: .next)
      let leaf = try #require(late.leaves.first)
      if turn.endTime(on: stage) < 1 {
        guard case .projective(let map) = leaf.surface else { return }
        for corner in Rectangle(Self.page).corners { #expect(map(corner).x < 0.01) }
      } else {
        #expect(leaf.opacity < 1e-5)
      }
      #expect(turn.scene(.progress(1), on: stage, base: .next).leaves.isEmpty)
    }
    #expect(throws: ParameterError.self) {
      try EffectTurn(EffectStack([PageEffect(.skew(.nan))])).check()
    }
  }

  @Test func aTurnByEffectsEndsWhenThePageIsGone() {
    let page = Self.page
    let turn = EffectTurn(EffectStack([PageEffect(.offset(.pixels(-800), .pixels(0)))]))
    // 400 pixels wide: gone half-way, and later on a canvas with a margin.
    let stage = TurnStage(page: page)
    #expect(abs(turn.endTime(on: stage) - 0.5) < 1e-9)
    let wide = TurnStage(page: page, canvas: Canvas(page: page, margin: Margin(100)))
    #expect(abs(turn.endTime(on: wide) - 0.625) < 1e-9)
    let layout = turn.layout(at: .progress(0.5), on: stage)
    #expect(abs(layout.rectangle.origin.x + 200) < 1e-6)
    #expect(turn.layout(at: .time(0.25), on: stage) == layout)
    // All of the way counts for the margin.
    #expect(abs(turn.margin(on: stage).left - 800 * 63 / 64) < 1)
    // A page that stays, one that comes back, and one whose share is set take all of the time.
    var whole = turn
    whole.share = 0.3
    #expect(whole.endTime(on: stage) == 1)
    let eight = EffectTurn(EffectStack([PageEffect(.follow(.infinity, 1))]))
    #expect(eight.endTime(on: stage) == 1)
    #expect(EffectTurn(EffectStack([])).endTime(on: stage) == 1)
  }

  @Test func perCentOfATransposedPageAreOfThePagesOwnWidth() throws {
    let page = PageSize(width: 100, height: 200)
    var turn = EffectTurn(
      EffectStack([
        PageEffect(.skew(0.5, offset: .percent(20))),
        PageEffect(.offset(.percent(-30), .percent(10))),
      ]))
    turn.fade = 0
    let reflected = turn.reflected(.transposed, on: page)
    let other = Symmetry.transposed.applied(to: page)
    let scene = reflected.scene(.progress(0.5), on: TurnStage(page: other), base: .next)
    guard case .projective(let map) = try #require(scene.leaves.first).surface else { return }
    // Half of skew and offset, then half of the offset: lengths are of 100 pixels.
    #expect(map(SIMD2(0, 0)) == SIMD2(-5.0, 5.0))
    #expect(map(SIMD2(0, 40)) == SIMD2(5.0, 45.0))
    #expect(turn.reflected(.identity, on: page) == turn)
  }
}
