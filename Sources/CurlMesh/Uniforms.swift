package import CurlCore

// Constants of a frame's shaders: rows of four floats, in the order of the GLSL uniform blocks.

extension CurlFrame {
  /// The rows of the uniform block `Frame`.
  package var uniforms: [SIMD4<Float>] {
    var rows =
      [
        SIMD4(page.x, page.y, radius, caster.frontLimit),
        SIMD4(fold.x, fold.y, normal.x, normal.y),
        SIMD4(origin.x, origin.y, step.x, step.y),
        background,
        backColour,
        SIMD4(tint.x, tint.y, tint.z, tintAmount),
        SIMD4(showThrough, opacity, shadowAmount, shading),
        SIMD4(Float(width), Float(height), within.x, within.y),
        SIMD4(viewOffset.x, viewOffset.y, nearness, highest),
        SIMD4(inner.radius, inner.silhouette, inner.chordSlope, cornerRadius),
        SIMD4(outer.radius, outer.silhouette, outer.chordSlope, hasGround ? 1 : 0),
        SIMD4(cutEdgeColour.x, cutEdgeColour.y, cutEdgeColour.z, fades ? 1 : 0),
        SIMD4(bounce, gloss, key.share, key.halfAngle),
        SIMD4(key.direction.x, key.direction.y, key.direction.z, key.across),
      ] + caster.uniforms
    rows[rows.count - 1].w = turnsOver ? 1 : 0
    rows.append(SIMD4(sheen, easedRadius, 0, 0))
    return rows
  }
}

extension Plate {
  /// The rows of the uniform block `Plate`.
  package var uniforms: [SIMD4<Float>] {
    var rows = inverse
    rows.append(SIMD4(page.x, page.y, cornerRadius, opacity))
    rows.append(SIMD4(low.x, low.y, high.x, high.y))
    rows.append(SIMD4(ink.tint.x, ink.tint.y, ink.tint.z, ink.tintAmount))
    let (flip, throughFlip) = (Float(ink.contents.flip), Float((ink.through ?? ink.cut)?.flip ?? 0))
    rows.append(SIMD4(flip, throughFlip, ink.showThrough, isTranslation ? 1 : 0))
    switch ink.contents {
    case .picture: rows += [.zero, .zero, .zero]
    case .colour(let colour): rows += [colour, .zero, .zero]
    case .gradient(let origin, let along, let from, let to):
      rows += [from, to, SIMD4(origin.x, origin.y, along.x, along.y)]
    }
    rows.append(SIMD4(seam.x, seam.y, seam.z, ink.beneathShare))
    rows.append(SIMD4(beyond, hasEncodedTint ? 1 : 0, 0, 0))
    return rows
  }
}

extension Ink.Source {
  /// Flip of a picture: 0 none, 1 across the vertical axis, 2 across the horizontal axis.
  fileprivate var flip: Int {
    if case .picture(_, let flip) = self { flip.rawValue } else { 0 }
  }
}

extension Section {
  /// The rows of the uniform block `Section`: counts, light, then pieces, cells and lifted curves,
  /// each padded to its largest number.
  package var uniforms: [SIMD4<Float>] {
    var rows: [SIMD4<Float>] = [
      SIMD4(Float(cells.count), Float(liftedCurves.count), shadowScale, isLifted ? 1 : 0),
      SIMD4(shadesFront ? 1 : 0, shadesBack ? 1 : 0, contact.x, contact.y),
    ]
    func add(_ more: [SIMD4<Float>], room: Int) {
      rows += more + Array(repeating: .zero, count: room - more.count)
    }
    add(pieces.flatMap { $0.rows }, room: 3 * Self.mostPieces)
    add(cells.flatMap { $0.rows }, room: 3 * Self.mostCells)
    add(liftedCurves.flatMap { $0.rows }, room: 2 * Self.mostLiftedCurves)
    return rows
  }
}

extension ShadowCaster {
  /// The caster's rows at the end of the uniform block `Frame`.
  fileprivate var uniforms: [SIMD4<Float>] {
    [
      SIMD4(axisX, scaledRadius, rollLength, lengthPerRadian),
      SIMD4(topCorner.x, topCorner.y, bottomCorner.x, bottomCorner.y),
      SIMD4(farCorner.x, farCorner.y, nearCorner.x, nearCorner.y),
      SIMD4(furthestPoint.x, furthestPoint.y, slope, isLifted ? 1 : 0),
      SIMD4(furthestArc, corner, cornerShare, 0),
    ]
  }
}

extension Section.Piece {
  fileprivate var rows: [SIMD4<Float>] {
    [
      SIMD4(middle.x, middle.y, tangent.x, tangent.y),
      SIMD4(curvature, arc, rootSign * windings, period),
      SIMD4(low, high, runLow, runHigh),
    ]
  }
}

extension Section.Cell {
  fileprivate var rows: [SIMD4<Float>] {
    func layer(_ i: Int) -> Float { i < layers.count ? Float(layers[i]) : 0 }
    return [
      SIMD4(low, high, Float(layers.count), 0),
      SIMD4(layer(0), layer(1), layer(2), layer(3)),
      SIMD4(layer(4), layer(5), layer(6), layer(7)),
    ]
  }
}

extension Section.LiftedCurve {
  fileprivate var rows: [SIMD4<Float>] {
    [
      SIMD4(middle.x, middle.y, tangent.x, tangent.y),
      SIMD4(curvature, arc, halfLength, windings),
    ]
  }
}
