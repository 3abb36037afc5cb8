import PageTurner
import TestSupport
import Testing

/// The turner and its twin, which were written apart, say the same of 1,000 scripts.
///
/// Of more scripts some differ by a rounding: a finger that rests at a half to the last bit, say. The
/// twin knows no peeks, snapping points, smoothing, easings, corners, directions or kinds of turn.
@Suite struct TwinTests {
  @Test func theTurnerAndItsTwinSayTheSame() throws {
    var counts: [String: Int] = [:]
    for seed in 0..<UInt64(1000) {
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
