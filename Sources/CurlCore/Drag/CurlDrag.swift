/// A curl shaped by a pointer that drags a held point of the sheet.
///
/// The pointer p drags the held point g by d = p − g: the fold moves along d, and its normal is
/// −d/|d|. On a half turn of radius r, a point at arc length s past the fold appears s − r·sin(s/r)
/// behind its position on the flat sheet; on the flap, 2s − πr. Solved for s (see
/// ``arc(displacement:radius:)``), this puts g exactly under the pointer, at any radius and
/// heading.
///
/// A bound sheet must not lift its spine. The spine's ends E stay down while the pointer is no
/// further from them than g: |p − E| ≤ |g − E|. So the pointer is clamped to both discs. The
/// spine's nearer end is m = min (E − g)·d/|d| from g along the heading. A flat fold needs |d|/2 of
/// that distance, and the remainder limits the roll: r ≤ (2m − |d|)/π. With the pointer at g's
/// mirror image the sheet lies flat, turned over, its fold on the spine.
///
/// A curl depends on the pointer alone. It is continuous except at g, where the heading is
/// undefined and the sheet is flat.
public struct CurlDrag: Sendable, Equatable {
  /// The line that follows the pointer.
  public enum Follow: Sendable, Equatable {
    /// The held point of the free edge.
    case edge
    /// The fold line.
    case fold
  }

  /// Size of the sheet.
  public let page: PageSize
  /// Edge at which the sheet is bound; nil for a free sheet.
  public let spine: Binding?
  /// The held point of the sheet, g, page pixels.
  public let grab: SIMD2<Double>
  /// Requested radius of the roll, page pixels, ≥ 0; 0 is a sharp fold.
  public let radius: Double
  /// The line that follows the pointer.
  public let follow: Follow

  /// A drag of the point `grab`, page pixels, with a roll of `radius` page pixels, ≥ 0.
  ///
  /// A bound sheet is held at its free edge, at least 5 % of the edge's length from its ends; a
  /// free sheet anywhere. Other points are moved to the nearest allowed point.
  public init(
    page: PageSize, spine: Binding?, grab: SIMD2<Double>, radius: Double, follow: Follow = .edge
  ) {
    self.init(page: page, spine: spine, grab: grab, radius: radius, follow: follow, ends: 0.05)
  }

  /// A drag of a point at least `ends` of the free edge's length from its ends, 0…0.5; 0 allows the
  /// corners, where a turn without a finger may start.
  init(
    page: PageSize, spine: Binding?, grab: SIMD2<Double>, radius: Double, follow: Follow = .edge,
    ends: Double
  ) {
    precondition(radius >= 0 && radius.isFinite, "a radius is 0 or more, not \(radius)")
    let symmetry = spine?.symmetry ?? .identity
    let upright = symmetry.applied(to: page)
    let size = SIMD2(Double(upright.width), Double(upright.height))
    var held = symmetry.applied(to: grab, on: page)
    precondition(
      held.x.isFinite && held.y.isFinite, "a point is held at finite coordinates, not \(grab)")
    if spine == nil {
      held = pointwiseMin(pointwiseMax(held, .zero), size)
    } else {
      held = SIMD2(size.x, min(max(held.y, ends * size.y), (1 - ends) * size.y))
    }
    self.page = page
    self.spine = spine
    self.grab = symmetry.applied(to: held, on: upright)
    self.radius = radius
    self.follow = follow
  }

  /// Shape of the sheet under a pointer, and the position of the held point.
  public struct Curl: Sendable, Equatable {
    /// The fold line; for a flat sheet, a line that touches the sheet from outside.
    public var fold: Fold
    /// Radius of the roll, page pixels; less than requested if the spine would lift.
    public var radius: Double
    /// Arc length from the fold to the held point, page pixels, ≥ 0; 0 for a flat sheet.
    public var arc: Double
    /// The held point seen from straight above, page pixels.
    public var grabbed: SIMD2<Double>
    /// The pointer within its limits, page pixels.
    public var pointer: SIMD2<Double>
    /// Whether the sheet lies flat.
    public var isFlat: Bool { arc == 0 }
    /// Surface of the sheet.
    public var surface: Surface { .profile(.halfTurn(radius: radius), fold: fold) }
  }

  /// The sheet under a pointer at `point`, finite page pixels.
  public func curl(at point: SIMD2<Double>) -> Curl {
    precondition(point.x.isFinite && point.y.isFinite, "a pointer is at finite coordinates")
    // Without a spine, no reflection is needed.
    let symmetry = spine?.symmetry ?? .identity
    let upright = symmetry.applied(to: page)
    let (held, end) = (
      symmetry.applied(to: grab, on: page), symmetry.applied(to: clampedToSpine(point), on: page)
    )
    let shape = bent(held: held, by: end - held, upright) ?? flat(held: held, upright)
    return Curl(
      fold: shape.fold.applying(symmetry, on: upright), radius: shape.radius, arc: shape.arc,
      grabbed: symmetry.applied(to: shape.grabbed, on: upright),
      pointer: symmetry.applied(to: shape.pointer, on: upright))
  }

  /// Minimum displacement with a heading, as a share of the page's longer side.
  private static let minDisplacementShare = 1e-14

  /// The lifted sheet in the plane of a book bound at the left; nil if d has no heading.
  private func bent(
    held: SIMD2<Double>, by d: SIMD2<Double>, _ upright: PageSize
  ) -> Curl? {
    let least = Self.minDisplacementShare * Double(max(page.width, page.height))
    var distance = (d * d).sum().squareRoot()
    guard distance > least else { return nil }
    let heading = d / distance
    // Displacement of g on a flat fold, per pixel of the pointer's distance.
    let share = follow == .edge ? 1.0 : 2
    var r = radius
    if spine != nil {
      let m = Self.distanceToSpine(from: held, along: heading, to: upright)
      // Near g, where the discs' rims cross, rounding of the pointer turns the heading; the pointer
      // may then be slightly beyond the limit of that heading.
      distance = min(distance, 2 * m / share)
      guard distance > least else { return nil }
      r = min(r, max(0, (2 * m - share * distance) / .pi))
    }
    let s =
      switch follow {
      case .edge: Self.arc(displacement: distance, radius: r)
      case .fold: distance
      }
    let behind =
      switch follow {
      case .edge: distance
      case .fold: Self.displacement(arc: s, radius: r)
      }
    return Curl(
      fold: Self.fold(through: held + s * heading, normal: SIMD2() - heading, upright),
      radius: r, arc: s, grabbed: held + behind * heading,
      pointer: held + distance * heading)
  }

  private func flat(held: SIMD2<Double>, _ upright: PageSize) -> Curl {
    var normal = SIMD2(1.0, 0)
    let centre = SIMD2(Double(upright.width), Double(upright.height)) / 2
    let out = held - centre
    if spine == nil, out != .zero { normal = out / (out * out).sum().squareRoot() }
    let far = upright.corners.map { (($0 - held) * normal).sum() }.max() ?? 0
    return Curl(
      fold: Self.fold(through: held + max(far, 0) * normal, normal: normal, upright),
      radius: radius, arc: 0, grabbed: held, pointer: held)
  }

  /// The fold line through a point, given by its point nearest the page's centre.
  private static func fold(
    through point: SIMD2<Double>, normal: SIMD2<Double>, _ page: PageSize
  ) -> Fold {
    let centre = SIMD2(Double(page.width), Double(page.height)) / 2
    let away = ((point - centre) * normal).sum()
    return Fold(point: centre + away * normal, normal: normal)
  }
}
