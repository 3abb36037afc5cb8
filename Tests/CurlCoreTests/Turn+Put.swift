import CurlCore
import Testing

extension Turn {
  /// Sets a numeric parameter that must be there.
  mutating func put(_ name: String, _ value: Double) {
    let isThere = set(name, to: value)
    #expect(isThere, "\(name)")
  }
}
