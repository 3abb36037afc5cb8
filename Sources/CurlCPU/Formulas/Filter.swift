internal import CurlCore
internal import CurlStore

// The one filter of both renderers. Twin of Shaders/Filter.glsl.
//
// A page is unit squares; a pixel's value is their mean over what it sees. A pixel is cut into
// taps; each tap's footprint on the page becomes the axis-aligned box with the same second moments
// along the axes, and the box is integrated exactly over the squares (or over 2^L squares at once
// where it spans at least 2^(L+2) of them both ways: half as many leave 34 dB where a frame is a
// quarter of its page).

/// The number of taps along one side of a pixel whose footprint is `stretch` times the narrowest.
func tapCount(_ stretch: Float, _ least: Int) -> Int {
  // No number at all counts as the most, too.
  max(Int((stretch < 32 ? stretch : 32).rounded(.up)), least)
}

/// The mean of a picture, or of its store, over a box of `extent` page pixels centred on `p`, cut to
/// the picture.
func boxMean(_ texels: Texels, _ p: SIMD2<Float>, _ extent: SIMD2<Float>) -> SIMD4<Float> {
  guard let store = texels.store else { return boxMean(texels.picture, p, extent) }
  return storeMean(store, texels, p * texels.scale + texels.offset, extent * texels.scale)
}

/// The same over a box in texels.
func boxMean(ofTexels texels: Texels, _ p: SIMD2<Float>, _ extent: SIMD2<Float>) -> SIMD4<Float> {
  guard let store = texels.store else { return boxMean(texels.picture, p, extent) }
  return storeMean(store, texels, p, extent)
}

/// The same of a store, in texels: means over whole texels of their own sizes.
private func storeMean(
  _ store: LinearPage16, _ texels: Texels, _ p: SIMD2<Float>, _ extent: SIMD2<Float>
) -> SIMD4<Float> {
  var level = 0
  var scale: Float = 1
  while level < LinearImage.coarsest && min(extent.x, extent.y) * scale >= 8 {
    level += 1
    scale /= 2
  }
  /// A box's end on one axis, in texels of that level.
  func end(_ place: Float, _ axis: Int) -> Float {
    let parts = texels.parts[axis]
    let whole = parts > 0 ? (place * parts).rounded() / parts : place
    return clamp(whole, texels.low[axis], texels.high[axis]) * scale
  }
  let (lowX, highX) = (end(p.x - extent.x / 2, 0), end(p.x + extent.x / 2, 0))
  let (lowY, highY) = (end(p.y - extent.y / 2, 1), end(p.y + extent.y / 2, 1))
  let image = level == 0 ? store : store.level(level)
  // What is no number counts as 0.
  func index(_ place: Float) -> Int { place > 0 ? Int(place) : 0 }
  let fromX = min(index(lowX), image.width - 1)
  let fromY = min(index(lowY), image.height - 1)
  let toX = max(min(index(highX.rounded(.up)), image.width) - 1, fromX)
  let toY = max(min(index(highY.rounded(.up)), image.height) - 1, fromY)
  var sum = SIMD4<Float>.zero
  var total: Float = 0
  for row in fromY...toY {
    let y = Float(row)
    let down = max(min(y + 1, highY) - max(y, lowY), 1e-6)
    var i = row * image.stride + fromX
    for column in fromX...toX {
      let x = Float(column)
      let weight = down * max(min(x + 1, highX) - max(x, lowX), 1e-6)
      let texel = image.texels[i]
      let colour = SIMD4(
        Float(UInt32(truncatingIfNeeded: texel & 0xFFFF)),
        Float(UInt32(truncatingIfNeeded: texel >> 16 & 0xFFFF)),
        Float(UInt32(truncatingIfNeeded: texel >> 32 & 0xFFFF)),
        Float(UInt32(truncatingIfNeeded: texel >> 48)))
      // The quotient that is 1 for 32767 exactly.
      sum += weight * (colour * (1 / Float(LinearPage16.whole)))
      total += weight
      i += 1
    }
  }
  return sum / total
}

/// The mean of a picture over a box of `extent` page pixels centred on `p`, cut to the picture.
func boxMean(_ picture: PreparedPicture, _ p: SIMD2<Float>, _ extent: SIMD2<Float>) -> SIMD4<Float>
{
  var level = 0
  var scale: Float = 1
  while level < LinearImage.coarsest && min(extent.x, extent.y) * scale >= 8 {
    level += 1
    scale /= 2
  }
  let (width, height) = (Float(picture.size.width), Float(picture.size.height))
  let lowX = clamp(p.x - extent.x / 2, 0, width) * scale
  let lowY = clamp(p.y - extent.y / 2, 0, height) * scale
  let highX = clamp(p.x + extent.x / 2, 0, width) * scale
  let highY = clamp(p.y + extent.y / 2, 0, height) * scale
  // Texels are counted in integers: floats stand still from 2^24 on.
  let size = LinearImage.size(level, width: picture.size.width, height: picture.size.height)
  /// What is no number counts as 0.
  func index(_ place: Float) -> Int { place > 0 ? Int(place) : 0 }
  let fromX = min(index(lowX), size.width - 1)
  let fromY = min(index(lowY), size.height - 1)
  let toX = max(min(index(highX.rounded(.up)), size.width) - 1, fromX)
  let toY = max(min(index(highY.rounded(.up)), size.height) - 1, fromY)
  /// The mean of texels that are read by their place in rows of `stride`.
  func mean(_ stride: Int, _ texel: (Int) -> SIMD4<Float>) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    var total: Float = 0
    for row in fromY...toY {
      let y = Float(row)
      // A box outside the picture has no extent left; the nearest square then stands for it.
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
  // Few bytes are decoded in less time than all of them are beforehand.
  if level == 0, !picture.opaqueBytes.isEmpty {
    return mean(picture.size.width) {
      SIMD4(
        picture.opaqueLight[Int(picture.opaqueBytes[4 * $0])],
        picture.opaqueLight[Int(picture.opaqueBytes[4 * $0 + 1])],
        picture.opaqueLight[Int(picture.opaqueBytes[4 * $0 + 2])], 1)
    }
  }
  let texels = picture.linear.level(level)
  return mean(texels.width) { texels.texels[$0] }
}
