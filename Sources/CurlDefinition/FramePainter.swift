package import CurlCore

/// Draws one frame pixel by pixel, with the exact inverse of the roll, front to back.
///
/// Twin of Shaders/Sheet.glsl and page.frag; its light is in FramePainter+Light.swift. A pixel is
/// cut into taps. Each tap finds the sheet's upper and lower side and the page beneath, with the
/// exact area of the tap that each edge of the sheet leaves.
package final class FramePainter: Sendable {
  package let frame: CurlFrame
  package let pictures: FramePictures
  /// Half of a pixel's extent along the fold's normal and along the rulings, page pixels.
  package let halfExtent: SIMD2<Float>
  /// The sides of the sheet that are drawn.
  package let sides: SheetSides

  package init(_ frame: CurlFrame, _ pictures: FramePictures, sides: SheetSides = .both) {
    self.frame = frame
    self.pictures = pictures.stored(for: frame)
    self.sides = sides
    let n = SIMD2(abs(frame.normal.x), abs(frame.normal.y))
    halfExtent = SIMD2(dot(n, frame.step), n.y * frame.step.x + n.x * frame.step.y) / 2
  }

  /// What a whole pixel may show, judged by its centre.
  package enum Kind {
    /// The page plane alone.
    case base
    /// The flat sheet alone, its front up.
    case flat
    /// Anything: the taps decide.
    case taps
  }

  /// Page point of a pixel's centre.
  @inline(__always)
  package func planePoint(_ x: Int, _ y: Int) -> SIMD2<Float> {
    frame.origin + (SIMD2(Float(x), Float(y)) + 0.5) * frame.step
  }

  /// A plane point's distance from the fold line, and its place along the rulings; page pixels.
  @inline(__always)
  package func foldPoint(_ q: SIMD2<Float>) -> SIMD2<Float> {
    SIMD2(dot(q - frame.fold, frame.normal), dot(q - frame.fold, frame.ruling))
  }

  package func kind(_ at: SIMD2<Float>) -> Kind {
    if !frame.hasSheet || at.x >= frame.outer.silhouette + halfExtent.x { return .base }
    if isFlat(at) && !upperReaches(at) { return .flat }
    return .taps
  }

  /// Whether the sheet lies flat all over a pixel.
  ///
  /// As long as no corner is lifted, it also does in the pixel of the corner that lifts first.
  package func isFlat(_ at: SIMD2<Float>) -> Bool {
    at.x <= -halfExtent.x || frame.caster.furthestArc <= 1e-6
  }

  /// Whether a pixel may show the sheet's upper side or the edge below it.
  package func upperReaches(_ at: SIMD2<Float>) -> Bool {
    if frame.caster.furthestArc <= 1e-6 { return false }
    let outer = upperPoint(frame.outer, at)
    // A thick sheet's edge may show anywhere between its two surfaces. The margin is the outer one's; the
    // inner one is steeper, so it counts where the pixel reaches furthest.
    let inner = frame.isThick ? upperPoint(frame.inner, at + SIMD2(halfExtent.x, 0)) : outer
    let across = stretchAround(frame, at.x + halfExtent.x, halfExtent.x / 32) * 2 * halfExtent.x
    let along = halfExtent.y + across * abs(viewTilt(frame, at).y)
    let n = SIMD2(abs(frame.normal.x), abs(frame.normal.y))
    let margin = n * across + SIMD2(n.y, n.x) * along
    return max(outer.x, inner.x) > -margin.x && min(outer.x, inner.x) < frame.page.x + margin.x
      && max(outer.y, inner.y) > -margin.y && min(outer.y, inner.y) < frame.page.y + margin.y
  }

  private func upperPoint(_ skin: Skin, _ at: SIMD2<Float>) -> SIMD2<Float> {
    pagePoint(upperSpot(frame, skin, upToSilhouette(skin, at), halfExtent.x))
  }

  /// The page point of a spot.
  @inline(__always)
  package func pagePoint(_ spot: Spot) -> SIMD2<Float> {
    frame.fold + spot.arc * frame.normal + spot.tau * frame.ruling
  }

  /// Light left on the surface that a whole pixel shows; 1 where the taps decide.
  package func light(_ kind: Kind, _ at: SIMD2<Float>) -> Float {
    switch kind {
    case .base: baseLight(at)
    case .flat: frontLight(frontOver(frame, at.x, at.y))
    case .taps: 1
    }
  }

  /// A pixel's colour, premultiplied linear light; `light` is that of `light(_:_:)`.
  package func colour(_ x: Int, _ y: Int, _ kind: Kind, _ at: SIMD2<Float>, _ light: Float)
    -> SIMD4<Float>
  {
    let q = planePoint(x, y)
    switch kind {
    case .base: return baseColour(q, x, y, light)
    case .flat: return sides == .upper ? .zero : flatColour(q, at, x, y, light)
    case .taps: return sheetColour(q, at, x, y)
    }
  }

  /// The plane in one pixel: the page, in its share of the pixel, over the background.
  ///
  /// The sheet's part `flat` lies on the page and ends where the page ends. `taken` is the share of
  /// the pixel that a lifted sheet covers, all of it on the page.
  package func groundColour(
    _ q: SIMD2<Float>, _ x: Int, _ y: Int, _ light: Float, _ flat: SIMD4<Float>,
    taken: Float = 0
  ) -> SIMD4<Float> {
    var beside = backgroundColour(x, y)
    let inside = max(pageShare(q) - taken, 0) / (1 - taken)
    if frame.hasGround { beside = lit(beside, light) }
    if inside <= 0 { return beside }
    let seen =
      switch frame.base {
      case .nothing: SIMD4<Float>.zero
      case .shadow: SIMD4(0, 0, 0, 1 - light)
      case .next: lit(boxMean(pictures.next, q, frame.step), light)
      }
    return composite(inside * composite(flat, seen), beside)
  }

  package func baseColour(_ q: SIMD2<Float>, _ x: Int, _ y: Int, _ light: Float) -> SIMD4<Float> {
    groundColour(q, x, y, light, .zero)
  }

  /// The share of a pixel that lies on the page.
  package func pageShare(_ q: SIMD2<Float>) -> Float {
    if frame.cornerRadius == 0 && frame.within.x * frame.within.y == 1 { return 1 }
    // An axis along which the canvas stays on the page has no edge, only round corners.
    let middle = frame.page / 2
    let inside = middle + (1 - frame.within) * (q - middle)
    let (dx, dy) = (SIMD2(frame.step.x, 0), SIMD2(0, frame.step.y))
    let square = outlineCoverage(inside, frame.page, 0, dx, dy)
    if frame.cornerRadius == 0 || square == 0 { return square }
    return min(square, cornerCoverage(q, frame.page, frame.cornerRadius, dx, dy))
  }

  package func backgroundColour(_ x: Int, _ y: Int) -> SIMD4<Float> {
    guard frame.hasBackgroundPicture, let picture = pictures.background else {
      return frame.background
    }
    let step =
      SIMD2<Float>(picture.grid.page) / SIMD2(Float(frame.width), Float(frame.height))
    return boxMean(picture, (SIMD2(Float(x), Float(y)) + 0.5) * step, step)
  }

  /// The flat front over the next page over the background.
  package func flatColour(
    _ q: SIMD2<Float>, _ at: SIMD2<Float>, _ x: Int, _ y: Int, _ light: Float
  ) -> SIMD4<Float> {
    let front = lit(flatFront(q), light)
    let share = pageShare(q)
    if front.w >= 1 && share >= 1 { return front }
    return groundColour(q, x, y, baseLight(at), front)
  }

  /// The flat front as if it filled the pixel, without light.
  package func flatFront(_ q: SIMD2<Float>) -> SIMD4<Float> {
    frame.opacity * boxMean(pictures.front, q, frame.step)
  }

  /// The sheet over the next page over the background, in every kind of pixel.
  package func sheetColour(_ q: SIMD2<Float>, _ at: SIMD2<Float>, _ x: Int, _ y: Int) -> SIMD4<
    Float
  > {
    let hasUpper = upperReaches(at)
    let isFlat = isFlat(at)
    var sides = Sides()
    if hasUpper || !isFlat {
      let taps = Taps(frame, at, halfExtent)
      let above = upperSpot(frame, frame.outer, upToSilhouette(frame.outer, at), halfExtent.x)
      let through = hasUpper ? throughLight(above) : 1
      for j in 0..<taps.down {
        for i in 0..<taps.across {
          add(taps, taps.tapPlace(at, i, j, frame), hasUpper, !isFlat, through, to: &sides)
        }
      }
      sides.upper *= taps.weight
      sides.lower *= taps.weight
      sides.edge *= taps.weight
      if sides.upper.w > 0 { sides.upper = backLit(sides.upper, above, at) }
      if sides.edge.w > 0 { sides.edge = lit(sides.edge, edgeLight(above)) }
    }
    let above = sides.upper + sides.edge
    if self.sides == .upper { return above }
    let spot = lowerSpot(frame, frame.inner, upToSilhouette(frame.inner, at), halfExtent.x)
    if isFlat {
      // A flat sheet is one more page under the flap, and ends where the next page ends.
      let sheet = self.sides == .lower ? .zero : above
      if sheet.w >= 1 { return sheet }
      let front = frontLit(flatFront(q), spot, at)
      if front.w >= 1 && pageShare(q) >= 1 { return composite(sheet, front) }
      return composite(sheet, groundColour(q, x, y, baseLight(at), front))
    }
    if sides.lower.w > 0 { sides.lower = frontLit(sides.lower, spot, at) }
    // Drawn by itself, the lower side gets back the share that the upper side, drawn over it later,
    // covers.
    if self.sides == .lower { return above.w < 1 ? sides.lower / (1 - above.w) : .zero }
    let sheet = sides.upper + sides.edge + sides.lower
    if sheet.w >= 1 { return sheet }
    // A hardly lifted sheet still ends where the page ends, and covers nothing beside it.
    let away = (pagePoint(spot) - q) / frame.step
    let near = max(1 - dot(away, away).squareRoot(), 0)
    let rest = 1 - sides.upper.w - sides.edge.w
    let taken = min(near * sides.lower.w / max(rest, 1e-6), 0.999)
    return composite(sheet, groundColour(q, x, y, baseLight(at), .zero, taken: taken))
  }

  /// The visible parts of the sheet: its back, the paper's cut edge, its front.
  private struct Sides {
    var upper = SIMD4<Float>.zero
    var edge = SIMD4<Float>.zero
    var lower = SIMD4<Float>.zero
  }

  /// Adds the colours that one tap sees, the upper side first.
  private func add(
    _ taps: Taps, _ tap: SIMD2<Float>, _ hasUpper: Bool, _ hasLower: Bool, _ through: Float,
    to sides: inout Sides
  ) {
    let within = frame.outer.silhouette - tap.x
    let inside = halfPlaneCoverage(within, taps.alongNormal.x, taps.alongNormal.y)
    if inside <= 0 { return }
    let w = viewTilt(frame, upToSilhouette(frame.outer, tap))
    var rest: Float = 1
    if hasUpper {
      let spot = tapSpot(frame, frame.outer, tap, taps.halfExtent, isUpper: true)
      let foot = footprint(frame, spot, w, taps.box)
      let share = spot.z <= frame.highest ? share(foot) : 0
      if share > 0 {
        let seen = share * backColour(frame, pictures, foot, through)
        sides.upper += inside * seen
        rest = 1 - seen.w
      }
      if frame.isThick {
        // A ray that meets the slab further in, but not on its surface, sees its edge.
        let spot = tapSpot(frame, frame.inner, tap, taps.halfExtent, isUpper: true)
        let inner = footprint(frame, spot, w, taps.box)
        let cut = spot.z <= frame.highest ? slabShare(foot, inner) - share : 0
        if cut > 0 {
          let seen = cut * edgeColour(frame, pictures, inner)
          sides.edge += inside * seen
          rest -= seen.w
        }
      }
    }
    if rest <= 0 || !hasLower { return }
    let spot = tapSpot(frame, frame.inner, tap, taps.halfExtent, isUpper: false)
    if spot.z > frame.highest { return }
    let foot = footprint(frame, spot, w, taps.box)
    var front = share(foot)
    if frame.isThick {
      let within = frame.inner.silhouette - tap.x
      front *= halfPlaneCoverage(within, taps.alongNormal.x, taps.alongNormal.y)
    } else {
      front *= inside
    }
    if front > 0 { sides.lower += (rest * front) * frontColour(frame, pictures, foot) }
    if frame.isThick && tap.x > 0 {
      let spot = tapSpot(frame, frame.outer, tap, taps.halfExtent, isUpper: false)
      let outer = footprint(frame, spot, w, taps.box)
      let cut = inside * slabShare(foot, outer) - front
      if cut > 0 { sides.edge += (rest * cut) * edgeColour(frame, pictures, outer) }
    }
  }

  /// The greatest share of a tap that lies on the page between the two surfaces of a thick sheet,
  /// found at six depths.
  private func slabShare(_ from: Footprint, _ to: Footprint) -> Float {
    var most: Float = 0
    for i in 1...6 {
      let t = Float(i) / 6
      most = max(
        most,
        share(
          Footprint(
            point: from.point + t * (to.point - from.point), dx: from.dx + t * (to.dx - from.dx),
            dy: from.dy + t * (to.dy - from.dy))))
    }
    return most
  }

  private func share(_ foot: Footprint) -> Float {
    outlineCoverage(foot.point, frame.page, frame.cornerRadius, foot.dx, foot.dy)
  }

  /// The sheet's share of a pixel's area, whatever its alpha.
  package func sheetShare(_ at: SIMD2<Float>) -> Float {
    let taps = Taps(frame, at, halfExtent)
    var sum: Float = 0
    for j in 0..<taps.down {
      for i in 0..<taps.across {
        sum += tapShare(taps, taps.tapPlace(at, i, j, frame))
      }
    }
    return sum * taps.weight
  }

  private func tapShare(_ taps: Taps, _ tap: SIMD2<Float>) -> Float {
    let inside = halfPlaneCoverage(
      frame.outer.silhouette - tap.x, taps.alongNormal.x, taps.alongNormal.y)
    if inside <= 0 { return 0 }
    let w = viewTilt(frame, upToSilhouette(frame.outer, tap))
    let upper = sideShare(taps, tap, w, frame.outer, frame.inner, isUpper: true)
    return inside
      * (upper + (1 - upper)
        * sideShare(
          taps, tap, w, frame.inner, frame.outer, isUpper: false))
  }

  /// The share of a tap on one surface and, of a thick sheet, on the edge behind it.
  private func sideShare(
    _ taps: Taps, _ tap: SIMD2<Float>, _ w: SIMD2<Float>, _ skin: Skin, _ behind: Skin,
    isUpper: Bool
  ) -> Float {
    let spot = tapSpot(frame, skin, tap, taps.halfExtent, isUpper: isUpper)
    if spot.z > frame.highest { return 0 }
    let foot = footprint(frame, spot, w, taps.box)
    if !frame.isThick { return share(foot) }
    let deep = tapSpot(frame, behind, tap, taps.halfExtent, isUpper: isUpper)
    return max(share(foot), slabShare(foot, footprint(frame, deep, w, taps.box)))
  }
}
