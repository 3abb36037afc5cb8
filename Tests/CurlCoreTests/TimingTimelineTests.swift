import CurlCore
import TestSupport
import Testing

@Suite struct TimingTimelineTests {
  static func ramp(
    _ duration: Double = 1, _ repetition: Timeline.Repetition = .once, autoreverses: Bool = false
  ) throws -> Timeline {
    try Timeline(
      ["a": Track(from: 0, to: 1, in: duration)], repetition: repetition,
      autoreverses: autoreverses)
  }

  @Test func theReversedTimelineIsTheOriginalFromItsEndToTheBit() throws {
    var random = Random(seed: 7)
    for _ in 0..<400 {
      let any = try random.timeline(endless: false)
      let timeline = any.isReversed ? any.reversed() : any
      let reversed = timeline.reversed()
      let total = try #require(timeline.totalDuration)
      for _ in 0..<50 {
        let time = random.number(in: 0...total)
        #expect(reversed.values(at: time) == timeline.values(at: total - time))
      }
      #expect(reversed.reversed() == timeline)
    }
  }

  @Test func frameByFrameTheReversedTimelineIsTheOriginalToTheBit() throws {
    var random = Random(seed: 8)
    for _ in 0..<300 {
      let timeline = try random.timeline()
      let reversed = timeline.reversed()
      let count = Int.random(in: 1...200, using: &random)
      for index in 0..<count {
        let values = reversed.values(atFrame: index, of: count)
        #expect(values == timeline.values(atFrame: count - 1 - index, of: count))
        #expect(values["a"] == reversed.value(of: "a", atFrame: index, of: count))
      }
    }
  }

  @Test func forwardAFrameIsTheValueAtItsTime() throws {
    var random = Random(seed: 17)
    for _ in 0..<200 {
      let any = try random.timeline()
      let timeline = any.isReversed ? any.reversed() : any
      for index in 0..<40 {
        #expect(
          timeline.values(atFrame: index, of: 40)
            == timeline.values(at: timeline.frameTime(index, of: 40)))
      }
    }
  }

  @Test func frameIOfNHasProgressIOverNMinus1() throws {
    let timeline = try Self.ramp()
    for count in 2...130 {
      for index in 0..<count {
        #expect(
          timeline.value(of: "a", atFrame: index, of: count) == Double(index) / Double(count - 1))
      }
    }
  }

  @Test func framesAreEvenFromTheStartToTheEnd() throws {
    for duration in [1, 0.1, 1.0 / 3, 0.7, 123.456] {
      let timeline = try Self.ramp(duration)
      for count in 2...130 {
        let times = (0..<count).map { timeline.frameTime($0, of: count) }
        #expect(times.first == 0)
        #expect(times.last == duration)
        for (index, time) in times.enumerated() {
          #expect(abs(time - duration * Double(index) / Double(count - 1)) <= duration.ulp)
        }
      }
      #expect(timeline.frameTime(0, of: 1) == 0)
    }
  }

  /// A frame that falls on a held keyframe shows what comes after it.
  @Test func aFrameOnAKeyframeShowsIt() throws {
    let steps = try Track((0...10).map { Keyframe(Double($0) / 10, Double($0), .hold) })
    let timeline = try Timeline(["a": steps])
    for index in 0...10 {
      #expect(timeline.value(of: "a", atFrame: index, of: 11) == Double(index))
    }
  }

  @Test func aTimelineEndsAtItsEnd() throws {
    #expect(try Self.ramp(0.1, .count(3)).totalDuration == 0.1 * 3)
    #expect(try Self.ramp(0.1, .count(3)).value(of: "a", at: 0.1 * 3) == 1)
    #expect(try Self.ramp(0.1, .count(3)).value(of: "a", at: 99) == 1)
    let back = try Self.ramp(0.1, .count(3), autoreverses: true)
    #expect(back.totalDuration == 0.2 * 3)
    #expect(back.value(of: "a", at: 0.2 * 3) == 0)
    #expect(try Self.ramp(1, .forever).totalDuration == nil)
  }

  @Test func repetitionsStartAnewAtWholePeriods() throws {
    let timeline = try Self.ramp(0.1, .forever)
    for period in 1...1000 {
      #expect(timeline.value(of: "a", at: Double(period) * 0.1) == 0)
    }
  }

  @Test func repetitionsArePeriodic() throws {
    var random = Random(seed: 9)
    for _ in 0..<100 {
      // Binary fractions, so that adding periods is exact.
      let track = try random.track(within: 0.75)
      for autoreverses in [false, true] {
        let timeline = try Timeline(
          ["a": track], duration: 0.75, repetition: .forever, autoreverses: autoreverses)
        for _ in 0..<20 {
          let time: Double = random.number(in: 0...1024).rounded() / 1024 * 0.75
          guard time < timeline.period else { continue }
          let first = timeline.values(at: time)
          for periods in [1.0, 2, 1000] {
            let later: Double = time + periods * timeline.period
            #expect(timeline.values(at: later) == first)
          }
        }
      }
    }
  }

  @Test func thereAndBackIsSymmetric() throws {
    let timeline = try Self.ramp(1, .count(2), autoreverses: true)
    let times = [0, 0.25, 1, 1.25, 2, 2.5, 3, 3.75, 4]
    #expect(
      times.map { timeline.value(of: "a", at: $0) } == [0, 0.25, 1, 0.75, 0, 0.5, 1, 0.25, 0])
  }

  @Test func endlessPeriodsReversedPlayFromTheirEnds() throws {
    let timeline = try Self.ramp(1, .forever).reversed()
    #expect(
      [0, 0.25, 0.75, 1, 1.25].map { timeline.value(of: "a", at: $0) } == [1, 0.75, 0.25, 1, 0.75])
  }

  @Test func aParameterWithoutTrackHasNoValue() throws {
    #expect(try Self.ramp().value(of: "b", at: 0) == nil)
    #expect(try Timeline([:]).values(at: 0).isEmpty)
    #expect(try Timeline([:]).totalDuration == 0)
  }

  @Test func severalTracksRunSideBySide() throws {
    let timeline = try Timeline(
      ["a": Track(from: 0, to: 1, in: 1), "b": Track(from: 8, to: 4, in: 2)])
    #expect(timeline.duration == 2)
    #expect(timeline.values(at: 0.5) == ["a": 0.5, "b": 7])
    #expect(timeline.values(at: 1.5) == ["a": 1, "b": 5])
  }

  @Test func whatIsNoTimelineIsRefused() throws {
    let track = Track(from: 0, to: 1, in: 2)
    #expect(throws: TimelineError.duration(-1)) { try Timeline([:], duration: -1) }
    #expect(throws: TimelineError.duration(.infinity)) { try Timeline([:], duration: .infinity) }
    #expect(throws: TimelineError.self) { try Timeline([:], duration: .nan) }
    #expect(throws: TimelineError.repetitions(0)) {
      try Timeline(["a": track], repetition: .count(0))
    }
    #expect(throws: TimelineError.endlessInstant) { try Timeline([:], repetition: .forever) }
    #expect(
      throws: TimelineError.keyframeAfterEnd(parameter: "a", keyframe: 1, time: 2, duration: 1)
    ) {
      try Timeline(["a": track], duration: 1)
    }
    #expect(throws: TimelineError.thresholdParameter(name: "x", parameter: "b")) {
      try Timeline(["a": track], thresholds: [Threshold("x", on: "b", at: 0)])
    }
    #expect(throws: TimelineError.thresholdValue(name: "x", .infinity)) {
      try Timeline(["a": track], thresholds: [Threshold("x", on: "a", at: .infinity)])
    }
  }
}
