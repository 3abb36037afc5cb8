import CurlCore
import TestSupport
import Testing

@Suite struct TimingThresholdTests {
  /// The crossings of `half`, the value 0.5 of the track `a`, as (time, direction).
  static func crossings(
    _ keyframes: [Keyframe], duration: Double? = nil, _ repetition: Timeline.Repetition = .once,
    autoreverses: Bool = false, reversed: Bool = false, to end: Double = 100
  ) throws -> [String] {
    var timeline = try Timeline(
      ["a": try Track(keyframes)], duration: duration, repetition: repetition,
      autoreverses: autoreverses, thresholds: [Threshold("half", on: "a", at: 0.5)])
    if reversed { timeline = timeline.reversed() }
    return timeline.crossings(from: -1, to: end).map { "\($0.direction) \($0.time)" }
  }

  @Test func s2_7_aThresholdFiresOncePerCrossing() throws {
    let timeline = try Timeline.revolving().watching([
      Threshold("flipped", on: "angle", at: 90), Threshold("unflipped", on: "angle", at: 270),
    ])
    let names = timeline.crossings(from: 0, to: 8).filter { $0.direction == .rising }
    #expect(names.map(\.name) == ["flipped", "unflipped", "flipped", "unflipped"])
    #expect(names.map(\.time) == [1, 3, 5, 7])
  }

  @Test func s2_9_nothingFiresAgainWhileTheValueStays() throws {
    // Asked at every evaluation, a hundred of them past the threshold: it changed once.
    let timeline = try Timeline(
      ["angle": Track(from: 0, to: 180, in: 1)],
      thresholds: [Threshold("flipped", on: "angle", at: 90)])
    let fired = (0..<200).map {
      timeline.crossings(from: Double($0) / 100, to: Double($0 + 1) / 100).count
    }
    #expect(fired.reduce(0, +) == 1)
    #expect(fired[49] == 1)
  }

  @Test("A crossing is the first time at which the threshold is reached, to the last bit")
  func exactTimes() throws {
    let easings: [Easing] = [
      .linear, .ease, .easeIn, .easeOut, .easeInOut, .paper,
      .cubicBezier(1, 0, 0, 1), .cubicBezier(0, 1, 1, 0),
      .cubicBezier(0.9, 0, 1, 0.1),
    ]
    for easing in easings {
      for (first, last) in [(0.0, 1.0), (-1e6, 3)] {
        let track = try Track([Keyframe(0.1, first, .easing(easing)), Keyframe(2.7, last)])
        for level in [1e-12, 1e-3, 0.3, 0.5, 0.77, 0.999999] {
          let timeline = try Timeline(
            ["a": track],
            thresholds: [Threshold("up", on: "a", at: level)])
          let found = timeline.crossings(from: 0, to: 3)
          try #require(found.count == 1, "\(easing), \(first), \(level)")
          #expect(track.value(at: found[0].time) >= level)
          #expect(track.value(at: found[0].time.nextDown) < level)
        }
      }
    }
  }

  @Test func touchingIsNoCrossing() throws {
    #expect(try Self.crossings([Keyframe(0, 0), Keyframe(1, 0.5), Keyframe(2, 0)]).isEmpty)
    #expect(try Self.crossings([Keyframe(0, 1), Keyframe(1, 0.5), Keyframe(2, 1)]).isEmpty)
    let below = [Keyframe(0, 0), Keyframe(1, 0.5, .hold), Keyframe(2, 0.5), Keyframe(3, 0)]
    #expect(try Self.crossings(below).isEmpty)
    let above = [Keyframe(0, 1), Keyframe(1, 0.5, .hold), Keyframe(2, 0.5), Keyframe(3, 1)]
    #expect(try Self.crossings(above).isEmpty)
  }

  @Test func startingOrEndingOnAThresholdIsNoCrossing() throws {
    #expect(try Self.crossings([Keyframe(0, 0.5), Keyframe(1, 1)]).isEmpty)
    #expect(try Self.crossings([Keyframe(0, 1), Keyframe(1, 0.5)]).isEmpty)
    #expect(try Self.crossings([Keyframe(0, 0.5), Keyframe(1, 0.5)]).isEmpty)
    #expect(try Self.crossings([Keyframe(0, 0), Keyframe(1, 0.5)], autoreverses: true).isEmpty)
  }

