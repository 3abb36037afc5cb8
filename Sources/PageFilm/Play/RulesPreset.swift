internal import PageTurner

/// Rules of a page turner by their name.
package enum RulesPreset: String, CaseIterable {
  case standard, flipboard, reader, leaves

  /// The rules; `isFacing` tells whether pages face each other.
  func rules(isFacing: Bool) -> TurnerConfiguration {
    switch self {
    case .standard: TurnerConfiguration()
    case .flipboard: .flipboard
    case .reader: .reader
    case .leaves: .leaves(isFacing: isFacing)
    }
  }
}
