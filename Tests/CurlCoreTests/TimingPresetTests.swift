import CurlCore
import TestSupport
import Testing

@Suite struct TimingPresetTests {
  static let curl = Timeline.pageCurlWithShadow()

  @Test func s0_5_timeRunsEvenlyFromNothingTo2_2InOneSecond() throws {
    #expect(Self.curl.totalDuration == 1)
    for index in 0...10 {
      let time = try #require(Self.curl.value(of: "time", at: Double(index) / 10))
      #expect(abs(time - 0.22 * Double(index)) < 1e-15)
    }
    #expect(Self.curl.value(of: "time", at: 1) == 2.2)
  }

  @Test func s0_5_timeRunsToTheTurnsEndWhereThatIsLater() {
    #expect(Timeline.pageCurlWithShadow(endTime: 3).value(of: "time", at: 1) == 3)
    #expect(Timeline.pageCurlWithShadow(endTime: 1.2).value(of: "time", at: 1) == 2.2)
  }

  @Test func s0_6_angleReachesItsEndAtHalfTime() {
    let times = [0, 0.125, 0.25, 0.5, 0.75, 1]
    let angles = [135, 146.25, 157.5, 180, 180, 180]
    #expect(times.map { Self.curl.value(of: "angle", at: $0) } == angles)
    let slow = Timeline.pageCurlWithShadow(angle: 0, duration: 4)
    #expect([1, 2, 3].map { slow.value(of: "angle", at: $0) } == [22.5, 45, 45])
  }

  @Test func s0_6_backwardTheAngleHoldsForHalfTheTime() {
    let backward = Timeline.pageCurlWithShadow(direction: .backward)
    let times = [0, 0.25, 0.5, 0.75, 1]
    #expect(times.map { backward.value(of: "angle", at: $0) } == [180, 180, 180, 157.5, 135])
  }

  @Test func s0_7_backwardIsForwardFromItsEndToTheBit() {
    let backward = Timeline.pageCurlWithShadow(direction: .backward)
    #expect(backward.value(of: "time", at: 0) == 2.2)
    #expect(backward.value(of: "time", at: 1) == 0)
    for count in 2...61 {
      for index in 0..<count {
        #expect(
          backward.values(atFrame: index, of: count)
            == Self.curl.values(atFrame: count - 1 - index, of: count))
      }
    }
  }

  @Test func s0_8_fromAPageToItselfIsForward() {
    #expect(TurnDirection(from: 3, to: 3) == .forward)
    #expect(TurnDirection(from: 3, to: 4) == .forward)
    #expect(TurnDirection(from: 3, to: 2) == .backward)
    #expect(TurnDirection(from: 0, to: 9) == .forward)
  }

  @Test func s2_10_aCardGoesRoundInFourSecondsForEver() {
    let card = Timeline.revolving()
    #expect(card.totalDuration == nil)
    #expect(
      [0, 1, 2, 3, 4, 5].map { card.value(of: "angle", at: $0) } == [0, 90, 180, 270, 0, 90])
    #expect(card.value(of: "angle", at: 4e6 + 1) == 90)
  }

  @Test func s2_10_aSpinTakesEightSeconds() {
    let spin = Timeline.revolving("rotation", in: 8)
    #expect([0, 2, 4, 8, 10].map { spin.value(of: "rotation", at: $0) } == [0, 90, 180, 0, 90])
  }

  @Test func s2_10_aSwingEasesThereAndBack() throws {
    let swing = Timeline.swing()
    #expect([0, 1, 2, 3].map { swing.value(of: "progress", at: $0) } == [0, 1, 0, 1])
    #expect(abs((swing.value(of: "progress", at: 0.5) ?? 0) - 0.5) < 1e-12)
    let early = try #require(swing.value(of: "progress", at: 0.25))
    #expect(early == Easing.easeInOut.value(at: 0.25))
    #expect(swing.value(of: "progress", at: 1.75) == early)
  }

  @Test func s3_7_aSlideLastsAFifthOfASecondEasedAtBothEnds() throws {
    #expect(Timeline.slide.totalDuration == 0.2)
    #expect([0, 0.2].map { Timeline.slide.value(of: "progress", at: $0) } == [0, 1])
    let quarter = try #require(Timeline.slide.value(of: "progress", at: 0.05))
    #expect(abs(quarter - Easing.easeInOut.value(at: 0.25)) < 1e-12)
    #expect(quarter < 0.15)
  }

  @Test func s1_18_aDropFadeWaitsAndEasesOut() throws {
    let drop = Timeline.dropFade
    #expect(drop.totalDuration == 0.51)
    #expect([0, 0.01, 0.51].map { drop.value(of: "progress", at: $0) } == [0, 0, 1])
    let half = try #require(drop.value(of: "progress", at: 0.26))
    #expect(abs(half - Easing.easeOut.value(at: 0.5)) < 1e-12)
    #expect(half > 0.6)
  }

  /// The original set the new place first, and so always found that nothing remained.
  @Test func s4_14_settlingTakesWhatRemainsAndNotNothing() throws {
    let settle = Timeline.settle("leafEdge", from: 0.6, to: 0)
    #expect(settle.totalDuration == 0.6)
    #expect([0, 0.6].map { settle.value(of: "leafEdge", at: $0) } == [0.6, 0])
    #expect(abs((settle.value(of: "leafEdge", at: 0.15) ?? 0) - 0.45) < 1e-15)
    #expect(Timeline.settle(from: 0.75, to: 1).totalDuration == 0.25)
  }

  @Test func s4_14_whereNothingRemainsSettlingTakesNoTime() {
    let settle = Timeline.settle(from: 1, to: 1)
    #expect(settle.totalDuration == 0)
    #expect(settle.value(of: "progress", at: 0) == 1)
    #expect(settle.crossings(from: -1, to: 1).isEmpty)
  }

  @Test(arguments: [
    (0.0, 180.0, 1.0), (91.0, 180.0, 89.0 / 180), (45.0, 0.0, 0.25), (179.0, 180.0, 1.0 / 180),
  ])
  func s1_14_aLeafSettlesAtHalfATurnPerSecond(from: Double, to: Double, seconds: Double) {
    let settle = Timeline.settle("lift", from: from, to: to, speed: 180)
    #expect(settle.totalDuration == seconds)
    #expect(settle.value(of: "lift", at: 0) == from)
    #expect(settle.value(of: "lift", at: seconds) == to)
  }

  @Test func s1_14_aQuickReleaseSettlesIn0_3Seconds() {
    let settle = Timeline.settle("lift", from: 40, to: 180, speed: 180, seconds: 0.3)
    #expect(settle.totalDuration == 0.3)
    #expect(settle.value(of: "lift", at: 0.3) == 180)
  }
}
