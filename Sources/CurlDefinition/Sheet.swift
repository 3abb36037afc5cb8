internal import CurlCore

/// The front's colour over a footprint.
func frontColour(_ frame: CurlFrame, _ pictures: FramePictures, _ at: Footprint) -> SIMD4<Float> {
  frame.opacity * boxMean(pictures.front, at.point, at.extent)
}

/// The back's colour over a footprint: contents, then show-through, then tint.
///
/// `through` is the light, 0…1, that comes through from the front.
func backColour(
  _ frame: CurlFrame, _ pictures: FramePictures, _ at: Footprint, _ through: Float
) -> SIMD4<Float> {
  var colour: SIMD4<Float>
  var tintAmount = frame.tintAmount
  let showThrough = frame.showThrough * through
  switch frame.back {
  case .mirrored:
    colour = boxMean(pictures.front, at.point, at.extent)
    tintAmount = 1 - (1 - tintAmount) * through
  case .colour:
    let front = boxMean(pictures.front, at.point, at.extent)
    let own = front.w * frame.backColour
    colour = shining(own, front, isCut: true, showThrough)
  case .picture:
    let flipped =
      frame.turnsOver
      ? SIMD2(at.point.x, frame.page.y - at.point.y) : SIMD2(frame.page.x - at.point.x, at.point.y)
    colour = boxMean(pictures.back ?? pictures.front, flipped, at.extent)
    if frame.isThrough {
      tintAmount = 1 - (1 - tintAmount) * through
    } else if showThrough > 0 {
      let front = boxMean(pictures.front, at.point, at.extent)
      colour = shining(colour, front, isCut: false, showThrough)
    }
  }
  return frame.opacity * tinted(colour, frame.tint, tintAmount)
}

/// The colour of the paper's cut edge over a footprint, with the front's alpha.
func edgeColour(_ frame: CurlFrame, _ pictures: FramePictures, _ at: Footprint) -> SIMD4<Float> {
  let alpha = frame.opacity * boxMean(pictures.front, at.point, at.extent).w
  return alpha * SIMD4(frame.cutEdgeColour.x, frame.cutEdgeColour.y, frame.cutEdgeColour.z, 1)
}
