internal import Glibc

/// Map from a share of the time to a share of the value's change; exactly 0 at 0 and 1 at 1.
///
/// Every easing has a name (`init(name:)`, `name`); `names` lists all except custom Béziers and
/// springs.
public enum Easing: Sendable, Equatable {
  /// Constant speed.
  case linear
  /// 0 until the end, then 1.
  case hold
  /// 3u² − 2u³.
  case smoothstep
  /// A turned page: a slow peel, a fast middle, and a soft landing on a longer tail.
  ///
  /// The speed is 3u(1 − u)·(1 + 10u(1 − u)²), so the share is 1.5u² + 9u³ − 22.5u⁴ + 18u⁵ − 5u⁶. It
  /// is 0 at both ends, and largest, 1.76, at u = 0.42. Half of the change is done at u = 0.45.
  case paper
  /// A damped spring that stops where it first arrives.
  case spring(Spring)
  /// A timing curve of CSS.
  case bezier(CubicBezier)
  /// One of Penner's curves.
  case curve(Curve, Side)

  /// Shape of an easing's slow side: the share f(u) of the change for u in 0…1.
  public enum Curve: String, Sendable, CaseIterable {
    /// 1 − cos(πu/2).
    case sine
    /// u².
    case quad
    /// u³.
    case cubic
    /// u⁴.
    case quart
    /// (2^(10u) − 1) / 1023; unlike the usual 2^(10u − 10) this starts at 0, without a jump.
    case expo
    /// 2.70158u³ − 1.70158u²: the value first goes back by a tenth of the change.
    case back
  }

  /// The end at which an easing is slow.
  public enum Side: String, Sendable, CaseIterable {
    /// The start: f(u).
    case `in`
    /// The end: 1 − f(1 − u).
    case out
    /// Both: f(2u)/2, then 1 − f(2 − 2u)/2.
    case inOut = "in-out"
  }

  /// CSS's `ease`, the Bézier (0.25, 0.1, 0.25, 1).
  public static let ease = cubicBezier(0.25, 0.1, 0.25, 1)
  /// CSS's `ease-in`, the Bézier (0.42, 0, 1, 1).
  public static let easeIn = cubicBezier(0.42, 0, 1, 1)
  /// CSS's `ease-out`, the Bézier (0, 0, 0.58, 1).
  public static let easeOut = cubicBezier(0, 0, 0.58, 1)
  /// CSS's `ease-in-out`, the Bézier (0.42, 0, 0.58, 1).
  public static let easeInOut = cubicBezier(0.42, 0, 0.58, 1)

  /// The timing curve of CSS with control points (x1, y1) and (x2, y2).
  ///
  /// - Precondition: x1 and x2 are in 0…1, y1 and y2 in −1000…1000; `CubicBezier` returns nil
  ///   instead.
  public static func cubicBezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Easing {
    guard let bezier = CubicBezier(x1, y1, x2, y2) else {
      preconditionFailure("a timing curve's control points need x in 0…1 and y in −1000…1000")
    }
    return .bezier(bezier)
  }

  /// The share of the change at `share` of the time, clamped to 0…1.
  ///
  /// The result may lie outside 0…1 for `back` and for Béziers with a control point's y outside
  /// 0…1; ``progress(at:)`` clamps it.
  public func value(at share: Double) -> Double {
    guard share > 0 else { return 0 }
    guard share < 1 else { return 1 }
    switch self {
    case .linear: return share
    case .hold: return 0
    case .smoothstep: return CurlCore.smoothstep(share)
    case .paper: return Self.paperValue(at: share)
    case .spring(let spring): return spring.value(at: share)
    case .bezier(let bezier): return bezier.value(at: share)
    case .curve(let curve, .in): return curve.value(at: share)
    case .curve(let curve, .out): return 1 - curve.value(at: 1 - share)
    case .curve(let curve, .inOut):
      return share < 0.5
        ? curve.value(at: 2 * share) / 2 : 1 - curve.value(at: 2 - 2 * share) / 2
    }
  }

  /// The progress at `share` of the time: the value, clamped to 0…1.
  public func progress(at share: Double) -> Double { min(max(value(at: share), 0), 1) }

  /// Shares of the time, ascending and within 0…1, between which the easing is monotone.
  package var turningPoints: [Double] {
    switch self {
    case .bezier(let bezier): return bezier.turningPoints
    case .curve(.back, let side):
      let turn = 2 * Curve.overshoot / (3 * (Curve.overshoot + 1))
      switch side {
      case .in: return [turn]
      case .out: return [1 - turn]
      case .inOut: return [turn / 2, 1 - turn / 2]
      }
    case .linear, .hold, .smoothstep, .paper, .spring, .curve: return []
    }
  }

  /// The integral of 3u(1 − u) + 30u²(1 − u)³: half smoothstep and half a beta distribution whose
  /// peak is before the middle.
  ///
  /// Smoothstep alone is symmetric. The beta distribution alone starts and lands so slowly that the
  /// first and last frames of a film wouldn't move by a pixel. Their mean peels half as fast as
  /// smoothstep and covers only the last 6 % of the way in the last fifth of the time.
  private static func paperValue(at u: Double) -> Double {
    // Rounding may exceed 1 near the end.
    min(u * u * (1.5 + u * (9 + u * (-22.5 + u * (18 - 5 * u)))), 1)
  }
}

extension Easing.Curve {
  /// Penner's constant, with which `back` goes back by a tenth of the change.
  fileprivate static let overshoot = 1.70158

  fileprivate func value(at u: Double) -> Double {
    switch self {
    case .sine: 1 - cos(u * .pi / 2)
    case .quad: u * u
    case .cubic: u * u * u
    case .quart: u * u * u * u
    case .expo: (exp2(10 * u) - 1) / 1023
    case .back: u * u * ((Self.overshoot + 1) * u - Self.overshoot)
    }
  }
}
