internal import CurlCore

/// The front's colour over a footprint.
func frontColour(_ frame: CurlFrame, _ pictures: FramePictures, _ at: Footprint) -> SIMD4<Float> {
  frame.opacity * boxMean(pictures.front.linear, at.point, at.extent)
}

/// The back's colour over a footprint: paper, then show-through, then tint.
func backColour(_ frame: CurlFrame, _ pictures: FramePictures, _ at: Footprint) -> SIMD4<Float> {
  var colour: SIMD4<Float>
  switch frame.back {
  case .mirrored: colour = boxMean(pictures.front.linear, at.point, at.extent)
  case .colour:
    let front = boxMean(pictures.front.linear, at.point, at.extent)
    let paper = front.w * frame.backColour
    colour = paper + frame.showThrough * (front - paper)
  case .picture:
    let flipped = SIMD2(frame.page.x - at.point.x, at.point.y)
    colour = boxMean((pictures.back ?? pictures.front).linear, flipped, at.extent)
    if frame.showThrough > 0 {
      // Cut to the back's own alpha; where the front is clear, nothing shines through.
      let front = boxMean(pictures.front.linear, at.point, at.extent)
      let through = colour.w * front + (1 - front.w) * colour
      colour += frame.showThrough * (SIMD4(through.x, through.y, through.z, colour.w) - colour)
    }
  }
  let tint = colour.w * SIMD4(frame.tint.x, frame.tint.y, frame.tint.z, 1)
  return frame.opacity * (colour + frame.tintAmount * (tint - colour))
}
