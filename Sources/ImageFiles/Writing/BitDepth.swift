/// Bits per channel of a file.
public enum BitDepth: Int, Sendable, Equatable, CaseIterable {
  /// 0…255.
  case eight = 8
  /// 0…65535.
  case sixteen = 16
}
