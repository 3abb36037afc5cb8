internal import CurlCore

/// Draws one plate pixel by pixel.
///
/// Twin of Shaders/Plate.glsl. A pixel is cut into taps. As on a bent sheet, each has a footprint
/// on the page, given by the map's derivative within the tap.
final class PlatePainter: Sendable {
  let plate: Plate
  private let origin: SIMD2<Float>
  private let step: SIMD2<Float>
  private let pictures: PlatePictures

  init(_ plate: Plate, _ common: CurlFrame, _ pictures: FramePictures) {
    self.plate = plate
    origin = common.origin
    step = common.step
    self.pictures = PlatePictures(plate, common, pictures)
  }

  /// The plate's colour in a pixel, premultiplied linear light.
  func colour(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let q = origin + (SIMD2(Float(x), Float(y)) + 0.5) * step
    let middle = footprint(q, step)
    if !isNear(middle) { return .zero }
    var across = 1
    var down = 1
    if !plate.isTranslation {
      let narrow = max(1, min(step.x, step.y))
      let stretch = SIMD2(
        length(SIMD2(middle.foot.dx.x, middle.foot.dy.x)),
        length(SIMD2(middle.foot.dx.y, middle.foot.dy.y)))
      across = tapCount(stretch.x / narrow, 2)
      down = tapCount(stretch.y / narrow, 2)
    }
    let box = step / SIMD2(Float(across), Float(down))
    let (rest, there) = parts(q)
    if rest < Plate.leastRest { return .zero }
    var sum = SIMD4<Float>.zero
    var covered: Float = 0
    for j in 0..<down {
      for i in 0..<across {
        let tap = footprint(q + (SIMD2(Float(i), Float(j)) + 0.5) * box - step / 2, box)
        if !isNear(tap) { continue }
        let share = share(tap.foot)
        if share > 0 {
          sum += share * ink(tap.foot)
          covered += share
        }
      }
    }
    let count = Float(across * down)
    return plate.opacity * there / max(rest * count, covered) * inEncodedValues(sum)
  }

  /// Mixes the tint into a sum of taps in encoded values, if the plate has such a tint.
  private func inEncodedValues(_ sum: SIMD4<Float>) -> SIMD4<Float> {
    guard plate.hasEncodedTint, sum.w > 0 else { return sum }
    let tint = plate.ink.tint
    let seen = compositeEncoded(
      plate.ink.tintAmount * SIMD4(tint.x, tint.y, tint.z, 1),
      SIMD4(sum.x / sum.w, sum.y / sum.w, sum.z / sum.w, 1))
    return sum.w * seen
  }

  /// The share of a pixel on the plate's side of its seam.
  private func restAtSeam(_ q: SIMD2<Float>) -> Float {
    clamp(0.5 - (plate.seam.x * q.x + plate.seam.y * q.y - plate.seam.z), 0, 1)
  }

  /// The share of a pixel that the plate may cover, and the share of the plate that shows there.
  private func parts(_ q: SIMD2<Float>) -> (rest: Float, there: Float) {
    let rest = restAtSeam(q)
    if plate.beyond < 0 { return (rest, 1) }
    return (1, plate.beyond + (1 - plate.beyond) * rest)
  }

  /// The page point at a pixel's centre; nil off the plate.
  func point(_ x: Int, _ y: Int) -> SIMD2<Float>? {
    let q = origin + (SIMD2(Float(x), Float(y)) + 0.5) * step
    let tap = footprint(q, step)
    let p = tap.foot.point
    guard tap.w > 0, tap.w <= 1 / Float(Plate.leastW), p.x >= plate.low.x, p.y >= plate.low.y,
      p.x <= plate.high.x, p.y <= plate.high.y, isInside(p, plate.page, plate.cornerRadius)
    else { return nil }
    return p
  }

