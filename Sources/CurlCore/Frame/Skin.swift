/// A surface of the sheet: the circle of the roll and its view by the camera.
package struct Skin: Sendable, Equatable {
  /// Radius of the circle, page pixels.
  package let radius: Float
  /// Distance from the fold line, on the page plane, at which the roll's silhouette is seen.
  package let silhouette: Float
  /// Decrease per page pixel of a ray's squared half chord in the circle, at the silhouette; keeps
  /// the compression of the last pixel finite.
  package let chordSlope: Float

  init(radius: Double, axis: Double, _ view: CrossView) {
    let x = view.silhouette(radius: radius, axis: axis, limit: 1e7)
    let w = view.tilt(x)
    // −d/dx of radius² (1 + w²) − (w · axis + x)², with dw/dx = −nearness.
    let fall =
      2 * radius * radius * w * view.nearness
      + 2 * (w * axis + x) * (1 - axis * view.nearness)
    self.radius = Float(radius)
    silhouette = Float(x)
    chordSlope = Float(max(fall, 0))
  }
}
