internal import CurlCore
internal import CurlStore

/// The front's colour over a footprint.
func frontColour(_ frame: CurlFrame, _ texels: FrameTexels, _ at: Footprint) -> SIMD4<Float> {
  frame.opacity * boxMean(texels.front, at.point, at.extent)
}

/// The back's colour over a footprint: paper, then show-through, then tint.
///
/// `through` is the light, 0…1, that comes through from the front.
func backColour(
  _ frame: CurlFrame, _ texels: FrameTexels, _ at: Footprint, _ through: Float
) -> SIMD4<Float> {
  var colour: SIMD4<Float>
  var tintAmount = frame.tintAmount
  let showThrough = frame.showThrough * through
  switch frame.back {
  case .mirrored:
    colour = boxMean(texels.front, at.point, at.extent)
    tintAmount = 1 - (1 - tintAmount) * through
  case .colour:
    let front = boxMean(texels.front, at.point, at.extent)
    let paper = front.w * frame.backColour
    colour = paper + showThrough * (front - paper)
  case .picture:
    let flipped =
      frame.turnsOver
      ? SIMD2(at.point.x, frame.page.y - at.point.y) : SIMD2(frame.page.x - at.point.x, at.point.y)
    colour = boxMean(texels.back ?? texels.front, flipped, at.extent)
    if showThrough > 0 {
      // Cut to the back's own alpha; where the front is clear, nothing shines through.
      let front = boxMean(texels.front, at.point, at.extent)
      let seen = colour.w * front + (1 - front.w) * colour
      colour += showThrough * (SIMD4(seen.x, seen.y, seen.z, colour.w) - colour)
    }
  }
  let tint = colour.w * SIMD4(frame.tint.x, frame.tint.y, frame.tint.z, 1)
  return frame.opacity * (colour + tintAmount * (tint - colour))
}

/// The paper's cut edge over a footprint: there as far as the front is.
func edgeColour(_ frame: CurlFrame, _ texels: FrameTexels, _ at: Footprint) -> SIMD4<Float> {
  let alpha = frame.opacity * boxMean(texels.front, at.point, at.extent).w
  return alpha * SIMD4(frame.paper.x, frame.paper.y, frame.paper.z, 1)
}
