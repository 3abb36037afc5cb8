internal import Glibc

/// Bounding box of a sheet, or of its shadow, on the page plane.
struct PlaneBox {
  private(set) var low = SIMD2<Double>(repeating: .infinity)
  private(set) var high = SIMD2<Double>(repeating: -.infinity)

  /// Extends the box to a point.
  mutating func add(_ point: SIMD2<Double>) {
    low = pointwiseMin(low, point)
    high = pointwiseMax(high, point)
  }

  /// Extends the box to the shadow of a point at height `z`.
  mutating func add(_ point: SIMD2<Double>, height z: Double, shadow: ShadowLengths) {
    low = pointwiseMin(low, point - z * shadow.low)
    high = pointwiseMax(high, point + z * shadow.high)
  }

  /// Margin of the box around a page; `slack`, page pixels, compensates for sampling.
  func margin(beyond page: PageSize, slack: Double) -> Margin {
    margin(beyond: Rectangle(page), slack: slack)
  }

  /// Margin of the box around a rectangle.
  func margin(beyond page: Rectangle, slack: Double) -> Margin {
    func side(_ value: Double) -> Double { value > 1e-6 ? value + slack : 0 }
    let (before, after) = (page.origin - low, high - page.end)
    return Margin(
      left: side(before.x), top: side(before.y), right: side(after.x), bottom: side(after.y))
  }
}

/// Lengths of a point's shadow per page pixel of its height: towards lower and towards higher x and
/// y.
struct ShadowLengths {
  private(set) var low = SIMD2<Double>(repeating: -.infinity)
  private(set) var high = SIMD2<Double>(repeating: -.infinity)

  /// Lowest elevation of light that counts, degrees.
  ///
  /// Lower light, from the lower rim of the key light, casts a faint shadow over fifty heights
  /// long.
  private static let lowest = 1.0

  /// The shadow lengths of a folded sheet under a light.
  init(_ light: Light, fold: Fold) {
    // The sky ends at the elevation 2 atan(1/5); this is its cotangent.
    let across = 2.4
    if light.key.share < 1 {
      // Past the roll's ends, the shadow fades with the third power of the distance along the
      // rulings. At this distance it takes 1/255 of the light, too little to change an 8-bit
      // colour.
      let along = max(4.6 * cbrt(light.shadowAmount * (1 - light.key.share)), across)
      let ruling = fold.ruling
      high = SIMD2(max(across, along * abs(ruling.x)), max(across, along * abs(ruling.y)))
      low = high
    }
    guard light.key.share > 0 else { return }
    let key = light.key.direction
    let half = min(light.key.size / 2, light.key.elevation - Self.lowest)
    let sine = sin(half * .pi / 180)
    // A plane through the point and a line on the page plane touches the light's disc if the angle
    // between its normal and the light's centre is 90° plus half the disc's diameter.
    func length(_ along: Double) -> Double {
      let square = key.z * key.z - sine * sine
      let root = (key.z * key.z + along * along - sine * sine).squareRoot()
      return (sine * root - along * key.z) / square
    }
    high = pointwiseMax(high, SIMD2(length(key.x), length(key.y)))
    low = pointwiseMax(low, SIMD2(length(-key.x), length(-key.y)))
  }
}