  /// The plate's share of a pixel's area, whatever its alpha.
  func share(_ x: Int, _ y: Int) -> Float {
    let q = origin + (SIMD2(Float(x), Float(y)) + 0.5) * step
    let middle = footprint(q, step)
    let (rest, there) = parts(q)
    if rest < Plate.leastRest || !isNear(middle) { return 0 }
    return min(share(middle.foot) / rest, 1) * there
  }

  /// Whether a footprint lies before the eye and reaches the plate.
  private func isNear(_ tap: (foot: Footprint, w: Float)) -> Bool {
    let foot = tap.foot
    let halfExtent =
      SIMD2(abs(foot.dx.x) + abs(foot.dx.y), abs(foot.dy.x) + abs(foot.dy.y)) * Plate.reach
    let p = foot.point
    return tap.w > 0 && tap.w <= 1 / Float(Plate.leastW) && p.x + halfExtent.x > plate.low.x
      && p.y + halfExtent.y > plate.low.y && p.x - halfExtent.x < plate.high.x
      && p.y - halfExtent.y < plate.high.y
  }

  /// The footprint on the page of a box on the plane, and the third component of the inverse map.
  private func footprint(_ q: SIMD2<Float>, _ box: SIMD2<Float>) -> (foot: Footprint, w: Float) {
    let rows = plate.inverse
    func column(_ row: SIMD4<Float>) -> Float { row.x * q.x + row.y * q.y + row.z }
    let w = column(rows[2])
    let p = SIMD2(column(rows[0]), column(rows[1])) / w
    let dx = (SIMD2(rows[0].x, rows[0].y) - p.x * SIMD2(rows[2].x, rows[2].y)) / w
    let dy = (SIMD2(rows[1].x, rows[1].y) - p.y * SIMD2(rows[2].x, rows[2].y)) / w
    return (Footprint(point: p, dx: dx * box, dy: dy * box), w)
  }

  /// The share of a footprint that lies on the plate.
  private func share(_ foot: Footprint) -> Float {
    let square = outlineCoverage(
      foot.point - plate.low, plate.high - plate.low, 0, foot.dx, foot.dy)
    if square == 0 || plate.cornerRadius == 0 { return square }
    return min(
      square, cornerCoverage(foot.point, plate.page, plate.cornerRadius, foot.dx, foot.dy))
  }

  /// Contents, then show-through, then tint.
  private func ink(_ foot: Footprint) -> SIMD4<Float> {
    let ink = plate.ink
    var colour = source(ink.contents, pictures.contents, foot)
    if let cut = ink.cut, let shape = pictures.cut { colour *= source(cut, shape, foot).w }
    if ink.showThrough > 0, let through = ink.through {
      colour = shining(
        colour, source(through, pictures.through, foot), isCut: ink.cut != nil, ink.showThrough)
    }
    if ink.mixing == .linear { colour = tinted(colour, ink.tint, ink.tintAmount) }
    if ink.beneathShare > 0, let under = ink.beneath {
      colour += (1 - colour.w) * ink.beneathShare * source(under, pictures.beneath, foot)
    }
    return colour
  }

  private func source(_ source: Ink.Source, _ image: PreparedPicture?, _ foot: Footprint)
    -> SIMD4<Float>
  {
    switch source {
    case .colour(let colour): return colour
    case .gradient(let origin, let along, let from, let to):
      let t = clamp(dot(foot.point - origin, along), 0, 1)
      return from + t * (to - from)
    case .picture(_, let flip):
      guard let image else { return .zero }
      // Clip the box to the plate: on a part of a page, the rest isn't mixed in.
      let half = foot.extent / 2
      let low = pointwiseMax(foot.point - half, plate.low)
      let high = pointwiseMin(foot.point + half, plate.high)
      var p = (low + high) / 2
      switch flip {
      case .none: break
      case .across: p.x = plate.page.x - p.x
      case .over: p.y = plate.page.y - p.y
      }
      return boxMean(image, p, pointwiseMax(high - low, .zero))
    }
  }

  private func length(_ v: SIMD2<Float>) -> Float { dot(v, v).squareRoot() }
}
