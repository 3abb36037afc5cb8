internal import Glibc

/// The box on the page plane that a sheet, or its shadow, reaches.
struct PlaneBox {
  private(set) var low = SIMD2<Double>(repeating: .infinity)
  private(set) var high = SIMD2<Double>(repeating: -.infinity)

  /// Takes in a point.
  mutating func add(_ point: SIMD2<Double>) {
    low = pointwiseMin(low, point)
    high = pointwiseMax(high, point)
  }

  /// Takes in what a point in height `z` darkens of the plane.
  mutating func add(_ point: SIMD2<Double>, height z: Double, spread: ShadowSpread) {
    low = pointwiseMin(low, point - z * spread.low)
    high = pointwiseMax(high, point + z * spread.high)
  }

  /// How far it stands over a page's sides, with `slack` for what sampling leaves out.
  func margin(beyond page: PageSize, slack: Double) -> Margin {
    margin(beyond: Rectangle(page), slack: slack)
  }

  /// The same beyond a rectangle.
  func margin(beyond page: Rectangle, slack: Double) -> Margin {
    func side(_ value: Double) -> Double { value > 1e-6 ? value + slack : 0 }
    let (before, after) = (page.origin - low, high - page.end)
    return Margin(
      left: side(before.x), top: side(before.y), right: side(after.x), bottom: side(after.y))
  }
}

/// How far along the plane a point of the sheet casts its shadow, for each page pixel of its height:
/// towards lower and towards higher x and y.
struct ShadowSpread {
  private(set) var low = SIMD2<Double>(repeating: -.infinity)
  private(set) var high = SIMD2<Double>(repeating: -.infinity)

  /// The lowest light that counts, degrees: a shadow beyond, which hides a lamp's lower rim alone,
  /// would be as long as fifty heights, and isn't seen.
  private static let lowest = 1.0

  /// Of a scene's light on a sheet that is folded so.
  init(_ light: Light, fold: Fold) {
    // The sky ends at the elevation 2 atan(1/5), whose cotangent this is.
    let across = 2.4
    if light.key.share < 1 {
      // Past the roll's ends, its share fades with the third power of the distance along the
      // rulings: so far, until it takes 1/255 of a light and changes no colour of 8 bits.
      let along = max(4.6 * cbrt(light.shadowAmount * (1 - light.key.share)), across)
      let ruling = fold.ruling
      high = SIMD2(max(across, along * abs(ruling.x)), max(across, along * abs(ruling.y)))
      low = high
    }
    guard light.key.share > 0 else { return }
    let key = light.key.direction
    let half = min(light.key.size / 2, light.key.elevation - Self.lowest)
    let sine = sin(half * .pi / 180)
    // A plane through the point and a line on the page plane just touches the disc of light where
    // its normal makes the angle 90° + half with the light's middle.
    func spread(_ along: Double) -> Double {
      let square = key.z * key.z - sine * sine
      let root = (key.z * key.z + along * along - sine * sine).squareRoot()
      return (sine * root - along * key.z) / square
    }
    high = pointwiseMax(high, SIMD2(spread(key.x), spread(key.y)))
    low = pointwiseMax(low, SIMD2(spread(-key.x), spread(-key.y)))
  }
}
