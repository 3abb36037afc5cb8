/// A place at a flip's hinge: the half or the page that starts there, and the next plane above it.
///
/// The planes of a flip, pages at rest among them, all meet at the hinge. Each looks into the wedge
/// up to the next plane, and sees the less sky the narrower the wedge is, most of all at the hinge.
struct FlipWedge {
  let turn: FlipTurn
  let stage: TurnStage
  /// Index of the coordinate across the hinge: 1 for y, 0 for x.
  let side: Int
  /// Coordinate of the hinge on a turning leaf, and the length of the leaf from there, page pixels.
  let hinge: Double
  let length: Double

  /// Shares of black at the hinge and at the free edge of a plane below a wedge of `opening`
  /// degrees; 0 for a flat one.
  ///
  /// From a distance d, a plane of length L hides (1 − (d − L·cos) / √(d² − 2·d·L·cos + L²)) / 2 of
  /// the sky, at the hinge cos²(opening/2), at the free edge (1 − sin(opening/2)) / 2.
  func shares(_ opening: Double) -> (hinge: Double, edge: Double) {
    let (cosine, sine) = cosineAndSine(degrees: opening / 2)
    // Below a right angle the upper plane covers most of the lower one, which `neighbourShade`
    // darkens.
    let seen = opening < 90 ? cosineAndSine(degrees: opening).1 : 1
    let share = turn.look.isLit ? turn.hingeShade * seen : 0
    return (share * cosine * cosine, share * (1 - sine) / 2)
  }

  /// The ramp over a plane below a wedge, from the hinge to the free edge, in which a share of black
  /// over the whole plane is contained; nil for a flat one.
  ///
  /// `away` is 1 for a plane that continues beyond the hinge, as turning leaves do in their own
  /// coordinates, and −1 for one that ends at the hinge, `at` page pixels from its page's origin.
  func ramp(
    _ opening: Double, over share: Double, at hinge: Double, away: Double = 1
  ) -> Face.Contents? {
    let shares = shares(opening)
    guard shares.hinge > 0 else { return nil }
    func black(_ other: Double) -> Colour {
      Colour(red: 0, green: 0, blue: 0, alpha: 1 - (1 - share) * (1 - other))
    }
    var (start, end) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    start[side] = hinge
    end[side] = hinge + away * length
    return .gradient(
      Gradient(start: start, end: end, from: black(shares.hinge), to: black(shares.edge)))
  }

  /// Share of black at a distance from the hinge, page pixels, on the plane of a ``ramp``.
  func share(_ opening: Double, over share: Double, distance: Double) -> Double {
    let (hinge, edge) = shares(opening)
    return 1 - (1 - share) * (1 - hinge - (edge - hinge) * distance / length)
  }

  /// The shade over a leaf that is drawn; it has the leaf's opacity, clip and seam.
  func shade(_ leaf: Leaf, _ contents: Face.Contents?) -> [Leaf] {
    guard let contents else { return [] }
    var shade = leaf.shaded(contents, opacity: leaf.opacity, clip: leaf.clip, mixing: turn.mixing)
    shade.seam = leaf.seam
    return [shade]
  }

  /// The cut edge of a turning leaf at an angle, degrees: a line along its free edge, as wide as it
  /// is seen from above.
  func cutEdge(_ leaf: Leaf, _ number: Int, _ angle: Double) -> [Leaf] {
    let thickness = min(turn.thickness.pixels(on: stage.page), length)
    guard turn.look.isLit, thickness > 0 else { return [] }
    let (cosine, sine) = cosineAndSine(degrees: angle)
    let eye = max(turn.eye.pixels(on: stage.page), 1.25 * length)
    let scale = 1 / (1 - length * sine / eye)
    // The outer side of the edge is that of the leaf's hidden face.
    let outwards = angle < 90 ? sine : -sine
    let (end, middle) = (hinge + length, stage.size[1 - side] / 2)
    let across = (
      scale * outwards, hinge + scale * (length * cosine - outwards * (end - thickness / 2))
    )
    let along = (scale, middle * (1 - scale))
    let (x, y) = side == 0 ? (across, along) : (along, across)
    var strip = Rectangle(stage.page)
    strip.origin[side] = end - thickness
    strip.size[side] = thickness
    var edge = leaf.shaded(.colour(edgeColour(number)), clip: strip)
    edge.surface = .projective(Projective(rows: [x.0, 0, x.1, 0, y.0, y.1, 0, 0, 1]))
    return [edge]
  }

  /// A leaf's cut edge: its paper in less light, and lighter than dark paper, which only its print
  /// makes dark.
  private func edgeColour(_ number: Int) -> Colour {
    let paper = stage.paper(ofLeaf: number, turn.look)
    func cut(_ channel: Double) -> Double { 0.2 + 0.55 * channel }
    return Colour(red: cut(paper.red), green: cut(paper.green), blue: cut(paper.blue))
  }
}
