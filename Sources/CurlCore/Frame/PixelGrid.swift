/// Where a frame's pixels lie on the page plane.
package struct PixelGrid: Sendable, Equatable {
  /// Page point of the frame's top-left corner.
  package let origin: SIMD2<Double>
  /// Page pixels per pixel.
  package let step: SIMD2<Double>
}

extension CurlFrame {
  /// Whether the camera looks straight down, from far away.
  package var isSeenStraight: Bool { nearness == 0 && viewOffset == .zero }

  /// The grid that sees, from straight above, what this frame's pixels see through its camera of a
  /// surface at a height, parallel to the page.
  ///
  /// A ray through (x, tau) of the page plane is at (x, tau) + height · (viewOffset − nearness · (x,
  /// tau)): a similarity.
  package func grid(at height: Float) -> PixelGrid {
    let (origin, step) = (SIMD2<Double>(origin), SIMD2<Double>(step))
    guard !isSeenStraight else { return PixelGrid(origin: origin, step: step) }
    let height = Double(height)
    let scale = 1 - height * Double(nearness)
    let shift = height * SIMD2<Double>(viewOffset)
    let (fold, n, t) = (SIMD2<Double>(fold), SIMD2<Double>(normal), SIMD2<Double>(ruling))
    let way = scale * (origin - fold) + shift.x * n + shift.y * t
    return PixelGrid(origin: fold + way, step: scale * step)
  }

  /// The grid on the upper surface of the flap.
  package var flapGrid: PixelGrid { grid(at: radius + outer.radius) }
}
