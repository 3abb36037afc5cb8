import CurlCore
import TestSupport

extension Random {
  /// Any interpolation, overshooting ones too.
  mutating func interpolation() -> Keyframe.Interpolation {
    switch Int.random(in: 0..<6, using: &self) {
    case 0: return .linear
    case 1: return .hold
    case 2: return .cubic
    case 3:
      return .easing(
        .cubicBezier(
          number(in: 0...1), number(in: -1...2), number(in: 0...1), number(in: -1...2)))
    default:
      return Easing(name: Easing.names.randomElement(using: &self) ?? "").map { .easing($0) }
        ?? .linear
    }
  }

  /// A track of one to six keyframes within `duration`, values in 0…1 and some of them equal.
  mutating func track(within duration: Double) throws -> Track {
    let count = Int.random(in: 1...6, using: &self)
    let times = (0..<count).map { _ in number(in: 0...duration) }.sorted()
    return try Track(
      times.map { time in
        let value = Bool.random(using: &self) ? number(in: 0...1) : number(in: 0...4).rounded() / 4
        return Keyframe(time, value, interpolation())
      })
  }

  /// A timeline of one track, `a`, that may repeat, go back and be reversed.
  mutating func timeline(endless: Bool = true) throws -> Timeline {
    let duration = number(in: 0.1...2)
    let timeline = try Timeline(
      ["a": try track(within: duration)], duration: duration,
      repetition: endless && Int.random(in: 0..<4, using: &self) == 0
        ? .forever : .count(Int.random(in: 1...4, using: &self)),
      autoreverses: Bool.random(using: &self))
    return Bool.random(using: &self) ? timeline.reversed() : timeline
  }
}
