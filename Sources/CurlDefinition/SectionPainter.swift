internal import CurlCore

/// Draws a sheet of any cross-section pixel by pixel, alone over transparency.
///
/// Twin of Shaders/Section.glsl; its light is in SectionPainter+Light.swift. A pixel is cut into
/// taps, and each tap by the section's cells, whose shares of it add up to 1. In each cell the
/// pieces are drawn from the highest down.
final class SectionPainter: Sendable {
  let frame: CurlFrame
  let pictures: FramePictures
  let section: Section
  /// Half of a pixel's extent along the fold's normal and along the rulings, page pixels.
  let halfExtent: SIMD2<Float>
  /// The sky that the sheet hides.
  let sky: SectionSky
  /// The sides of the sheet that are drawn.
  let sides: SheetSides

  init(
    _ frame: CurlFrame, _ section: Section, _ pictures: FramePictures, sides: SheetSides = .both
  ) {
    let pictures = pictures.stored(for: frame)
    self.sides = sides
    self.frame = frame
    self.section = section
    self.pictures = pictures
    sky = SectionSky(frame, section, pictures)
    let n = SIMD2(abs(frame.normal.x), abs(frame.normal.y))
    halfExtent = SIMD2(dot(n, frame.step), n.y * frame.step.x + n.x * frame.step.y) / 2
  }

  /// The geometry at a pixel's centre.
  struct Probe: Equatable {
    /// The material point, page pixels.
    var uv: SIMD2<Float>
    /// 1 front, 2 back.
    var side: Float
    /// Arc length past the fold line.
    var arc: Float
    /// Height above the page.
    var z: Float
    /// Light left, 0…1.
    var light: Float
  }

  /// A pixel centre's distance from the fold line, and its place along the rulings; page pixels.
  func foldPoint(_ x: Int, _ y: Int) -> SIMD2<Float> {
    let q = frame.origin + (SIMD2(Float(x), Float(y)) + 0.5) * frame.step
    return SIMD2(dot(q - frame.fold, frame.normal), dot(q - frame.fold, frame.ruling))
  }

  /// The sheet's lit colour in a pixel, premultiplied linear light; transparent beside the sheet.
  func colour(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let at = foldPoint(x, y)
    var lower = SIMD4<Float>.zero
    var upper = SIMD4<Float>.zero
    for cell in section.cells {
      guard let part = overlap(cell, at.x, halfExtent.x) else { continue }
      let taps = Taps(frame, slope: stretch(cell, part))
      var lights = SIMD8<Float>(repeating: -1)
      var throughs = SIMD8<Float>(repeating: 1)
      var sheens = SIMD8<Float>.zero
      for j in 0..<taps.down {
        for i in 0..<taps.across {
          let tap = taps.tapPlace(at, i, j, frame)
          if overlap(cell, tap.x, taps.halfExtent) == nil { continue }
          let inside = taps.weight * weight(cell, taps, tap.x)
          var rest: Float = 1
          for (layer, index) in cell.layers.enumerated() where rest > 0 {
            let piece = section.pieces[index]
            var spot = sectionSpot(
              frame, section, index, limits(cell, piece, taps), tap, taps.halfExtent)
            let first = spot.arc
            for winding in 0..<Int(piece.windings) where rest > 0 {
              spot.arc = first + windingArc(piece, winding)
              let foot = footprint(frame, spot, viewTilt(frame, tap), taps.box)
              let share = share(foot)
              if share <= 0 { continue }
              if lights[layer] < 0 {
                (lights[layer], throughs[layer], sheens[layer]) = sideLight(cell, piece, at)
              }
              let room = inside * rest
              if piece.isFront {
                let seen = share * frontColour(frame, pictures, foot)
                lower += room * lit(seen, lights[layer])
                rest *= 1 - seen.w
              } else {
                let seen = share * backColour(frame, pictures, foot, throughs[layer])
                upper += room * lit(seen, lights[layer], sheen: sheens[layer])
                rest *= 1 - seen.w
              }
            }
          }
        }
      }
    }
    return Self.part(lower, upper, sides)
  }

  /// The drawn part of a pixel's two sides.
  static func part(_ lower: SIMD4<Float>, _ upper: SIMD4<Float>, _ sides: SheetSides)
    -> SIMD4<Float>
  {
    switch sides {
    case .both: upper + lower
    case .upper: upper
    // Drawn by itself, the lower side gets back the share that the upper side, drawn over it later,
    // covers.
    case .lower: upper.w < 1 ? lower / (1 - upper.w) : .zero
    }
  }

