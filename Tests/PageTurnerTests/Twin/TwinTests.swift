import Glibc
import PageTurner
import TestSupport
import Testing

/// The turner and its twin, which were written apart, say the same of any script.
@Suite struct TwinTests {
  /// How many scripts: 1,000, or `GLCURL_FUZZ`.
  private static var count: Int {
    guard let text = unsafe getenv("GLCURL_FUZZ") else { return 1000 }
    return max(Int(unsafe String(cString: text)) ?? 0, 1000)
  }

  @Test func theTurnerAndItsTwinSayTheSame() throws {
    var counts: [String: Int] = [:]
    for seed in 0..<UInt64(Self.count) {
      var random = Random(seed: seed)
      let script = random.twinScript(Random.twinFeatures)
      guard let difference = try TwinMatch.difference(script, &counts) else { continue }
      let shrunk = try TwinMatch.shrunk(script)
      let words = try TwinMatch.difference(shrunk, &counts)?.words ?? difference.words
      Issue.record("seed \(seed): \(shrunk): the turner \(words)")
      return
    }
  }
}
