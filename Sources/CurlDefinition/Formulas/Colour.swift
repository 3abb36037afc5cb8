internal import CurlCore

// From linear light to stored channels. Twin of Shaders/Colour.glsl.

/// `over` composited on `under`, both premultiplied linear light.
func composite(_ over: SIMD4<Float>, _ under: SIMD4<Float>) -> SIMD4<Float> {
  over + (1 - over.w) * under
}

/// Composites in encoded values: `over` and `under` are encoded, premultiplied, composited and
/// decoded.
func compositeEncoded(_ over: SIMD4<Float>, _ under: SIMD4<Float>) -> SIMD4<Float> {
  if over.w <= 0 { return under }
  let alpha = over.w + (1 - over.w) * under.w
  func encoded(_ colour: SIMD4<Float>) -> SIMD4<Float> {
    if colour.w <= 0 { return .zero }
    return colour.w
      * SIMD4(
        encode(colour.x / colour.w), encode(colour.y / colour.w), encode(colour.z / colour.w), 1)
  }
  let sum = encoded(over) + (1 - over.w) * encoded(under)
  return alpha
    * SIMD4(decode(sum.x / alpha), decode(sum.y / alpha), decode(sum.z / alpha), 1)
}

/// The colour times `light`; alpha stays.
func lit(_ colour: SIMD4<Float>, _ light: Float) -> SIMD4<Float> {
  SIMD4(colour.x * light, colour.y * light, colour.z * light, colour.w)
}

/// The sRGB-encoded value 0…1 of linear light 0…1, from a table over the square root (4,096 steps,
/// interpolated: within 1e-6 of the formula).
package func encode(_ linear: Float) -> Float {
  let x = min(max(linear, 0), 1).squareRoot() * Float(EncodingTable.steps)
  let i = min(Int(x), EncodingTable.steps - 1)
  let low = EncodingTable.values[i]
  return low + (EncodingTable.values[i + 1] - low) * (x - Float(i))
}

/// The linear light 0…1 of an sRGB-encoded value 0…1.
package func decode(_ encoded: Float) -> Float { Float(SRGB.decode(Double(encoded))) }

/// Stored channels 0…1 of premultiplied linear light: encode(colour) · alpha.
///
/// Alpha is rounded to one of `steps` first and the colour fitted to it: rounding an edge's alpha
/// then doesn't change its light.
package func stored(_ linear: SIMD4<Float>, _ steps: Float) -> SIMD4<Float> {
  let alpha = (min(linear.w, 1) * steps).rounded() / steps
  if alpha > 0.999999 { return SIMD4(encode(linear.x), encode(linear.y), encode(linear.z), 1) }
  if alpha <= 0 { return .zero }
  return SIMD4(
    encode(linear.x / alpha) * alpha, encode(linear.y / alpha) * alpha,
    encode(linear.z / alpha) * alpha, alpha)
}

private enum EncodingTable {
  static let steps = 4096
  static let values: [Float] = (0...steps).map {
    let x = Double($0) / Double(steps)
    return Float(SRGB.encode(x * x))
  }
}

/// Mixes a share 0…1 of the other side into a side's own colour.
///
/// A side that is cut to the other side's shape covers exactly the same area. Any other side has its
/// own shape: the other side shines through only within it, and only where the other side itself
/// is.
func shining(
  _ own: SIMD4<Float>, _ other: SIMD4<Float>, isCut: Bool, _ share: Float
) -> SIMD4<Float> {
  if isCut { return own + share * (other - own) }
  let seen = own.w * other + (1 - other.w) * own
  return own + share * (SIMD4(seen.x, seen.y, seen.z, own.w) - own)
}

/// Mixes a share 0…1 of an opaque tint into a colour.
func tinted(_ colour: SIMD4<Float>, _ tint: SIMD4<Float>, _ amount: Float) -> SIMD4<Float> {
  colour + amount * (colour.w * SIMD4(tint.x, tint.y, tint.z, 1) - colour)
}
