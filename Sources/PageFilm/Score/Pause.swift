package import ImageFiles

/// How long something is held: `0.5s` or `12` frames.
package enum Pause: Sendable {
  case frames(Int)
  case seconds(Double)

  /// The frames that it lasts at a rate.
  package func frames(at rate: FrameRate) -> Int {
    switch self {
    case .frames(let count): count
    case .seconds(let seconds): Int((seconds * rate.framesPerSecond).rounded())
    }
  }
}
