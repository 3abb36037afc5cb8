internal import ImageFiles

/// How long something is held: `0.5s` or `12` frames.
enum Pause: Sendable {
  case frames(Int)
  case seconds(Double)

  init(argument: String) throws {
    if argument.hasSuffix("s"), let seconds = Double(argument.dropLast()),
      (0...3600).contains(seconds)
    {
      self = .seconds(seconds)
    } else if let frames = Int(argument), (0...100_000).contains(frames) {
      self = .frames(frames)
    } else {
      throw InvalidValue(
        "possible are frames, 0 to 100000, or seconds, such as 0.5s, up to 3600s")
    }
  }

  /// The frames that it lasts at a rate.
  func frames(at rate: FrameRate) -> Int {
    switch self {
    case .frames(let count): count
    case .seconds(let seconds): Int((seconds * rate.framesPerSecond).rounded())
    }
  }
}
