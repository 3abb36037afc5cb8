/// The values in which shades and tints are mixed with what they lie on.
public enum Mixing: Sendable, Equatable {
  /// Linear light.
  case linear
  /// sRGB-encoded values, as Core Animation and most image editors do. The same share of black looks
  /// darker than in linear light.
  case encoded
}
