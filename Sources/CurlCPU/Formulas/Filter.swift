internal import CurlCore

// The one filter of both renderers. Twin of Shaders/Filter.glsl.
//
// A page consists of unit squares; a pixel's value is their mean over the area that it sees. A
// pixel is cut into taps. Each tap's footprint on the page becomes the axis-aligned box with the
// same second moments along the axes. The box is integrated exactly over the squares, or over 2^L
// squares at once where it spans at least 2^(L+2) of them in both directions: with half as many,
// PSNR falls to 34 dB where a frame is a quarter of its page.

/// The number of taps along one side of a pixel whose footprint is `stretch` times the narrowest
/// one.
func tapCount(_ stretch: Float, _ least: Int) -> Int {
  // NaN counts as the greatest stretch.
  max(Int((stretch < 32 ? stretch : 32).rounded(.up)), least)
}

/// The mean of a picture over a box of `extent` page pixels centred on `p`, clipped to the picture.
func boxMean(_ picture: PreparedPicture, _ p: SIMD2<Float>, _ extent: SIMD2<Float>) -> SIMD4<Float>
{
  var level = 0
  var scale: Float = 1
  while level < LinearImage.coarsest && min(extent.x, extent.y) * scale >= 8 {
    level += 1
    scale /= 2
  }
  let (width, height) = (Float(picture.pixmap.width), Float(picture.pixmap.height))
  let lowX = clamp(p.x - extent.x / 2, 0, width) * scale
  let lowY = clamp(p.y - extent.y / 2, 0, height) * scale
  let highX = clamp(p.x + extent.x / 2, 0, width) * scale
  let highY = clamp(p.y + extent.y / 2, 0, height) * scale
  // Count texels in integers: floats can't count beyond 2^24.
  let size = LinearImage.size(level, width: picture.pixmap.width, height: picture.pixmap.height)
  /// NaN counts as 0.
  func index(_ place: Float) -> Int { place > 0 ? Int(place) : 0 }
  let fromX = min(index(lowX), size.width - 1)
  let fromY = min(index(lowY), size.height - 1)
  let toX = max(min(index(highX.rounded(.up)), size.width) - 1, fromX)
  let toY = max(min(index(highY.rounded(.up)), size.height) - 1, fromY)
  /// The mean of texels, read by their index in rows of `stride`.
  func mean(_ stride: Int, _ texel: (Int) -> SIMD4<Float>) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    var total: Float = 0
    for row in fromY...toY {
      let y = Float(row)
      // A box outside the picture has no extent; the nearest square stands for it.
      let down = max(min(y + 1, highY) - max(y, lowY), 1e-6)
      var i = row * stride + fromX
      for column in fromX...toX {
        let x = Float(column)
        let weight = down * max(min(x + 1, highX) - max(x, lowX), 1e-6)
        sum += weight * texel(i)
        total += weight
        i += 1
      }
    }
    return sum / total
  }
  // Decoding few bytes takes less time than decoding the whole page beforehand.
  if level == 0, !picture.opaqueBytes.isEmpty {
    return mean(picture.pixmap.width) {
      SIMD4(
        picture.opaqueLight[Int(picture.opaqueBytes[4 * $0])],
        picture.opaqueLight[Int(picture.opaqueBytes[4 * $0 + 1])],
        picture.opaqueLight[Int(picture.opaqueBytes[4 * $0 + 2])], 1)
    }
  }
  let texels = picture.linear.level(level)
  return mean(texels.width) { texels.texels[$0] }
}