  @Test func aPlateauOnAThresholdCountsAsAboveIt() throws {
    let rising = [Keyframe(0, 0), Keyframe(1, 0.5), Keyframe(2, 0.5), Keyframe(3, 1)]
    #expect(try Self.crossings(rising) == ["rising 1.0"])
    #expect(try Self.crossings(rising, reversed: true) == ["falling 2.0"])
    let falling = [Keyframe(0, 1), Keyframe(1, 0.5), Keyframe(2, 0.5), Keyframe(3, 0)]
    #expect(try Self.crossings(falling) == ["falling 2.0"])
    #expect(try Self.crossings(falling, reversed: true) == ["rising 1.0"])
  }

  /// It comes to the threshold at the end of one repetition and goes on in the next.
  @Test func aPlateauMayReachIntoTheNextRepetition() throws {
    let keyframes = [Keyframe(0, 0.5), Keyframe(1, 1, .hold), Keyframe(2, 0), Keyframe(3, 0.5)]
    #expect(
      try Self.crossings(keyframes, duration: 4, .count(3))
        == ["falling 2.0", "rising 3.0", "falling 6.0", "rising 7.0", "falling 10.0"])
  }

  @Test func aJumpCrossesAtOnce() throws {
    #expect(try Self.crossings([Keyframe(0, 0, .hold), Keyframe(1, 1)]) == ["rising 1.0"])
    #expect(
      try Self.crossings([Keyframe(0, 0), Keyframe(1, 1)], .count(2))
        == ["rising 0.5", "falling 1.0", "rising 1.5"])
  }

  /// The last keyframe's value stands at the end only; in between the next repetition begins.
  @Test func aJumpAtTheEndIsCrossedWhereItIsSeen() throws {
    let step = [Keyframe(0, 0, .hold), Keyframe(1, 1)]
    #expect(try Self.crossings(step, .count(3)) == ["rising 3.0"])
    #expect(try Self.crossings(step, .forever, to: 9).isEmpty)
    #expect(try Self.crossings(step, .count(3), reversed: true) == ["falling 0.0"])
    #expect(try Self.crossings(step, autoreverses: true) == ["rising 1.0", "falling 1.0"])
  }

  @Test func thereAndBackCrossesTwice() throws {
    let ramp = [Keyframe(0, 0), Keyframe(1, 1)]
    #expect(
      try Self.crossings(ramp, .forever, autoreverses: true, to: 4)
        == ["rising 0.5", "falling 1.5", "rising 2.5", "falling 3.5"])
    #expect(
      try Self.crossings(ramp, .count(1), autoreverses: true, reversed: true)
        == ["rising 0.5", "falling 1.5"])
  }

  @Test func anOvershootCrossesOnItsWayOutAndBack() throws {
    let timeline = try Timeline(
      ["a": Track(from: 0, to: 1, in: 1, .curve(.back, .inOut))],
      thresholds: [Threshold("low", on: "a", at: -0.01), Threshold("high", on: "a", at: 1.01)])
    let crossings = timeline.crossings(from: 0, to: 1)
    #expect(crossings.map(\.name) == ["low", "low", "high", "high"])
    #expect(crossings.map(\.direction) == [.falling, .rising, .rising, .falling])
  }

  @Test func theIntervalIsOpenAtItsStart() throws {
    let timeline = try TimingTimelineTests.ramp().watching([Threshold("half", on: "a", at: 0.5)])
    #expect(timeline.crossings(from: 0, to: 0.5).count == 1)
    #expect(timeline.crossings(from: 0.5, to: 1).isEmpty)
    #expect(timeline.crossings(from: 0.5, to: 0.5).isEmpty)
    #expect(timeline.crossings(from: -.infinity, to: .infinity).count == 1)
    #expect(timeline.crossings(from: 2, to: 3).isEmpty)
  }

  @Test func crossingsComeInOrderAndThenAsTheThresholdsDo() throws {
    let timeline = try Timeline(
      ["a": Track(from: 0, to: 1, in: 1), "b": Track(from: 1, to: 0, in: 1)],
      thresholds: [
        Threshold("late", on: "a", at: 0.75), Threshold("b", on: "b", at: 0.5),
        Threshold("a", on: "a", at: 0.5),
      ])
    #expect(timeline.crossings(from: 0, to: 1).map(\.name) == ["b", "a", "late"])
  }

  static func watched(_ random: inout Random, endless: Bool = true) throws -> Timeline {
    let timeline = try random.timeline(endless: endless)
    return try timeline.watching(
      (0..<3).map {
        // Values of keyframes among them: touches and plateaus.
        let value = $0 == 0 ? 0.5 : random.number(in: -0.1...1.1)
        return Threshold("\($0)", on: "a", at: value)
      })
  }

  @Test func s2_7_noFrameRateChangesWhatFires() throws {
    var random = Random(seed: 10)
    var fired = 0
    for _ in 0..<60 {
      let timeline = try Self.watched(&random)
      let end = (timeline.totalDuration ?? 5 * timeline.period) + 0.5
      let whole = timeline.crossings(from: 0, to: end)
      fired += whole.count
      for rate in [24.0, 60, 240, 0] {
        var (gathered, time, frame) = ([Crossing](), 0.0, 0.0)
        while time < end {
          frame += 1
          let next = min(rate > 0 ? frame / rate : time + random.number(in: 1e-4...0.3), end)
          gathered += timeline.crossings(from: time, to: next)
          time = next
        }
        #expect(gathered == whole)
      }
    }
    #expect(fired > 200)
  }

  /// From the first value on, every crossing changes the side, and the side is always right.
  @Test func crossingsTellOnWhichSideTheValueIs() throws {
    var random = Random(seed: 11)
    for _ in 0..<400 {
      let timeline = try Self.watched(&random)
      let end = timeline.totalDuration ?? 5 * timeline.period
      let crossings = timeline.crossings(from: 0, to: end)
      for threshold in timeline.thresholds {
        let own = crossings.filter { $0.name == threshold.name }
        #expect(zip(own, own.dropFirst()).allSatisfy { $0.direction != $1.direction })
        for _ in 0..<60 {
          let time = random.number(in: 0...end)
          let value = timeline.value(of: "a", at: time) ?? 0
          guard abs(value - threshold.value) > 1e-9,
            !own.contains(where: { abs($0.time - time) < 1e-9 })
          else { continue }
          let next = own.first { $0.time > time }
          let last = own.last { $0.time < time }
          if let last { #expect((value > threshold.value) == (last.direction == .rising)) }
          if let next { #expect((value < threshold.value) == (next.direction == .rising)) }
        }
      }
    }
  }

  /// Nothing is missed: between neighbouring samples on opposite sides something fired.
  @Test func everyChangeOfSideFires() throws {
    var random = Random(seed: 12)
    for _ in 0..<80 {
      let timeline = try Self.watched(&random)
      let end = timeline.totalDuration ?? 3 * timeline.period
      for threshold in timeline.thresholds {
        let times = (0...100).map { _ in random.number(in: 0...end) }.sorted()
        for (start, end) in zip(times, times.dropFirst()) {
          let before = (timeline.value(of: "a", at: start) ?? 0) - threshold.value
          let after = (timeline.value(of: "a", at: end) ?? 0) - threshold.value
          guard abs(before) > 1e-9, abs(after) > 1e-9 else { continue }
          let count = timeline.crossings(from: start, to: end)
            .filter { $0.name == threshold.name }.count
          #expect((count % 2 == 1) == (before * after < 0))
        }
      }
    }
  }

  @Test func aCrossingIsWhereTheValueIsTheThresholdToTheLastBits() throws {
    var random = Random(seed: 13)
    for _ in 0..<200 {
      let easing = try #require(
        Easing(name: Easing.names.filter { $0 != "hold" }.randomElement(using: &random) ?? ""))
      let value = random.number(in: 0.01...0.99)
      let timeline = try Timeline(
        ["a": Track(from: 0, to: 1, in: 1, easing)],
        thresholds: [Threshold("x", on: "a", at: value)])
      let crossings = timeline.crossings(from: 0, to: 1)
      #expect(crossings.count == 1)
      let time = try #require(crossings.first?.time)
      #expect(abs((timeline.value(of: "a", at: time) ?? 9) - value) < 1e-12)
    }
  }

  @Test func theReversedTimelineHasTheMirroredCrossings() throws {
    var random = Random(seed: 14)
    for _ in 0..<300 {
      let timeline = try Self.watched(&random, endless: false)
      let total = try #require(timeline.totalDuration)
      for threshold in timeline.thresholds {
        let one = try timeline.watching([threshold])
        let forward = one.crossings(from: -1, to: total)
        let backward = one.reversed().crossings(from: -1, to: total)
        #expect(forward.count == backward.count)
        for (a, b) in zip(forward, backward.reversed()) {
          #expect(a.direction != b.direction)
          #expect(abs(a.time + b.time - total) < 1e-12)
        }
      }
    }
  }
}
