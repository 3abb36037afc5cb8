/// Direction of pages that slide along an axis.
public enum SlideDirection: String, Sendable, CaseIterable {
  /// To the left: the next page comes from the right.
  case left
  /// To the right.
  case right
  /// Upwards.
  case up
  /// Downwards.
  case down

  /// The unit vector, y down.
  public var vector: SIMD2<Double> {
    switch self {
    case .left: SIMD2(-1, 0)
    case .right: SIMD2(1, 0)
    case .up: SIMD2(0, -1)
    case .down: SIMD2(0, 1)
    }
  }

  /// The opposite direction.
  public var opposite: SlideDirection {
    switch self {
    case .left: .right
    case .right: .left
    case .up: .down
    case .down: .up
    }
  }
}
