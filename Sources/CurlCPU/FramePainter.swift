internal import CurlCore

/// Draws one frame pixel by pixel: for each, the exact inverse of the roll, front to back.
///
/// Twin of Shaders/Sheet.glsl and page.frag. A pixel is cut into taps; each finds the sheet's upper
/// and lower side and the page beneath, with the exact area of the tap that each of the sheet's
/// edges leaves.
struct FramePainter {
  let frame: CurlFrame
  let pictures: FramePictures
  /// Half of a pixel's extent along the fold's normal and along the rulings, page pixels.
  let reach: SIMD2<Float>

  init(_ frame: CurlFrame, _ pictures: FramePictures) {
    self.frame = frame
    self.pictures = pictures
    let n = SIMD2(abs(frame.normal.x), abs(frame.normal.y))
    reach = SIMD2(dot(n, frame.step), n.y * frame.step.x + n.x * frame.step.y) / 2
  }

  /// What a whole pixel may show, decided from its centre.
  enum Kind {
    /// The page plane alone.
    case base
    /// The flat sheet alone, its front up.
    case flat
    /// Anything: the taps decide.
    case taps
  }

  /// Page point of a pixel's centre.
  func planePoint(_ x: Int, _ y: Int) -> SIMD2<Float> {
    frame.origin + (SIMD2(Float(x), Float(y)) + 0.5) * frame.step
  }

  /// Distance from the fold line along its normal, and along the rulings.
  func foldPoint(_ q: SIMD2<Float>) -> SIMD2<Float> {
    SIMD2(dot(q - frame.fold, frame.normal), dot(q - frame.fold, frame.ruling))
  }

  func kind(_ at: SIMD2<Float>) -> Kind {
    if !frame.hasSheet || at.x >= frame.radius + reach.x { return .base }
    if isFlat(at) && !upperReaches(at) { return .flat }
    return .taps
  }

  /// Whether the sheet lies flat all over a pixel: as long as no corner is lifted, it does even in
  /// the pixel of the corner that lifts first.
  func isFlat(_ at: SIMD2<Float>) -> Bool {
    at.x <= -reach.x || frame.caster.far.x <= 1e-6
  }

  /// Whether the sheet's upper side may lie anywhere in a pixel.
  func upperReaches(_ at: SIMD2<Float>) -> Bool {
    let x = min(at.x, frame.radius)
    let s = upperArc(x, frame.radius)
    let slope = compression(min(at.x + reach.x, frame.radius), frame.radius, reach.x / 32)
    let p = frame.fold + s * frame.normal + at.y * frame.ruling
    let n = SIMD2(abs(frame.normal.x), abs(frame.normal.y))
    let margin = n * (slope * 2 * reach.x) + SIMD2(n.y, n.x) * reach.y
    return p.x > -margin.x && p.x < frame.page.x + margin.x && p.y > -margin.y
      && p.y < frame.page.y + margin.y
  }

  /// Light left on what a whole pixel shows; 1 where the taps decide.
  func light(_ kind: Kind, _ at: SIMD2<Float>) -> Float {
    switch kind {
    case .base: baseLight(at)
    case .flat: frontLight(at)
    case .taps: 1
    }
  }

  /// A pixel's colour, premultiplied linear light; `light` as above.
  func colour(_ x: Int, _ y: Int, _ kind: Kind, _ at: SIMD2<Float>, _ light: Float)
    -> SIMD4<Float>
  {
    let q = planePoint(x, y)
    switch kind {
    case .base: return baseColour(q, x, y, light)
    case .flat: return flatColour(q, at, x, y, light)
    case .taps: return sheetColour(q, at, x, y)
    }
  }

  /// The next page over the background.
  func baseColour(_ q: SIMD2<Float>, _ x: Int, _ y: Int, _ light: Float) -> SIMD4<Float> {
    let under = backgroundColour(x, y)
    if frame.base == .nothing { return under }
    let share = pageShare(q)
    if share <= 0 { return under }
    if frame.base == .shadow { return composite(SIMD4(0, 0, 0, share * (1 - light)), under) }
    return composite(share * lit(boxMean(pictures.next.linear, q, frame.step), light), under)
  }

  /// The share of a pixel that lies on the page.
  func pageShare(_ q: SIMD2<Float>) -> Float {
    let inside = outlineCoverage(
      frame.page / 2 + (1 - frame.within) * (q - frame.page / 2), frame.page,
      SIMD2(frame.step.x, 0), SIMD2(0, frame.step.y))
    return frame.within.x * frame.within.y == 1 ? 1 : inside
  }

  func backgroundColour(_ x: Int, _ y: Int) -> SIMD4<Float> {
    guard frame.hasBackgroundPicture, let picture = pictures.background?.linear else {
      return frame.background
    }
    let step =
      SIMD2(Float(picture.width), Float(picture.height))
      / SIMD2(Float(frame.width), Float(frame.height))
    return boxMean(picture, (SIMD2(Float(x), Float(y)) + 0.5) * step, step)
  }

  /// The flat front over the next page over the background.
  func flatColour(
    _ q: SIMD2<Float>, _ at: SIMD2<Float>, _ x: Int, _ y: Int, _ light: Float
  ) -> SIMD4<Float> {
    let front = lit(flatFront(q), light)
    return front.w >= 1 ? front : composite(front, baseColour(q, x, y, baseLight(at)))
  }

