/// Light and shadow of a scene: a soft sky above the page and, optionally, a key light.
public struct Light: Sendable, Equatable {
  /// Whether light and shadow are drawn; if false, only geometry, edges and filtering remain.
  public var isLit: Bool
  /// Share of the light that full shadow removes, 0…1.
  public var shadowAmount: Double
  /// Half of the shadow's scale: 0.5 is physical; at 1 the shadow falls twice as far.
  public var shadowSize: Double
  /// Minimum height from which a folded sheet casts its shadow, page pixels; 0 is physical.
  public var shadowLift: Double
  /// Strength of the shading of the roll's outside, 0…1; at 1 each point gets exactly the light of
  /// its visible sky.
  public var shading: Double
  /// The key light.
  public var key: KeyLight
  /// Share of the light that the page reflects onto the roll's outside, 0…1: the page's albedo.
  public var bounce: Double
  /// Share of the light that the roll's outside reflects from the windows of a room, 0…1: see
  /// ``Look/sheen``.
  public var sheen: Double
  /// Least radius of a roll as light sees it, page pixels, ≥ 0: the crease of a sharp fold; 0 has
  /// none.
  public var crease: Double
  /// Strength of the key light's reflection on bent paper, 0…1.
  public var gloss: Double
  /// Factor of `shadowAmount`, `shading`, `sheen` and `gloss`, 0…1; turns ramp it at both ends.
  public var strength: Double

  /// Scale of the shadow; 1 is physical.
  package var shadowScale: Double { 2 * shadowSize }

  /// Light from its parts.
  public init(
    isLit: Bool = true, shadowAmount: Double = 0.7, shadowSize: Double = 0.5,
    shadowLift: Double = 0, shading: Double = 0.7, key: KeyLight = KeyLight(), bounce: Double = 0,
    sheen: Double = 0, crease: Double = 0, gloss: Double = 0, strength: Double = 1
  ) {
    self.isLit = isLit
    self.shadowAmount = shadowAmount
    self.shadowSize = shadowSize
    self.shadowLift = shadowLift
    self.shading = shading
    self.key = key
    self.bounce = bounce
    self.sheen = sheen
    self.crease = crease
    self.gloss = gloss
    self.strength = strength
  }
}