  /// The sheet's share of a pixel's area, whatever its alpha.
  func share(_ x: Int, _ y: Int) -> Float {
    let at = foldPoint(x, y)
    var sum: Float = 0
    for cell in section.cells {
      guard let part = overlap(cell, at.x, halfExtent.x) else { continue }
      let taps = Taps(frame, slope: stretch(cell, part))
      for j in 0..<taps.down {
        for i in 0..<taps.across {
          let tap = taps.tapPlace(at, i, j, frame)
          if overlap(cell, tap.x, taps.halfExtent) == nil { continue }
          var rest: Float = 1
          for index in cell.layers where rest > 0 {
            let piece = section.pieces[index]
            var spot = sectionSpot(
              frame, section, index, limits(cell, piece, taps), tap, taps.halfExtent)
            let first = spot.arc
            for winding in 0..<Int(piece.windings) where rest > 0 {
              spot.arc = first + windingArc(piece, winding)
              rest *= 1 - share(footprint(frame, spot, viewTilt(frame, tap), taps.box))
            }
          }
          sum += taps.weight * weight(cell, taps, tap.x) * (1 - rest)
        }
      }
    }
    return sum
  }

  /// The sheet's geometry at a pixel's centre; nil beside the sheet.
  func probe(_ x: Int, _ y: Int) -> Probe? {
    let at = foldPoint(x, y)
    for cell in section.cells where at.x >= cell.low && at.x <= cell.high {
      for index in cell.layers {
        let piece = section.pieces[index]
        var spot = sectionMeet(frame, piece, at.x)
        spot.tau = at.y + spot.z * (frame.viewOffset.y - frame.nearness * at.y)
        for winding in 0..<Int(piece.windings) {
          let arc = spot.arc + windingArc(piece, winding)
          let p = frame.fold + arc * frame.normal + spot.tau * frame.ruling
          if !isInside(p, frame.page, frame.cornerRadius) { continue }
          return Probe(
            uv: p, side: piece.isFront ? 1 : 2, arc: arc, z: spot.z,
            light: light(on: spot, isFront: piece.isFront))
        }
      }
    }
    return nil
  }

  /// The part of a range x ± `halfExtent` that lies in a cell; nil if none does.
  func overlap(_ cell: Section.Cell, _ x: Float, _ halfExtent: Float) -> (low: Float, high: Float)?
  {
    let low = max(x - halfExtent, cell.low)
    let high = min(x + halfExtent, cell.high)
    return high > low ? (low, high) : nil
  }

  /// The range in which a tap sees a piece.
  ///
  /// A cell cuts an upright tap into boxes. The part of a rotated tap isn't a box, so the whole
  /// tap, up to the silhouettes, stands for it.
  func limits(_ cell: Section.Cell, _ piece: Section.Piece, _ taps: Taps)
    -> SIMD2<Float>
  {
    taps.alongNormal.x * taps.alongNormal.y == 0
      ? SIMD2(cell.low, cell.high) : SIMD2(piece.runLow, piece.runHigh)
  }

  /// The share of a tap that lies in a cell.
  func weight(_ cell: Section.Cell, _ taps: Taps, _ x: Float) -> Float {
    let (a, b) = (taps.alongNormal.x, taps.alongNormal.y)
    return halfPlaneCoverage(x - cell.low, a, b) - halfPlaneCoverage(x - cell.high, a, b)
  }

  /// The greatest stretch of a pixel's part in a cell, on any piece there; 1 or more.
  func stretch(_ cell: Section.Cell, _ part: (low: Float, high: Float)) -> Float {
    var most: Float = 1
    let room = max(part.high - part.low, halfExtent.x)
    for index in cell.layers {
      let from = sectionMeet(frame, section.pieces[index], part.low)
      let to = sectionMeet(frame, section.pieces[index], part.high)
      most = max(most, abs(to.arc - from.arc) / room)
    }
    return most
  }

  /// Arc length from the first winding to the one that a ray meets `i`-th.
  func windingArc(_ piece: Section.Piece, _ i: Int) -> Float {
    let winding = piece.period < 0 ? piece.windings - 1 - Float(i) : Float(i)
    return winding * abs(piece.period)
  }

  private func share(_ foot: Footprint) -> Float {
    outlineCoverage(foot.point, frame.page, frame.cornerRadius, foot.dx, foot.dy)
  }

  /// Light on a piece in a pixel, light that comes through from its other side, and the share that its
  /// back reflects like a mirror.
  private func sideLight(
    _ cell: Section.Cell, _ piece: Section.Piece, _ at: SIMD2<Float>
  ) -> (light: Float, through: Float, sheen: Float) {
    guard frame.isLit else { return (1, 1, 0) }
    let part = overlap(cell, at.x, halfExtent.x) ?? (cell.low, cell.high)
    var spot = sectionMeet(frame, piece, (part.low + part.high) / 2)
    spot.tau = at.y + spot.z * (frame.viewOffset.y - frame.nearness * at.y)
    let seen = light(on: spot, isFront: piece.isFront)
    if piece.isFront { return (seen, 1, 0) }
    let through = frame.fades ? 0.5 + light(on: spot, isFront: true) / 2 : 1
    return (seen, through, frame.sheen * sheenShare(-spot.sineCosine.y))
  }
}
