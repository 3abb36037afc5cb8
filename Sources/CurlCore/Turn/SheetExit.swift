internal import Glibc

/// Where the fold of a free sheet is when the sheet has left a region.
///
/// The fold line moves along the heading. Once it has passed the page's last corner, each ruling of
/// the sheet moves away behind it: first up the roll, then on the flap, twice as fast as the fold.
/// The sheet has left a convex region when a line separates them. The region's support in the
/// line's direction u is at E. A point of height z is seen beyond the line if p·u − z·w ≥ E, with
/// the camera's w at E: the condition is linear in the point, whatever the camera. So each
/// direction gives a bound in closed form, and the least bound over all directions is the moment
/// itself where the camera looks straight down on a thin sheet.
struct SheetExit {
  let page: PageSize
  /// Direction in which the fold moves, a unit vector.
  let heading: SIMD2<Double>
  /// Radius of the roll and thickness of the paper, page pixels.
  let radius: Double
  let thickness: Double
  /// Radius of the page's corners, page pixels.
  let cornerRadius: Double
  let camera: Camera
  /// Whether the sheet winds up on the roll instead of leaving it as a flap.
  var windsUp = false

  /// Rim of the page as distances behind the last corner, and places along the fold.
  private struct RimPoint {
    var behind: Double
    var along: Double
  }

  /// Distance by which the fold must pass the page's last corner, page pixels, ≥ 0.
  ///
  /// `region` has the corners of a convex region. A region that reaches no further along the
  /// heading than the page counts as the page: then only the silhouette matters, which the camera
  /// sees this far behind the fold. The sheet counts as if it had no end behind the fold.
  func distance(from region: [SIMD2<Double>]) -> Double {
    let (last, end) = (Self.furthest(page.corners, heading), Self.furthest(region, heading))
    let room = max(end, last) - last
    // A millionth of a pixel is a rounding error.
    guard room > 1e-6 else {
      let tilt = -camera.tilt(along: heading, at: max(end, last))
      let silhouette = (radius + thickness) * (1 + tilt * tilt).squareRoot() - tilt * radius
      return max(silhouette, 0) + room
    }
    let ruling = SIMD2(-heading.y, heading.x)
    let rim = outline.map {
      RimPoint(behind: last - ($0 * heading).sum(), along: ($0 * ruling).sum())
    }
    // The page counts, too: a canvas that crops it must not end the turn early.
    let region = region + page.corners
    func bound(_ angle: Double) -> Double {
      let (cosine, sine) = (cos(angle), sin(angle))
      let direction = cosine * heading + sine * ruling
      let support = Self.furthest(region, direction)
      return distance(
        rim, cosine, sine, support - cosine * last,
        tilt: -camera.tilt(along: direction, at: support))
    }
    // The edges of the region are candidates: the fold often meets one of them exactly.
    let normals: [SIMD2<Double>] = [
      heading, SIMD2(heading.x < 0 ? -1 : 1, 0), SIMD2(0, heading.y < 0 ? -1 : 1),
    ]
    let edges = normals.map { normal -> Double in
      atan2((normal * ruling).sum(), (normal * heading).sum())
    }.filter { abs($0) < Self.widest }
    return min(edges.map(bound).min() ?? .infinity, least(bound), distanceAboveCamera)
  }

  /// The distance at which the whole sheet is higher than the camera draws; infinite without such a
  /// height.
  private var distanceAboveCamera: Double {
    guard camera.highest < 2 * radius, !windsUp else { return .infinity }
    return radius * acos(1 - camera.highest / radius)
  }

  /// Directions make at most this angle with the heading, just below a right angle.
  private static let widest = 1.57

