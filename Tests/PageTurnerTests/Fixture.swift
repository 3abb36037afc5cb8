import CurlCore
import PageTurner

/// A turner of a book of nine single pages, open in the middle, in a view of 900 × 600.
func makeTurner(
  _ rules: TurnerConfiguration = TurnerConfiguration(), pages: Int = 9, at stop: Int = 4
) throws -> Turner {
  try Turner(Book(pages: pages), view: SIMD2(900, 600), at: stop, rules)
}

/// The usual rules, but for a change.
func rules(_ change: (inout TurnerConfiguration) -> Void) -> TurnerConfiguration {
  var rules = TurnerConfiguration()
  change(&rules)
  return rules
}
