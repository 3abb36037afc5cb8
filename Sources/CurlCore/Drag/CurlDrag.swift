/// A curl shaped by a finger: a point of the sheet is held, and goes where the pointer goes.
///
/// The held point g is dragged by d = p − g, so the fold moves along d and its normal is −d/|d|. On
/// a half turn of radius r a point at arc length s past the fold is seen s − r·sin(s/r) behind its
/// place in the flat sheet, from the top of the roll on 2s − πr behind; solved for s (see
/// ``arc(displacement:radius:)``) this puts the fold where g lies under the pointer to the last
/// bits, at any radius and heading.
///
/// A bound sheet must not lift off its spine. With a flat fold its ends E stay down as long as the
/// pointer is no further from either than g is, so the pointer is pulled into both discs
/// |p − E| ≤ |g − E|; what is left of m − |d|/2, where m = min (E − g)·d/|d| is the way along the
/// heading to the nearer end, is room for the roll: r ≤ (2m − |d|)/π. At g's mirror image the sheet
/// so lies flat and turned over, its fold on the spine.
///
/// A pure value: a curl is a function of the pointer alone. It's continuous but at g itself, where
/// the heading isn't defined; there the sheet is flat.
public struct CurlDrag: Sendable, Equatable {
  /// What goes with the pointer.
  public enum Follow: Sendable, Equatable {
    /// The held point of the free edge.
    case edge
    /// The fold line.
    case fold
  }

  /// The sheet's size.
  public let page: PageSize
  /// The edge that it's bound at; nil is a free sheet.
  public let spine: Binding?
  /// The material point that is held, g, page pixels.
  public let grab: SIMD2<Double>
  /// The radius that is wanted, page pixels, 0 or more.
  public let radius: Double
  /// What goes with the pointer.
  public let follow: Follow

  /// A drag of the point `grab`, page pixels, at `radius` page pixels, 0 or more.
  ///
  /// A bound sheet is held at its free edge, opposite to the spine and no nearer to its ends than
  /// 5 % of it; a free one anywhere. A point that lies elsewhere is brought there.
  public init(
    page: PageSize, spine: Binding?, grab: SIMD2<Double>, radius: Double, follow: Follow = .edge
  ) {
    self.init(page: page, spine: spine, grab: grab, radius: radius, follow: follow, ends: 0.05)
  }

  /// A drag of a point that may lie as near to the free edge's ends as `ends` of it, 0…0.5: a turn
  /// that isn't held by a finger has no trouble with a corner.
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

  /// The sheet under a pointer: its fold, and where the held point has come to.
  public struct Curl: Sendable, Equatable {
    /// The fold line; of a flat sheet one that touches it from outside.
    public var fold: Fold
    /// Radius of the roll, page pixels: what is wanted, or less where the spine would lift.
    public var radius: Double
    /// Arc length from the fold to the held point, page pixels, 0 or more.
    public var arc: Double
    /// Where the held point is seen from straight above, page pixels.
    public var grabbed: SIMD2<Double>
    /// Where the pointer has been pulled to, page pixels.
    public var pointer: SIMD2<Double>
    /// Whether nothing is lifted.
    public var isFlat: Bool { arc == 0 }
    /// Where the sheet's points lie.
    public var surface: Surface { .profile(.halfTurn(radius: radius), fold: fold) }
  }

  /// The sheet under a pointer at `point`, finite page pixels.
  public func curl(at point: SIMD2<Double>) -> Curl {
    precondition(point.x.isFinite && point.y.isFinite, "a pointer is at finite coordinates")
    // Without a spine the book's left edge is as good as any.
    let symmetry = spine?.symmetry ?? .identity
    let upright = symmetry.applied(to: page)
    let (held, end) = (
      symmetry.applied(to: grab, on: page), symmetry.applied(to: pulled(point), on: page)
    )
    let shape = bent(held: held, by: end - held, upright) ?? flat(held: held, upright)
    return Curl(
      fold: shape.fold.applying(symmetry, on: upright), radius: shape.radius, arc: shape.arc,
      grabbed: symmetry.applied(to: shape.grabbed, on: upright),
      pointer: symmetry.applied(to: shape.pointer, on: upright))
  }

  /// Shares of the page below which a displacement has no heading.
  private static let nothing = 1e-14

  /// The lifted sheet in the plane of a book bound at the left, or nil where d has no heading.
  private func bent(
    held: SIMD2<Double>, by d: SIMD2<Double>, _ upright: PageSize
  ) -> Curl? {
    let least = Self.nothing * Double(max(page.width, page.height))
    var distance = (d * d).sum().squareRoot()
    guard distance > least else { return nil }
    let heading = d / distance
    // What a flat fold displaces for each pixel of its distance.
    let share = follow == .edge ? 1.0 : 2
    var r = radius
    if spine != nil {
      let m = Self.room(from: held, along: heading, to: upright)
      // Near g, where the discs' rims cross, a pointer's last bits turn the heading: it may be a
      // trace too far along the heading that they give.
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

  /// The fold line through a point; it's named by its own point nearest the page's centre.
  private static func fold(
    through point: SIMD2<Double>, normal: SIMD2<Double>, _ page: PageSize
  ) -> Fold {
    let centre = SIMD2(Double(page.width), Double(page.height)) / 2
    let away = ((point - centre) * normal).sum()
    return Fold(point: centre + away * normal, normal: normal)
  }
}
