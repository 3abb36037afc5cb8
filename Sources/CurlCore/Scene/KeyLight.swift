/// A distant lamp or window: a disc of light whose shadow is hard at contact and softer with
/// distance.
///
/// The sky and the key light share all light: a flat, unshadowed page gets exactly 1.
public struct KeyLight: Sendable, Equatable {
  /// Share of all light, 0 (none, the default) … 1; the sky has the rest.
  public var share: Double
  /// Angle of the light above the page plane, degrees, 20…90; default 45.
  public var elevation: Double
  /// Direction from which the light comes, degrees, y up: 0 is right, 90 is the top; default 135.
  public var azimuth: Double
  /// Angular diameter, degrees, 0.5 (the sun) … 30; default 12.
  public var size: Double

  /// A key light; the default share of 0 disables it.
  public init(
    share: Double = 0, elevation: Double = 45, azimuth: Double = 135, size: Double = 12
  ) {
    self.share = share
    self.elevation = elevation
    self.azimuth = azimuth
    self.size = size
  }

  /// Unit vector towards the light: x, y (down) and height.
  package var direction: SIMD3<Double> {
    let (ce, se) = cosineAndSine(degrees: elevation)
    let (ca, sa) = cosineAndSine(degrees: azimuth)
    return SIMD3(ce * ca, -ce * sa, se)
  }
}
