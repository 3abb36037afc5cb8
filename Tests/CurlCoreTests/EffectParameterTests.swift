import CurlCore
import Testing

/// The numbers of effects: set by name, driven by keyframes, and paths from text.
@Suite struct EffectParameterTests {
  static let page = PageSize(width: 400, height: 240)
  static let stage = TurnStage(page: page)

  private func map(_ turn: EffectTurn, at progress: Double) throws -> Projective {
    let scene = turn.scene(.progress(progress), on: Self.stage, base: .next)
    guard case .projective(let map) = try #require(scene.leaves.first).surface else {
      return .identity
    }
    return map
  }

  /// An effect turn without effects' own ends, of which one number at a time is set.
  private func plain() -> EffectTurn {
    var turn = EffectTurn()
    for (name, value) in [("scaleX", 1.0), ("scaleY", 1), ("rotation", 0), ("offsetX", 0)] {
      turn.put(name, value)
    }
    turn.share = 1
    return turn
  }

  @Test func s2_2_bothPartsOfAnOffsetAreSetByName() throws {
    var turn = plain()
    turn.put("offsetX", 80)
    turn.put("offsetY", -20)
    #expect(try map(turn, at: 0.5) == .translation(SIMD2(80, -20)))
    #expect(turn.value(of: "offsetX", on: Self.page) == 80)
    // The default's own are of the page's width.
    let usual = try #require(EffectTurn().value(of: "offsetX", on: Self.page))
    #expect(abs(usual + 560) < 1e-9)
    #expect(EffectTurn().given("offsetX")?.isPercent == true)
  }

  @Test func s2_3_aSkewAndItsOffsetAreSetByName() throws {
    var turn = plain()
    turn.put("skew", 0.5)
    turn.put("skewOffset", 7)
    let skewed = try map(turn, at: 0.5)
    #expect(skewed(SIMD2(10, 30)) == SIMD2(10.0 + 15 + 7, 30))
  }

  @Test func s2_12_theShareOfAPathIsSetByName() throws {
    var turn = plain()
    #expect(try map(turn, at: 0.5) == .identity)
    turn.put("pathShare", 0.375)
    // As seen from the path's start, where the page hangs on it.
    let eight = CubicPath.infinity(on: Self.page)
    let (start, there) = (eight.follower(0), eight.follower(0.375))
    let seen = try map(turn, at: 0.5)(start.point)
    #expect(abs(seen.x - there.point.x) < 1e-9 && abs(seen.y - there.point.y) < 1e-9)
    // The preset goes round as the turn does.
    let preset = try #require(EffectTurn.presets.first { $0.name == "infinity" }).turn
    #expect(preset.value(of: "pathShare", on: Self.page) == 1)
    #expect(preset.value(of: "scaleX", on: Self.page) == 1)
  }

  @Test func s2_14_keyframesDriveEveryNumberOfAStack() throws {
    // Two effects of a kind: the second one's number has a 2.
    var turn = EffectTurn(
      EffectStack([
        PageEffect(.rotation(10, about: SIMD2(0, 0))), PageEffect(.scale(SIMD2(2, 1))),
        PageEffect(.rotation(0, about: SIMD2(1, 1))),
      ]))
    turn.share = 1
    let names = turn.parameterDescriptions.map(\.name)
    #expect(
      names == [
        "rotation", "rotationAboutX", "rotationAboutY", "scaleX", "scaleY", "scaleAboutX",
        "scaleAboutY", "rotation2", "rotationAboutX2", "rotationAboutY2", "share", "fade",
        "cornerRadius", "contactShadow",
      ])
    for (index, description) in turn.parameterDescriptions.enumerated() {
      let middle = description.range.upperBound == 1 ? 0.25 : 3 + Double(index)
      let track = try Track([Keyframe(0, 0), Keyframe(2, 2 * middle)])
      let timeline = try Timeline([description.name: track])
      let value = try #require(timeline.value(of: description.name, at: 1))
      let before = turn
      turn.put(description.name, value)
      #expect(turn.value(of: description.name, on: Self.page) == middle, "\(description.name)")
      #expect(turn != before, "\(description.name)")
      // Nothing else has moved.
      for other in names where other != description.name {
        #expect(
          turn.value(of: other, on: Self.page) == before.value(of: other, on: Self.page))
      }
    }
    let hasSkew = turn.set("skew", to: 1)
    #expect(!hasSkew && turn.value(of: "skew", on: Self.page) == nil)
    try turn.check()
  }

  @Test func s2_14_withAShareOfItsOwnAnEffectIsWhatItsNumbersSay() throws {
    var turn = EffectTurn(EffectStack([PageEffect(.rotation(90, about: .zero))]))
    #expect(try map(turn, at: 0.5)(SIMD2(1, 0)) == Projective.rotation(degrees: 45)(SIMD2(1, 0)))
    #expect(turn.value(of: "share", on: Self.page) == nil)
    turn.put("share", 1)
    #expect(try map(turn, at: 0.5)(SIMD2(1, 0)) == SIMD2(0, 1))
    #expect(try map(turn, at: 0.01)(SIMD2(1, 0)) == SIMD2(0, 1))
    turn.share = 1.5
    #expect(throws: ParameterError.self) { try turn.check() }
  }

  @Test func aStackHasAHundredEffectsAtMost() throws {
    let one = PageEffect(.skew(0))
    try EffectTurn(EffectStack(Array(repeating: one, count: 100))).check()
    #expect(throws: ParameterError.self) {
      try EffectTurn(EffectStack(Array(repeating: one, count: 101))).check()
    }
  }

  @Test func s2_12_aPathIsReadAsSVGWritesCubics() throws {
    let path = try CubicPath(
      "M100,180 C0 180 0,60 1e2 60, 200 60\n200 180 300 180 C 400 180,400 60,300 60")
    #expect(
      path.segments == [
        CubicPath.Segment(SIMD2(100, 180), SIMD2(0, 180), SIMD2(0, 60), SIMD2(100, 60)),
        CubicPath.Segment(SIMD2(100, 60), SIMD2(200, 60), SIMD2(200, 180), SIMD2(300, 180)),
        CubicPath.Segment(SIMD2(300, 180), SIMD2(400, 180), SIMD2(400, 60), SIMD2(300, 60)),
      ])
    for (text, reason) in [
      ("", "must start with M"), ("C 1 2 3 4 5 6", "must start with M"), ("M 1 2", "three points"),
      ("M 1 2 L 3 4", "three points"), ("M 1 2 C 1 2 3 4 5", "missing"),
      ("M 1 2 C 1 2 3 4 5 6 Z", "'Z'"), ("M 1 2 C 1 2 3 4 5 nan", "'nan'"),
      ("M 1 2 C 1 2 3 4 5 2e6", "'2e6'"), ("M 1 2 M 3 4", "three points"),
      (
        "M 0 0 C" + String(repeating: " 1 2 3 4 5 6", count: CubicPath.mostSegments + 1),
        "more than 256"
      ),
    ] {
      let error = #expect(throws: CubicPathError.self) { try CubicPath(text) }
      #expect(error?.description.contains(reason) == true, "\(text.prefix(40)): \(error as Any)")
    }
    let most = "M 0 0 C" + String(repeating: " 1 2 3 4 5 6", count: CubicPath.mostSegments)
    #expect(try CubicPath(most).segments.count == CubicPath.mostSegments)
  }
}
