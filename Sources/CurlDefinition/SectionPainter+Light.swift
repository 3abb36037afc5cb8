internal import CurlCore

/// Light on each side of a sheet of any cross-section, and light left on the plane.
///
/// Twin of the last part of Shaders/Section.glsl.
extension SectionPainter {
  /// The light, 0…1, that the sheet's shadow leaves on the page plane in a pixel.
  func light(_ x: Int, _ y: Int) -> Float { light(foldPoint(x, y)) { planeLight($0) } }

  /// The light on a layer that is rolled up with the sheet: beyond the roll's beginning, the light
  /// there.
  func lightInside(_ x: Int, _ y: Int) -> Float {
    lightInside(foldPoint(x, y)) { planeLight($0) }
  }

  /// Light in a pixel from light on the page plane.
  @inline(__always)
  func light(_ at: SIMD2<Float>, _ plane: (SIMD2<Float>) -> Float) -> Float {
    guard !pictures.front.isOpaque, abs(at.x) < halfExtent.x else { return plane(at) }
    // At the fold, the page seen through a translucent sheet has different lights on the two sides:
    // a pixel there gets its share of both.
    let beyond = (at.x + halfExtent.x) / (2 * halfExtent.x)
    let before = plane(SIMD2((at.x - halfExtent.x) / 2, at.y))
    return before + (plane(SIMD2((at.x + halfExtent.x) / 2, at.y)) - before) * beyond
  }

  @inline(__always)
  func lightInside(_ at: SIMD2<Float>, _ plane: (SIMD2<Float>) -> Float) -> Float {
    plane(SIMD2(min(at.x, -halfExtent.x), at.y))
  }

  /// A distance from the fold, moved out of the contact.
  private func outOfContact(_ x: Float) -> Float {
    let (contact, reach) = (section.contact.x, section.contact.y)
    return abs(x - contact) < reach ? contact + (x > contact ? reach : -reach) : x
  }

  /// Light left on the page plane, 0…1; the flat part of the sheet gets the same.
  func planeLight(_ at: SIMD2<Float>) -> Float {
    guard frame.isLit && section.isLifted else { return 1 }
    // A scaled shadow also falls proportionally further.
    let x = outOfContact(at.x / max(section.shadowScale, 1e-3))
    let receiver = Receiver(
      place: SIMD2(x, 0), tangent: SIMD2(1, 0), tau: at.y,
      arc: 0, sheetCosine: 0)
    let hidden = sky.hidden(receiver, -skyCosine, skyCosine)
    if hidden <= 0 { return 1 }
    let sky = min(hidden / (4 * skyCosine), 1)
    return 1 - frame.shadowAmount * (1 - frame.key.share) * sky
  }

  /// Light left on one side of the sheet, 0…1.
  ///
  /// Sky lost to the side's own slope counts as shading; sky hidden by the rest of the sheet counts
  /// as shadow.
  func light(on spot: Spot, isFront: Bool) -> Float {
    guard frame.isLit else { return 1 }
    // Sine and cosine of the tangent with the sky on its left.
    let (sine, cosine) =
      isFront
      ? (spot.sineCosine.x, spot.sineCosine.y) : (-spot.sineCosine.x, -spot.sineCosine.y)
    if sine == 0 && cosine > 0 && spot.z < 1e-3 { return planeLight(SIMD2(spot.x, spot.tau)) }
    var open = openSky(cosine, abs(sine))
    var shadow: Float = 0
    if isFront ? section.shadesFront : section.shadesBack {
      let low = sine < 0 || cosine > skyCosine ? skyCosine * cosine + skySine * sine : 1
      let high = sine > 0 || cosine > skyCosine ? skySine * sine - skyCosine * cosine : -1
      if low > high && open > 0 {
        let receiver = Receiver(
          place: SIMD2(spot.x, spot.z), tangent: SIMD2(cosine, sine), tau: spot.tau,
          arc: spot.arc, sheetCosine: isFront ? 1 : -1)
        let hidden = sky.hidden(receiver, high, low)
        shadow = clamp(hidden / (4 * skyCosine), 0, open)
      }
    } else {
      open = min(open + frame.bounce * (1 - cosine) / 2, 1)
    }
    let lost = frame.shading * (1 - open) + frame.shadowAmount * shadow
    if frame.key.share == 0 { return 1 - min(lost, 1) }
    let key = frame.shading * (1 - keyFacing(frame.key, -sine, cosine))
    return 1 - min(lost + frame.key.share * (key - lost), 1)
  }
}
