internal import CurlCore

/// Light on each side of the sheet and on the plane, combined from its parts. Twin of
/// Shaders/Shade.glsl.
extension FramePainter {
  /// Light left on the page plane, 0…1.
  package func baseLight(_ at: SIMD2<Float>) -> Float {
    if at.x <= 0 { return frontLight(frontOver(frame, at.x, at.y)) }
    guard frame.isLit && frame.caster.isLifted else { return 1 }
    let sky = 1 - skyOverBase(frame.caster, at.x, at.y)
    let key = frame.key.share > 0 ? keyHiddenFromBase(frame, pictures, at, halfExtent.x) : 0
    if sky == 0 && key == 0 { return 1 }
    let alpha = silhouetteAlpha(at)
    let light = 1 - frame.shadowAmount * lost(sky * alpha, key)
    // Through a translucent sheet both sides of the fold are seen: the page's light must meet
    // there.
    let near = at.x / max(frame.radius / 2, 1e-12)
    if alpha == 1 || near >= 1 { return light }
    let front = frontLight(frontOver(frame, 0, at.y))
    return light + (1 - alpha) * (1 - smoothRamp(near)) * (front - light)
  }

  /// The lost share of all light, from the lost shares of the sky and of the key light.
  private func lost(_ sky: Float, _ key: Float) -> Float {
    sky + frame.key.share * (key - sky)
  }

  /// Light left on a spot of the sheet's front.
  package func frontLight(_ spot: Spot) -> Float {
    guard frame.isLit, frame.caster.isLifted, spot.x >= frame.caster.frontLimit else { return 1 }
    var sky = 1 - skyOverFront(frame.caster, spot)
    if sky > 0 { sky *= overheadAlpha(spot) }
    if frame.key.share == 0 { return 1 - frame.shadowAmount * sky }
    let facing = keyFacing(frame.key, -spot.sineCosine.x, spot.sineCosine.y)
    let seen =
      facing > 0 ? facing * (1 - keyHiddenFromFront(frame, pictures, spot, halfExtent.x)) : 0
    let lost = lost(sky, 1 - seen)
    return lost == 0 ? 1 : 1 - frame.shadowAmount * lost
  }

  /// The light, ½…1, on the front that shows through the sheet at a spot of its back.
  ///
  /// Half of it is light from above, which the front's ink absorbs on its way through the paper.
  /// The other half comes through from the front: the light that the front gets straight below.
  package func throughLight(_ spot: Spot) -> Float {
    guard frame.isLit && frame.fades else { return 1 }
    return 0.5 + frontLight(frontOver(frame, spot.x, spot.tau)) / 2
  }

  /// Light left on a spot of the sheet's back.
  package func backLight(_ spot: Spot) -> Float {
    guard frame.isLit else { return 1 }
    return backLight(easedRoll(frame, spot.arc))
  }

  private func backLight(_ eased: SIMD2<Float>) -> Float {
    let (lean, rise) = (eased.x, eased.y)
    let sky = min(openSky(rise, lean) + frame.bounce * (1 - rise) / 2, 1)
    let key = frame.key.share > 0 ? keyFacing(frame.key, lean, rise) : 1
    return 1 - frame.shading * lost(1 - sky, 1 - key)
  }

  /// What a spot of the sheet's back shows of its own colour, and the white that it adds; `at` is the
  /// point of the plane that it hides.
  package func backTone(_ spot: Spot, _ at: SIMD2<Float>) -> SIMD2<Float> {
    guard frame.isLit else { return SIMD2(1, 0) }
    let eased = easedRoll(frame, spot.arc)
    let light = backLight(eased)
    let sheen = frame.sheen * sheenShare(eased.y)
    let seen = SIMD2(light * (1 - sheen), light * sheen)
    guard frame.gloss > 0 else { return seen }
    let share = frame.gloss * keyGlint(frame, at, eased.x, eased.y)
    return (1 - share) * seen + SIMD2(0, share)
  }

  /// Light on the paper's cut edge, which faces along the sheet.
  package func edgeLight(_ spot: Spot) -> Float {
    guard frame.isLit else { return 1 }
    return 1 - frame.shading * (1 - openSky(spot.sineCosine.x, abs(spot.sineCosine.y)))
  }

  package func backLit(_ colour: SIMD4<Float>, _ spot: Spot, _ at: SIMD2<Float>) -> SIMD4<Float> {
    guard frame.isLit else { return colour }
    let eased = easedRoll(frame, spot.arc)
    let seen = lit(colour, backLight(eased), sheen: frame.sheen * sheenShare(eased.y))
    guard frame.gloss > 0 else { return seen }
    return glossed(seen, keyGlint(frame, at, eased.x, eased.y))
  }

  package func frontLit(_ colour: SIMD4<Float>, _ spot: Spot, _ at: SIMD2<Float>) -> SIMD4<Float> {
    let seen = lit(colour, frontLight(spot))
    guard frame.isLit && frame.gloss > 0 else { return seen }
    let glint = keyGlint(frame, at, -spot.sineCosine.x, spot.sineCosine.y)
    if glint == 0 { return seen }
    return glossed(seen, glint * (1 - keyHiddenFromFront(frame, pictures, spot, halfExtent.x)))
  }

  /// The colour mixed towards white.
  private func glossed(_ colour: SIMD4<Float>, _ glint: Float) -> SIMD4<Float> {
    let share = frame.gloss * glint
    let white = SIMD4(colour.w, colour.w, colour.w, colour.w)
    return colour + share * (white - colour)
  }

  /// The sheet's alpha at the silhouette that is seen from a point beyond the fold.
  private func silhouetteAlpha(_ at: SIMD2<Float>) -> Float {
    casterAlpha(silhouetteArc(frame.caster, at.x, at.y), at.y, frame.caster.scaledRadius / 2)
  }

  /// The alpha of the part of the sheet above its own front: a hole there lets the sky in.
  private func overheadAlpha(_ spot: Spot) -> Float {
    casterAlpha(
      overheadArc(frame.caster, spot.x, spot.tau), spot.tau, 2 * frame.caster.scaledRadius)
  }

  private func casterAlpha(_ s: Float, _ tau: Float, _ width: Float) -> Float {
    if pictures.front.isOpaque { return frame.opacity }
    let p = frame.fold + s * frame.normal + tau * frame.ruling
    return frame.opacity * boxMean(pictures.front, p, frame.step + width).w
  }
}