  /// The least value of a function with one minimum over all directions, by golden sections.
  private func least(_ bound: (Double) -> Double) -> Double {
    let ratio = (5.0.squareRoot() - 1) / 2
    var (low, high) = (-Self.widest, Self.widest)
    var (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
    var (atLeft, atRight) = (bound(left), bound(right))
    for _ in 0..<32 {
      if atLeft < atRight {
        (high, right, atRight) = (right, left, atLeft)
        left = high - ratio * (high - low)
        atLeft = bound(left)
      } else {
        (low, left, atLeft) = (left, right, atRight)
        right = low + ratio * (high - low)
        atRight = bound(right)
      }
    }
    return min(atLeft, atRight)
  }

  /// The distance after which the whole sheet is seen beyond `end` in a direction with the given
  /// cosine and sine to the heading and the ruling.
  private func distance(
    _ rim: [RimPoint], _ cosine: Double, _ sine: Double, _ end: Double, tilt: Double
  ) -> Double {
    // Thick paper has two skins around the same axis.
    (thickness > 0 ? [radius, radius + thickness] : [radius]).map { skin -> Double in
      let section = SeenSection(
        radius: radius, skin: skin, thickness: skin - radius, cosine: cosine, tilt: tilt,
        windsUp: windsUp)
      var distance = 0.0
      for (index, from) in rim.enumerated() {
        let to = rim[(index + 1) % rim.count]
        distance = max(distance, section.distance(behind: from.behind, end - sine * from.along))
        // Between two points of the rim, the last point may be where the section is as steep as
        // the rim is slanted.
        let run = to.behind - from.behind
        guard abs(run) > 1e-9 else { continue }
        let slope = -sine * (to.along - from.along) / run
        guard let arc = section.arc(ofSlope: slope) else { continue }
        let start = from.along - from.behind * (to.along - from.along) / run
        let place = start + arc * (to.along - from.along) / run
        let found = (end - section.place(arc) - sine * place) / (cosine + slope)
        let share = (arc - found - from.behind) / run
        if share > 0 && share < 1 { distance = max(distance, found) }
      }
      return distance
    }.max() ?? 0
  }

  /// The page's corners; round ones are enclosed by polygons, half a per cent of the radius larger.
  private var outline: [SIMD2<Double>] {
    guard cornerRadius > 0 else { return page.corners }
    let centre = SIMD2(Double(page.width), Double(page.height)) / 2
    let (sides, corners) = (8, page.corners)
    return corners.enumerated().flatMap { index, corner -> [SIMD2<Double>] in
      let towards = SIMD2(corner.x < centre.x ? 1.0 : -1, corner.y < centre.y ? 1.0 : -1)
      let half = Double.pi / 4 / Double(sides)
      return (0..<sides).map { side -> SIMD2<Double> in
        let angle = Double.pi / 2 * Double(index + 2) + half * Double(2 * side + 1)
        let tangents = SIMD2(cos(angle), sin(angle)) / cos(half)
        return corner + cornerRadius * (towards + tangents)
      }
    }
  }

  private static func furthest(_ points: [SIMD2<Double>], _ direction: SIMD2<Double>) -> Double {
    points.map { ($0 * direction).sum() }.max() ?? 0
  }
}

/// Cross-section of a half turn as seen along a direction: places relative to the fold.
private struct SeenSection {
  /// Radius of the roll's inside, and of the skin that is seen.
  let radius: Double
  let skin: Double
  let thickness: Double
  /// Cosine of the direction to the heading.
  let cosine: Double
  /// Place by which a page pixel of height is seen further along the direction.
  let tilt: Double
  let windsUp: Bool

  /// Length of the place's gradient on the roll, and the angle at which the roll is seen furthest
  /// back.
  private var steepness: Double { (cosine * cosine + tilt * tilt).squareRoot() }
  private var rear: Double { atan2(cosine, tilt) }

  /// The place of arc length `arc` on the roll.
  func place(_ arc: Double) -> Double {
    let angle = radius > 0 ? arc / radius : rear
    return radius * tilt - skin * steepness * cos(angle - rear)
  }

  /// Distance of the fold at which nothing from `behind` on, page pixels behind the last corner, is
  /// seen before `end`; negative before the fold reaches the corner.
  func distance(behind: Double, _ end: Double) -> Double {
    let rearPlace = radius * tilt - skin * steepness
    let whileRolling = (end - rearPlace) / cosine
    if windsUp || whileRolling + behind <= radius * rear { return whileRolling }
    let half = .pi * radius
    let top = (2 * radius + thickness) * tilt
    let onFlap = (end + cosine * (half - behind) - top) / (2 * cosine)
    guard onFlap + behind < half else { return onFlap }
    return whileOnRoll(behind, end, low: radius * rear - behind, high: half - behind)
  }

  /// The distance between two bounds at which a point on the roll is seen at `end`, by Newton's
  /// method; bisection replaces a step that leaves the bracket.
  private func whileOnRoll(_ behind: Double, _ end: Double, low: Double, high: Double) -> Double {
    var (low, high) = (low, high)
    var distance = (low + high) / 2
    for _ in 0..<64 {
      let angle = (distance + behind) / radius - rear
      let miss = cosine * distance + radius * tilt - skin * steepness * cos(angle) - end
      if miss < 0 { low = distance } else { high = distance }
      var next = distance - miss / (cosine + skin / radius * steepness * sin(angle))
      if !(next > low && next < high) { next = (low + high) / 2 }
      if abs(next - distance) <= 1e-12 * radius { return next }
      distance = next
    }
    return distance
  }

  /// The arc length on the roll at which the place rises by `slope` per page pixel; nil if the roll
  /// is nowhere so steep.
  func arc(ofSlope slope: Double) -> Double? {
    let sine = slope * radius / (skin * steepness)
    guard !windsUp, sine > 0, sine < 1 else { return nil }
    let angle = rear + asin(sine)
    return angle < .pi ? radius * angle : nil
  }
}
