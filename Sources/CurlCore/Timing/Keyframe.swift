/// The value of a parameter at a time, and how it goes on from there.
public struct Keyframe: Sendable, Equatable {
  /// The way from one keyframe to the next.
  public enum Interpolation: Sendable, Equatable {
    /// A straight way at an easing's speed.
    case easing(Easing)
    /// A smooth way: the speed has no jump where two such ways meet; see `Track`.
    case cubic

    /// Even speed.
    public static let linear = Interpolation.easing(.linear)
    /// The value stays until the next keyframe.
    public static let hold = Interpolation.easing(.hold)

    /// The interpolation of a name: `cubic`, or an easing's; nil where there is none.
    public init?(name: String) {
      if name == "cubic" {
        self = .cubic
      } else if let easing = Easing(name: name) {
        self = .easing(easing)
      } else {
        return nil
      }
    }

    /// The interpolation's name, from which `init(name:)` makes the same one.
    public var name: String {
      switch self {
      case .cubic: "cubic"
      case .easing(let easing): easing.name
      }
    }
  }

  /// Seconds, 0…1e9.
  public var time: Double
  /// The parameter's value, −1e100…1e100, in its own unit.
  public var value: Double
  /// The way to the next keyframe; the last one's counts for nothing.
  public var interpolation: Interpolation

  /// A keyframe; the way to the next is linear unless it is given.
  public init(_ time: Double, _ value: Double, _ interpolation: Interpolation = .linear) {
    self.time = time
    self.value = value
    self.interpolation = interpolation
  }
}
