internal import PageTurner

/// Named sets of rules by which input turns pages.
public enum RulesPreset: String, CaseIterable, Sendable {
  /// The default of `TurnerConfiguration`.
  case standard
  /// Half flips, as in Flipboard.
  case flipboard
  /// The slide of an e-book reader.
  case reader
  /// The rules of the Leaves library.
  case leaves

  /// The rules of a book; `isFacing` is true if its pages face each other.
  func rules(isFacing: Bool) -> TurnerConfiguration {
    switch self {
    case .standard: TurnerConfiguration()
    case .flipboard: .flipboard
    case .reader: .reader
    case .leaves: .leaves(isFacing: isFacing)
    }
  }
}
