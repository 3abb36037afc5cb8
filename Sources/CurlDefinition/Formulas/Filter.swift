package import CurlCore

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
package func boxMean(_ picture: PreparedPicture, _ p: SIMD2<Float>, _ extent: SIMD2<Float>)
  -> SIMD4<Float>
{
  let grid = picture.grid
  if grid.isPage { return boxMean(picture, p, extent, low: .zero, high: SIMD2<Float>(grid.page)) }
  let scale = SIMD2<Float>(grid.scale)
  return boxMean(
    picture, p * scale + SIMD2<Float>(grid.offset), extent * scale,
    low: SIMD2<Float>(grid.offset), high: SIMD2<Float>(grid.end))
}

/// The end of a box, texels, between the page's ends.
///
/// If `isSnapped`, an end that only rounding keeps off a texel's edge is put there. Farther ones are
/// drawn to it less and less, so that nothing jumps.
private func boxEnd(_ at: Float, _ low: Float, _ high: Float, isSnapped: Bool) -> Float {
  let edge = at.rounded()
  let away = abs(at - edge)
  let snap: Float = 1.0 / 256
  guard isSnapped && away < snap else { return clamp(at, low, high) }
  let left = max(2 * away - snap, 0)
  return clamp(at < edge ? edge - left : edge + left, low, high)
}

/// The mean over a box of texels, of a page that ends at `low` and `high`.
private func boxMean(
  _ picture: PreparedPicture, _ p: SIMD2<Float>, _ extent: SIMD2<Float>, low: SIMD2<Float>,
  high: SIMD2<Float>
) -> SIMD4<Float> {
  let isStore = !picture.grid.isPage
  var level = 0
  var scale: Float = 1
  while level < LinearImage.coarsest && min(extent.x, extent.y) * scale >= 8 {
    level += 1
    scale /= 2
  }
  func end(_ at: Float, _ i: Int) -> Float {
    // So that what lies flat is exact; thinner boxes could lose their extent.
    boxEnd(at, low[i], high[i], isSnapped: isStore && extent[i] >= 0.5) * scale
  }
  let lowX = end(p.x - extent.x / 2, 0)
  let lowY = end(p.y - extent.y / 2, 1)
  let highX = end(p.x + extent.x / 2, 0)
  let highY = end(p.y + extent.y / 2, 1)
  // Count texels in integers: floats can't count beyond 2^24.
  let size = LinearImage.size(level, width: picture.grid.width, height: picture.grid.height)
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
    return mean(picture.grid.width) {
      SIMD4(
        picture.opaqueLight[Int(picture.opaqueBytes[4 * $0])],
        picture.opaqueLight[Int(picture.opaqueBytes[4 * $0 + 1])],
        picture.opaqueLight[Int(picture.opaqueBytes[4 * $0 + 2])], 1)
    }
  }
  let texels = picture.linear.level(level)
  return mean(texels.width) { texels.texels[$0] }
}
