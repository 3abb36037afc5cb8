internal import CurlCore

// The one filter of both renderers. Twin of Shaders/Filter.glsl.
//
// A page is unit squares; a pixel's value is their mean over what it sees. A pixel is cut into
// taps; each tap's footprint on the page becomes the axis-aligned box with the same second moments
// along the axes, and the box is integrated exactly over the squares (or over 2^L squares at once
// where it spans at least 2^(L+1) of them both ways).

/// The number of taps along one side of a pixel whose footprint is `stretch` times the narrowest.
func tapCount(_ stretch: Float, _ least: Int) -> Int {
  min(max(Int(stretch.rounded(.up)), least), 32)
}

/// The mean of a picture over a box of `extent` page pixels centred on `p`, cut to the picture.
func boxMean(_ image: LinearImage, _ p: SIMD2<Float>, _ extent: SIMD2<Float>) -> SIMD4<Float> {
  var level = 0
  var scale: Float = 1
  while level < LinearImage.coarsest && min(extent.x, extent.y) * scale >= 4 {
    level += 1
    scale /= 2
  }
  let size = SIMD2(Float(image.width), Float(image.height))
  let low = (p - extent / 2).clamped(lowerBound: .zero, upperBound: size) * scale
  let high = (p + extent / 2).clamped(lowerBound: .zero, upperBound: size) * scale
  let last = (size * scale).rounded(.up) - 1
  let from = pointwiseMin(low.rounded(.down), last)
  let to = pointwiseMax(high.rounded(.up) - 1, from)
  let texels = image.levels[level]
  var sum = SIMD4<Float>.zero
  var total: Float = 0
  for y in Int(from.y)...Int(to.y) {
    // A box outside the picture has no extent left; the nearest square then stands for it.
    let down = max(min(Float(y + 1), high.y) - max(Float(y), low.y), 1e-6)
    for x in Int(from.x)...Int(to.x) {
      let weight = down * max(min(Float(x + 1), high.x) - max(Float(x), low.x), 1e-6)
      sum += weight * texels.texels[y * texels.width + x]
      total += weight
    }
  }
  return sum / total
}
