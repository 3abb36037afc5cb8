internal import CurlCore
internal import CurlKernels

/// Computes exact light at up to ``most`` pixels at once, the samples of a ``LightField``.
///
/// For one thread.
@safe final class ExactLight {
  /// Largest number of pixels at once.
  static var most: Int { Int(CURL_PLACES) }

  private let kind: Int32
  private let scale: LightField.Scale
  private let width: Int32
  private let frame: UnsafeMutablePointer<curl_frame>
  /// The x of all pixels, then their y.
  private let places: UnsafeMutablePointer<Int32>
  private let lights: UnsafeMutablePointer<Float>

  /// `constants`: a frame whose front is opaque.
  @unsafe init(
    _ constants: curl_frame, _ kind: LightField.Kind, _ scale: LightField.Scale, width: Int32
  ) {
    let own =
      switch kind {
      case .flatFront, .rolledUp: CURL_LIGHT_FLAT
      case .plane: CURL_LIGHT_PLANE
      case .frontInRoll, .frontBehind: CURL_LIGHT_FRONT
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

  /// Sets the `i`-th pixel.
  func place(_ i: Int, _ x: Int, _ y: Int) {
    unsafe places[i] = Int32(truncatingIfNeeded: x)
    unsafe places[Self.most + i] = Int32(truncatingIfNeeded: y)
  }

  /// The `i`-th pixel that was set.
  func place(_ i: Int) -> (x: Int, y: Int) {
    unsafe (Int(places[i]), Int(places[Self.most + i]))
  }

  /// Light at the first `count` pixels, on the field's scale.
  func light(_ count: Int) -> UnsafePointer<Float> {
    unsafe curl_light(width, frame, kind, places, places + Self.most, lights)
    if scale == .power { unsafe LightPower.raise(lights, count: count) }
    return unsafe UnsafePointer(lights)
  }

  /// Light at the 4 × 4 pixels from (x, y) on, row by row.
  func square(_ x: Int, _ y: Int) -> UnsafePointer<Float> {
    for i in 0..<16 { place(i, x + i % 4, y + i / 4) }
    return unsafe light(16)
  }

  /// Whether the nodes of an area show every edge of the key light in it.
  ///
  /// The area is a range of distances from the fold and of places along it, page pixels.
  func nodesShowKeyEdges(_ distance: ClosedRange<Float>, _ tau: ClosedRange<Float>) -> Bool {
    unsafe curl_nodes_show_key(
      width, frame, kind, distance.lowerBound, distance.upperBound, tau.lowerBound,
      tau.upperBound) != 0
  }
}