  /// The front where it lies flat: one more page, seen as it is.
  func flatFront(_ q: SIMD2<Float>) -> SIMD4<Float> {
    let spot = Footprint(point: q, dx: SIMD2(frame.step.x, 0), dy: SIMD2(0, frame.step.y))
    let share = pageShare(q)
    return share > 0 ? share * frontColour(frame, pictures, spot) : .zero
  }

  /// The sheet over the next page over the background, whatever the sheet does in the pixel.
  func sheetColour(_ q: SIMD2<Float>, _ at: SIMD2<Float>, _ x: Int, _ y: Int) -> SIMD4<Float> {
    let hasUpper = upperReaches(at)
    let isFlat = isFlat(at)
    var upper = SIMD4<Float>.zero
    var lower = SIMD4<Float>.zero
    if hasUpper || !isFlat {
      let taps = Taps(frame, at, reach)
      for j in 0..<taps.down {
        for i in 0..<taps.across {
          let tap = taps.tapPlace(at, i, j, frame)
          let inside = halfPlaneCoverage(
            frame.radius - tap.x, taps.alongNormal.x, taps.alongNormal.y)
          if inside <= 0 { continue }
          var rest: Float = 1
          if hasUpper {
            let spot = taps.upperFootprint(tap, frame)
            let share = outlineCoverage(spot.point, frame.page, spot.dx, spot.dy)
            if share > 0 {
              let seen = share * backColour(frame, pictures, spot)
              upper += inside * seen
              rest = 1 - seen.w
            }
          }
          if rest > 0 && !isFlat {
            let spot = taps.lowerFootprint(tap, frame)
            let share = outlineCoverage(spot.point, frame.page, spot.dx, spot.dy)
            if share > 0 { lower += (inside * rest * share) * frontColour(frame, pictures, spot) }
          }
        }
      }
      upper *= taps.weight
      lower *= taps.weight
    }
    if isFlat && upper.w < 1 { lower = (1 - upper.w) * flatFront(q) }
    if upper.w > 0 { upper = lit(upper, backLight(at)) }
    if lower.w > 0 { lower = lit(lower, frontLight(at)) }
    let sheet = upper + lower
    if sheet.w >= 1 { return sheet }
    return composite(sheet, baseColour(q, x, y, baseLight(at)))
  }

  /// The sheet's share of a pixel's area, whatever its alpha.
  func sheetShare(_ at: SIMD2<Float>) -> Float {
    let taps = Taps(frame, at, reach)
    var sum: Float = 0
    for j in 0..<taps.down {
      for i in 0..<taps.across {
        let tap = taps.tapPlace(at, i, j, frame)
        let inside = halfPlaneCoverage(frame.radius - tap.x, taps.alongNormal.x, taps.alongNormal.y)
        let (above, below) = (taps.upperFootprint(tap, frame), taps.lowerFootprint(tap, frame))
        let upper = outlineCoverage(above.point, frame.page, above.dx, above.dy)
        let lower = outlineCoverage(below.point, frame.page, below.dx, below.dy)
        sum += inside * (upper + (1 - upper) * lower)
      }
    }
    return sum * taps.weight
  }

  /// Light left on the page plane, 0…1.
  func baseLight(_ at: SIMD2<Float>) -> Float {
    if at.x <= 0 { return frontLight(at) }
    guard frame.isLit && frame.caster.isLifted else { return 1 }
    let lost = 1 - skyOverBase(frame.caster, at.x, at.y)
    if lost == 0 { return 1 }
    let alpha = casterAlpha(at)
    let light = 1 - frame.shadowAmount * lost * alpha
    // Through a translucent sheet the page is seen on both sides of the fold: its light must meet.
    let near = at.x / (frame.radius / 2)
    if alpha == 1 || near >= 1 { return light }
    return light + (1 - alpha) * (1 - smoothRamp(near)) * (frontLight(SIMD2(0, at.y)) - light)
  }

  /// Light left on the sheet's front.
  func frontLight(_ at: SIMD2<Float>) -> Float {
    guard frame.isLit, frame.caster.isLifted, at.x >= frame.caster.frontLimit else { return 1 }
    let lost = 1 - skyOverFront(frame.caster, frame.radius, min(at.x, frame.radius), at.y)
    return lost == 0 ? 1 : 1 - frame.shadowAmount * lost * casterAlpha(at)
  }

  /// Light left on the sheet's back.
  func backLight(_ at: SIMD2<Float>) -> Float {
    guard frame.isLit else { return 1 }
    return 1 - frame.shading * (1 - skyOverBack(frame.radius, min(at.x, frame.radius)))
  }

  /// The alpha of the sheet where its silhouette is seen from a place on the page.
  private func casterAlpha(_ at: SIMD2<Float>) -> Float {
    if pictures.front.linear.isOpaque { return frame.opacity }
    let s = silhouetteArc(frame.caster, at.x, at.y)
    let p = frame.fold + s * frame.normal + at.y * frame.ruling
    let extent = frame.step + frame.caster.radius / 4
    return frame.opacity * boxMean(pictures.front.linear, p, extent).w
  }
}
