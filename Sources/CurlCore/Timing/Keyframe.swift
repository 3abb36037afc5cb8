/// A parameter's value at a time, and the interpolation to the next keyframe.
public struct Keyframe: Sendable, Equatable {
  /// Interpolation between two keyframes.
  public enum Interpolation: Sendable, Equatable {
    /// Eased interpolation.
    case easing(Easing)
    /// Smooth interpolation: the speed is continuous between consecutive cubic pieces; see `Track`.
    case cubic

    /// Constant speed.
    public static let linear = Interpolation.easing(.linear)
    /// The value stays until the next keyframe.
    public static let hold = Interpolation.easing(.hold)

    /// The interpolation of a name: `cubic` or an easing's name; nil for an unknown name.
    public init?(name: String) {
      if name == "cubic" {
        self = .cubic
      } else if let easing = Easing(name: name) {
        self = .easing(easing)
      } else {
        return nil
      }
    }

    /// The name from which `init(name:)` makes this interpolation.
    public var name: String {
      switch self {
      case .cubic: "cubic"
      case .easing(let easing): easing.name
      }
    }
  }

  /// Time, seconds, 0…1e9.
  public var time: Double
  /// Value of the parameter, −1e100…1e100, in its own unit.
  public var value: Double
  /// Interpolation to the next keyframe; unused in the last one.
  public var interpolation: Interpolation

  /// A keyframe; by default linear to the next.
  public init(_ time: Double, _ value: Double, _ interpolation: Interpolation = .linear) {
    self.time = time
    self.value = value
    self.interpolation = interpolation
  }
}
