internal import CurlCore
internal import CurlKernels

/// The exact light at up to ``most`` pixels at once: what a ``LightField`` is made of.
///
/// For one thread.
@safe final class ExactLight {
  /// Most pixels at once.
  static var most: Int { Int(CURL_PLACES) }

  private let kind: Int32
  private let scale: LightField.Scale
  private let width: Int32
  private let frame: UnsafeMutablePointer<curl_frame>
  /// Pixels' x, then their y.
  private let places: UnsafeMutablePointer<Int32>
  private let lights: UnsafeMutablePointer<Float>

  /// Of a frame whose pictures stay pinned, or whose front is opaque.
  @unsafe init(
    _ constants: curl_frame, _ kind: LightField.Kind, _ scale: LightField.Scale, width: Int32
  ) {
    let own =
      switch kind {
      case .front: CURL_LIGHT_FLAT
      case .plane: CURL_LIGHT_PLANE
      case .inside, .under: CURL_LIGHT_FRONT
      }
    self.kind = Int32(own.rawValue)
    self.scale = scale
    self.width = width
    unsafe frame = .allocate(capacity: 1)
    unsafe frame.initialize(to: constants)
    unsafe places = .allocate(capacity: 2 * Self.most)
    unsafe places.initialize(repeating: 0, count: 2 * Self.most)
    unsafe lights = .allocate(capacity: Self.most)
    unsafe lights.initialize(repeating: 0, count: Self.most)
  }

  deinit {
    unsafe frame.deallocate()
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

  /// What the first `count` pixels get, on the field's scale.
  func light(_ count: Int) -> UnsafePointer<Float> {
    unsafe curl_light(width, frame, kind, places, places + Self.most, lights)
    if scale == .power {
      for i in 0..<count { unsafe lights[i] = LightPower.of(lights[i]) }
    }
    return unsafe UnsafePointer(lights)
  }

  /// What the four by four pixels from (x, y) on get, row by row.
  func square(_ x: Int, _ y: Int) -> UnsafePointer<Float> {
    for i in 0..<16 { place(i, x + i % 4, y + i / 4) }
    return unsafe light(16)
  }

  /// Whether no edge of the key light hides between nodes of an area: distances from the fold, and
  /// places along it.
  func tellsKey(_ distance: ClosedRange<Float>, _ tau: ClosedRange<Float>) -> Bool {
    unsafe curl_key_tells(
      width, frame, kind, distance.lowerBound, distance.upperBound, tau.lowerBound,
      tau.upperBound) != 0
  }
}
