internal import ImageFiles
internal import PageCurl

/// Mark of a finger on a finished picture: a soft dark disc with a light one inside, visible on any
/// page.
///
/// The mark is mixed in linear light; its rims are at least a pixel wide.
struct FingerMark: Sendable {
  /// Radius of the outer disc, pixels.
  let radius: Double

  /// A mark scaled to a picture's size.
  init(width: Int, height: Int) {
    radius = max(4, 0.03 * Double(min(width, height)))
  }

  /// Radius of the inner disc as a share of the outer one's.
  private static let inner = 0.55
  /// Opacity of the discs.
  private static let (darkness, brightness) = (0.4, 0.75)

  /// Coverage of a point by a disc: 1 inside, 0 beyond its rim, linear across the rim.
  private static func cover(_ distance: Double, _ radius: Double, rim: Double) -> Double {
    min(max((radius + rim / 2 - distance) / rim, 0), 1)
  }

  /// The picture with a mark at each of `places`, pixels, y down.
  func drawn(on picture: Pixmap, at places: [SIMD2<Double>]) -> Pixmap {
    let picture = picture.premultiplied
    switch picture.storage {
    case .rgba8(var bytes):
      draw(on: &bytes, picture.width, picture.height, most: 255, at: places)
      return Pixmap(width: picture.width, height: picture.height, rgba8: bytes)
    case .rgba16(var values):
      draw(on: &values, picture.width, picture.height, most: 65535, at: places)
      return Pixmap(width: picture.width, height: picture.height, rgba16: values)
    }
  }

  private func draw<Channel: FixedWidthInteger>(
    on values: inout [Channel], _ width: Int, _ height: Int, most: Double,
    at places: [SIMD2<Double>]
  ) {
    for place in places {
      // Skip a distant mark: it is invisible, and its pixel numbers could overflow.
      guard abs(place.x) < 1e6, abs(place.y) < 1e6 else { continue }
      let halfExtent = 1.25 * radius + 1
      let (top, bottom) = (
        max(Int(place.y - halfExtent), 0), min(Int(place.y + halfExtent) + 1, height)
      )
      let (left, right) = (
        max(Int(place.x - halfExtent), 0), min(Int(place.x + halfExtent) + 1, width)
      )
      guard top < bottom, left < right else { continue }
      for y in top..<bottom {
        for x in left..<right {
          let way = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - place
          let distance = (way * way).sum().squareRoot()
          let dark = Self.darkness * Self.cover(distance, radius, rim: max(0.5 * radius, 1))
          let light = Self.brightness * Self.cover(distance, Self.inner * radius, rim: 1)
          guard dark > 0 || light > 0 else { continue }
          let index = 4 * (y * width + x)
          mix(0, dark, into: &values, index, most)
          mix(1, light, into: &values, index, most)
        }
      }
    }
  }

  /// Mixes grey over a premultiplied pixel, in linear light.
  private func mix<Channel: FixedWidthInteger>(
    _ grey: Double, _ share: Double, into values: inout [Channel], _ index: Int, _ most: Double
  ) {
    guard share > 0 else { return }
    let alpha = Double(values[index + 3]) / most
    let whole = share + alpha * (1 - share)
    for channel in index..<index + 3 {
      let straight = alpha > 0 ? min(Double(values[channel]) / most / alpha, 1) : 0
      let light = grey * share + SRGB.decode(straight) * alpha * (1 - share)
      values[channel] = Channel((SRGB.encode(light / whole) * whole * most).rounded())
    }
    values[index + 3] = Channel((whole * most).rounded())
  }
}
