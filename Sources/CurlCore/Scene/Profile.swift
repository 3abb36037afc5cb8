internal import Glibc

/// The cross-section of a developable sheet: lines and circle arcs, joined tangentially.
///
/// A sheet bends along parallel rulings. Its cross-section is the curve with tangent angle ϑ(s) at
/// arc length s, X = ∫cos ϑ, Z = ∫sin ϑ, so every profile keeps all lengths (do Carmo,
/// *Differential Geometry of Curves and Surfaces*, §1-5: curvature determines a plane curve). Arc
/// length 0 is at the fold line, at height 0. The curve is straight before arc length 0 and after
/// the last piece.
public struct Profile: Sendable, Equatable {
  /// A part of constant curvature.
  public enum Piece: Sendable, Equatable {
    /// A straight part; length in page pixels, ≥ 0.
    case line(length: Double)
    /// A circle arc that turns by `turn` radians (positive lifts) with `radius` page pixels, ≥ 0;
    /// radius 0 is a sharp fold.
    case arc(radius: Double, turn: Double)

    /// Arc length of the piece in page pixels.
    public var length: Double {
      switch self {
      case .line(let length): length
      case .arc(let radius, let turn): radius * abs(turn)
      }
    }
  }

  /// A point of the cross-section.
  public struct Place: Sendable, Equatable {
    /// Distance from the fold line along its normal, page pixels.
    public var x: Double
    /// Height above the page plane, page pixels.
    public var z: Double
    /// Tangent angle ϑ in radians, 0 = flat.
    public var angle: Double
  }

  /// Tangent angle at and before arc length 0, radians above the page: a leaf's angle at its hinge.
  public var lift: Double
  /// The pieces from arc length 0 on.
  public var pieces: [Piece]

  /// A profile from its lift (radians) and its pieces.
  public init(lift: Double = 0, pieces: [Piece]) {
    self.lift = lift
    self.pieces = pieces
  }

  /// A page rolled half a turn round a cylinder: flat | arc | flat.
  ///
  /// `radius` is page pixels, ≥ 0; 0 is a sharp fold.
  public static func halfTurn(radius: Double) -> Profile {
    Profile(pieces: [.arc(radius: radius, turn: .pi)])
  }

  /// The radius of a half turn that starts flat; nil for other profiles.
  public var halfTurnRadius: Double? {
    guard lift == 0, pieces.count == 1, case .arc(let radius, .pi) = pieces[0] else { return nil }
    return radius
  }

  /// Arc lengths of the pieces' ends, page pixels, starting with 0 at the fold line.
  public var joints: [Double] {
    pieces.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.length) }
  }

  /// The point at arc length `s`, page pixels; `s` is negative before the fold line.
  public func place(_ s: Double) -> Place {
    var at = Place(x: 0, z: 0, angle: lift)
    var rest = s
    for piece in pieces where rest > 0 {
      let length = min(rest, piece.length)
      switch piece {
      case .arc(let radius, let turn) where radius > 0:
        let end = at.angle + length / radius * (turn < 0 ? -1 : 1)
        let r = turn < 0 ? -radius : radius
        at.x += r * (sin(end) - sin(at.angle))
        at.z += r * (cos(at.angle) - cos(end))
        at.angle = end
      case .arc(_, let turn): at.angle += turn
      case .line:
        at.x += length * cos(at.angle)
        at.z += length * sin(at.angle)
      }
      rest -= piece.length
    }
    // The remainder, before the fold or after the last piece, is straight.
    if rest > 0 || s < 0 {
      at.x += rest * cos(at.angle)
      at.z += rest * sin(at.angle)
    }
    return at
  }
}
