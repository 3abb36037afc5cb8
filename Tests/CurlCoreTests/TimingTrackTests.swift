import CurlCore
import TestSupport
import Testing

@Suite struct TimingTrackTests {
  @Test func s2_14_keyframesDriveAnyNumber() throws {
    let track = try Track([
      Keyframe(0, 10), Keyframe(1, 20, .hold), Keyframe(2, -5, .easing(.smoothstep)),
      Keyframe(4, 5, .cubic), Keyframe(5, 5),
    ])
    let times = [-1, 0, 0.5, 1, 1.999, 2, 2.5, 3, 4, 4.5, 5, 9]
    let expected = [10, 10, 15, 20, 20, -5, -3.4375, 0, 5, 5, 5, 5]
    #expect(times.map { track.value(at: $0) } == expected)
  }

  @Test func aTrackMeetsItsKeyframesAndHoldsBeyondThem() throws {
    var random = Random(seed: 2)
    for _ in 0..<500 {
      let track = try random.track(within: 3)
      for keyframe in track.keyframes {
        #expect(track.value(at: keyframe.time) == keyframe.value)
      }
      #expect(track.value(at: -.infinity) == track.keyframes.first?.value)
      #expect(track.value(at: .infinity) == track.keyframes.last?.value)
      #expect(track.value(at: track.duration) == track.keyframes.last?.value)
    }
  }

  /// No way but a held one jumps: just before a keyframe the value is all but the keyframe's.
  @Test func aTrackIsContinuousWhereItIsNotHeld() throws {
    var random = Random(seed: 3)
    for _ in 0..<500 {
      let track = try random.track(within: 3)
      for (start, end) in zip(track.keyframes, track.keyframes.dropFirst())
      where start.interpolation != .hold && end.time - start.time > 0.01 {
        #expect(abs(track.value(at: end.time - 1e-12) - end.value) < 1e-3)
      }
    }
  }

  @Test func aCubicTrackIsMonotoneWhereItsKeyframesAre() throws {
    var random = Random(seed: 4)
    for _ in 0..<300 {
      var (time, value) = (0.0, 0.0)
      let keyframes = (0..<8).map { _ in
        time += random.number(in: 0.001...1)
        value += Bool.random(using: &random) ? 0 : random.number(in: 0...1)
        return Keyframe(time, value, .cubic)
      }
      let track = try Track(keyframes)
      let values = (0...2000).map { track.value(at: time * Double($0) / 2000) }
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 + 1e-14 })
    }
  }

  @Test func aCubicTrackStaysBetweenNeighboursAndHasNoCorner() throws {
    var random = Random(seed: 5)
    for _ in 0..<300 {
      let keyframes = (0..<8).map { Keyframe(Double($0), random.number(in: -1...1), .cubic) }
      let track = try Track(keyframes)
      for (start, end) in zip(keyframes, keyframes.dropFirst()) {
        let range = min(start.value, end.value)...max(start.value, end.value)
        for step in 0...50 {
          #expect(range.contains(track.value(at: start.time + Double(step) / 50)))
        }
      }
      for keyframe in keyframes.dropFirst().dropLast() {
        let (time, value, h) = (keyframe.time, keyframe.value, 1e-6)
        let before = (value - track.value(at: time - h)) / h
        let after = (track.value(at: time + h) - value) / h
        #expect(abs(before - after) < 1e-4)
      }
    }
  }

  /// Worked by hand: steepnesses 1 and 3, their mean 2 in the middle; α² + β² = 5 and 1.44…, both
  /// within 9.
  @Test func aCubicTrackFollowsItsFormula() throws {
    let track = try Track([Keyframe(0, 0, .cubic), Keyframe(1, 1, .cubic), Keyframe(2, 4, .cubic)])
    // (0 + 1)/2 + (1 − 2)/8, and (1 + 4)/2 + (2 − 3)/8.
    #expect(track.value(at: 0.5) == 0.375)
    #expect(track.value(at: 1.5) == 2.375)
    // Steepnesses 1 and 9: the mean 5 is shortened to 3·5/√26 on the first way.
    let steep = try Track([Keyframe(0, 0, .cubic), Keyframe(1, 1, .cubic), Keyframe(2, 10, .cubic)])
    let slope = (3 / 26.0.squareRoot()) * 5
    #expect(abs(steep.value(at: 1 + 1e-7) - 1 - slope * 1e-7) < 1e-12)
  }

  @Test func aCubicTrackLooksTheSameFromItsEnd() throws {
    var random = Random(seed: 6)
    for _ in 0..<200 {
      let values = (0..<7).map { _ in random.number(in: -1...1) }
      let track = try Track(values.enumerated().map { Keyframe(Double($0), $1, .cubic) })
      let mirrored = try Track(
        values.reversed().enumerated().map { Keyframe(Double($0), $1, .cubic) })
      for step in 0...60 {
        let time = Double(step) / 10
        #expect(abs(track.value(at: time) - mirrored.value(at: 6 - time)) < 1e-12)
      }
    }
  }

  @Test func constantValuesStayConstant() throws {
    for interpolation in [Keyframe.Interpolation.linear, .cubic, .easing(.ease)] {
      let track = try Track([Keyframe(0.1, 0.3, interpolation), Keyframe(0.7, 0.3)])
      #expect((0...100).allSatisfy { track.value(at: Double($0) / 100) == 0.3 })
    }
  }

  @Test func interpolationsAreReadByName() {
    #expect(Keyframe.Interpolation(name: "cubic") == .cubic)
    #expect(Keyframe.Interpolation(name: "hold") == .hold)
    #expect(Keyframe.Interpolation(name: "ease-in") == .easing(.easeIn))
    #expect(Keyframe.Interpolation(name: "wobble") == nil)
    #expect([Keyframe.Interpolation.cubic, .hold].map(\.name) == ["cubic", "hold"])
  }

  @Test func whatIsNoTrackIsRefusedByKeyframe() {
    #expect(throws: TrackError.noKeyframes) { try Track([]) }
    #expect(throws: TrackError.time(keyframe: 1, -1)) {
      try Track([Keyframe(0, 0), Keyframe(-1, 0)])
    }
    #expect(throws: TrackError.time(keyframe: 0, .infinity)) { try Track([Keyframe(.infinity, 0)]) }
    #expect(throws: TrackError.value(keyframe: 1, -.infinity)) {
      try Track([Keyframe(0, 0), Keyframe(1, -.infinity)])
    }
    #expect(throws: TrackError.order(keyframe: 2, time: 1, previous: 1)) {
      try Track([Keyframe(0, 0), Keyframe(1, 0), Keyframe(1, 2)])
    }
    #expect(throws: TrackError.self) { try Track([Keyframe(.nan, 0)]) }
    #expect(throws: TrackError.self) { try Track([Keyframe(0, .nan)]) }
    let message = "\(TrackError.order(keyframe: 2, time: 1, previous: 1.5))"
    #expect(message.contains("keyframe 2 is at 1.0 s") && message.contains("1.5 s"))
  }
}
