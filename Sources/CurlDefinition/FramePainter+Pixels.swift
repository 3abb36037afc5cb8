package import CurlCore

extension FramePainter {
  /// The stored bytes of one pixel; the page's own bytes if the pixel shows them unchanged.
  package func bytes(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
    let at = foldPoint(planePoint(x, y))
    let kind = kind(at)
    let light = light(kind, at)
    if light == 1, let i = copied(kind, x, y),
      case .rgba8(let source) = (kind == .flat ? pictures.front : pictures.next).pixmap.storage,
      source[i + 3] == 255
    {
      return SIMD4(source[i], source[i + 1], source[i + 2], 255)
    }
    return channels8(stored(colour(x, y, kind, at, light), 255), frame.noise.row(y, from: x))
  }

  /// The index of the page pixel that an aligned pixel without edge or shadow copies.
  private func copied(_ kind: Kind, _ x: Int, _ y: Int) -> Int? {
    guard frame.isAligned else { return nil }
    switch kind {
    case .taps: return nil
    case .flat: if frame.opacity != 1 { return nil }
    case .base: if frame.base != .next { return nil }
    }
    let (px, py) = (x + Int(frame.origin.x), y + Int(frame.origin.y))
    guard px >= 0, py >= 0, px < Int(frame.page.x), py < Int(frame.page.y) else { return nil }
    if frame.cornerRadius > 0 && pageShare(planePoint(x, y)) < 1 { return nil }
    return 4 * (py * Int(frame.page.x) + px)
  }

  /// A pixel's colour, premultiplied linear light.
  package func colour(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let at = foldPoint(planePoint(x, y))
    let kind = kind(at)
    return colour(x, y, kind, at, light(kind, at))
  }

  /// Fills in the geometry at a pixel's centre.
  package func probe(_ x: Int, _ y: Int, into geometry: inout FrameGeometry, at i: Int) {
    let q = planePoint(x, y)
    let at = foldPoint(q)
    if isOnPage(q) && frame.base != .nothing {
      geometry.shadow[i] = baseLight(at)
      if frame.base == .next {
        geometry.uv[i] = q
        geometry.side[i] = 0
      }
    } else if frame.hasGround {
      geometry.shadow[i] = baseLight(at)
    }
    guard frame.hasSheet, at.x < frame.outer.silhouette + halfExtent.x else { return }
    // Count a sheet that is drawn in two layers only once.
    if sides != .upper { geometry.coverage[i] = sheetShare(at) }
    if sides != .lower && at.x < frame.outer.silhouette {
      let spot = upperSpot(frame, frame.outer, at, halfExtent.x)
      if put(spot, side: 2, backLight(spot), into: &geometry, at: i) { return }
    }
    if sides != .upper && at.x < frame.inner.silhouette {
      let spot = lowerSpot(frame, frame.inner, at, halfExtent.x)
      _ = put(spot, side: 1, frontLight(spot), into: &geometry, at: i)
    }
  }

  private func put(
    _ spot: Spot, side: Float, _ light: Float, into geometry: inout FrameGeometry, at i: Int
  ) -> Bool {
    let p = pagePoint(spot)
    guard isOnPage(p) && spot.z <= frame.highest else { return false }
    geometry.uv[i] = p
    geometry.side[i] = side
    geometry.arc[i] = spot.arc
    geometry.z[i] = spot.z
    geometry.shadow[i] = light
    return true
  }

  private func isOnPage(_ p: SIMD2<Float>) -> Bool {
    isInside(p, frame.page, frame.cornerRadius)
  }
}

/// Channels 0…1, rounded to bytes; colours of opaque pixels with the noise of the first pixel of a row.
package func channels8(_ stored: SIMD4<Float>, _ noise: Noise.Row = .none) -> SIMD4<UInt8> {
  var v = stored * 255
  let addend = stored.w < 1 ? 0.5 : Float(noise.addend(0)) / 256
  v += SIMD4(addend, addend, addend, 0.5)
  return SIMD4(UInt8(v.x), UInt8(v.y), UInt8(v.z), UInt8(v.w))
}

/// Channels 0…1, rounded to 16 bits.
package func channels16(_ stored: SIMD4<Float>) -> SIMD4<UInt16> {
  let v = stored * 65535 + 0.5
  return SIMD4(UInt16(v.x), UInt16(v.y), UInt16(v.z), UInt16(v.w))
}
