/// Values in which shades and tints are mixed with the colours below.
public enum Mixing: Sendable, Equatable {
  /// Linear light.
  case linear
  /// sRGB-encoded values, as in Core Animation and most image editors; the same share of black
  /// looks darker than in linear light.
  case encoded
}
