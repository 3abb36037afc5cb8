package import CurlCore
package import CurlKernels

/// The exact light of the sky at up to ``most`` pixels at once, for opaque sheets and without a key
/// light: what a ``LightField`` is made of.
///
/// For one thread.
@safe package final class SkyLight {
  /// Most pixels at once.
  package static let most = 16

  private let kind: LightField.Kind
  private let isWide: Int32
  private let sky: UnsafeMutablePointer<curl_sky>
  /// Pixels' x, then their y.
  private let places: UnsafeMutablePointer<Int32>
  private let lights: UnsafeMutablePointer<Float>

  init(_ frame: CurlFrame, _ kind: LightField.Kind) {
    self.kind = kind
    isWide = curl_taps_usable() != 0 ? 1 : 0
    unsafe sky = .allocate(capacity: 1)
    unsafe sky.initialize(to: curl_sky(frame))
    unsafe places = .allocate(capacity: 2 * Self.most)
    unsafe places.initialize(repeating: 0, count: 2 * Self.most)
    unsafe lights = .allocate(capacity: Self.most)
    unsafe lights.initialize(repeating: 0, count: Self.most)
  }

  deinit {
    unsafe sky.deallocate()
    unsafe places.deallocate()
    unsafe lights.deallocate()
  }

  /// Puts the `i`-th pixel.
  func place(_ i: Int, _ x: Int, _ y: Int) {
    unsafe places[i] = Int32(truncatingIfNeeded: x)
    unsafe places[Self.most + i] = Int32(truncatingIfNeeded: y)
  }

  /// The `i`-th pixel that was put.
  func place(_ i: Int) -> (x: Int, y: Int) {
    unsafe (Int(places[i]), Int(places[Self.most + i]))
  }

  /// What the first `count` pixels get, as the field's kind has it.
  func light(_ count: Int) -> UnsafePointer<Float> {
    let kind =
      switch self.kind {
      case .front: CURL_SKY_FLAT
      case .plane: CURL_SKY_PLANE
      case .inside, .under: CURL_SKY_FRONT
      }
    unsafe curl_sky_light(
      isWide, sky, Int32(kind.rawValue), places, places + Self.most, count > 8 ? 16 : 8, lights)
    switch self.kind {
    case .front, .plane:
      for i in 0..<count { unsafe lights[i] = LightPower.of(lights[i]) }
    case .inside, .under: break
    }
    return unsafe UnsafePointer(lights)
  }

  /// What the four by four pixels from (x, y) on get, row by row.
  func square(_ x: Int, _ y: Int) -> UnsafePointer<Float> {
    for i in 0..<16 { place(i, x + i % 4, y + i / 4) }
    return unsafe light(16)
  }

  /// What four pixels around the middle of a cell from (x, y) on get, whose sides are four times
  /// `unit`: that far above it, left, right and below.
  func cross(_ x: Int, _ y: Int, _ unit: Int) -> SIMD4<Float> {
    place(0, x + 2 * unit, y + unit)
    place(1, x + unit, y + 2 * unit)
    place(2, x + 3 * unit, y + 2 * unit)
    place(3, x + 2 * unit, y + 3 * unit)
    let found = unsafe light(4)
    return unsafe SIMD4(found[0], found[1], found[2], found[3])
  }
}

extension curl_sky {
  /// A frame's sheet under its sky.
  package init(_ frame: CurlFrame) {
    let (caster, origin) = (frame.caster, frame.origin - frame.fold)
    self.init(
      origin_x: origin.x, origin_y: origin.y, step_x: frame.step.x, step_y: frame.step.y,
      normal_x: frame.normal.x, normal_y: frame.normal.y, sheet_radius: frame.radius,
      amount: frame.shadowAmount, front_limit: caster.frontLimit, radius: caster.radius,
      foot: caster.foot, roll_length: caster.rollLength,
      length_per_radian: caster.lengthPerRadian, slope: caster.slope, top_x: caster.top.x,
      top_y: caster.top.y, bottom_x: caster.bottom.x, bottom_y: caster.bottom.y,
      far_x: caster.far.x, far_y: caster.far.y, near_x: caster.near.x, near_y: caster.near.y,
      end_x: caster.end.x, end_y: caster.end.y, furthest: caster.furthest,
      corner: caster.corner, corner_share: caster.cornerShare)
  }
}
