import CurlCore
import TestSupport
import Testing

/// Runs of pixels, row by row.
@Suite struct RowSpansTests {
  @Test func aPolygonCountsThePixelsWhoseCentresItHolds() {
    var spans = RowSpans(width: 10, height: 6)
    spans.add([SIMD2(2, 1), SIMD2(7.4, 1), SIMD2(7.4, 4), SIMD2(2, 4)])
    #expect(spans.rows == [[], [2..<7], [2..<7], [2..<7], [], []])
    #expect(spans.gaps(0) == [0..<10])
    #expect(spans.gaps(2) == [0..<2, 7..<10])
    #expect(spans.columns(0..<6) == 2..<7)
    #expect(spans.columns(4..<6) == nil)
  }

  @Test func runsThatMeetAreJoined() {
    var spans = RowSpans(width: 20, height: 1)
    for (from, to) in [(12.0, 15.0), (2, 4), (8, 9), (4, 8)] {
      spans.add([SIMD2(from, 0), SIMD2(to, 0), SIMD2(to, 1), SIMD2(from, 1)])
    }
    #expect(spans.rows == [[2..<9, 12..<15]])
    #expect(spans.gaps(0) == [0..<2, 9..<12, 15..<20])
  }

  /// Three runs become two, then one; the gaps and the hull follow.
  @Test func aRunOverSeveralJoinsThem() {
    var spans = RowSpans(width: 20, height: 2)
    func add(_ from: Double, _ to: Double) {
      spans.add([SIMD2(from, 0), SIMD2(to, 0), SIMD2(to, 1), SIMD2(from, 1)])
    }
    add(8, 9)
    add(2, 4)
    add(14, 17)
    #expect(spans.rows == [[2..<4, 8..<9, 14..<17], []])
    #expect(spans.gaps(0) == [0..<2, 4..<8, 9..<14, 17..<20])
    #expect(spans.columns(0..<2) == 2..<17)
    // Within one that is there, from one to the next, and beyond both ends.
    add(15, 16)
    #expect(spans.rows[0] == [2..<4, 8..<9, 14..<17])
    add(4, 8)
    #expect(spans.rows[0] == [2..<9, 14..<17])
    add(7, 18)
    #expect(spans.rows[0] == [2..<18])
    #expect(spans.gaps(0) == [0..<2, 18..<20])
    add(0, 20)
    #expect(spans.rows == [[0..<20], []])
    #expect(spans.gaps(0).isEmpty && spans.gaps(1) == [0..<20])
  }

  /// Runs in several parts, against a bit for each pixel.
  @Test func anySetOfRunsIsItsPixels() {
    var random = Random(seed: 7)
    for _ in 0..<200 {
      var spans = RowSpans(width: 24, height: 1)
      var pixels = [Bool](repeating: false, count: 24)
      for _ in 0..<6 {
        let from = Int(random.next() % 24)
        let to = min(from + 1 + Int(random.next() % 5), 24)
        spans.add([
          SIMD2(Double(from), 0), SIMD2(Double(to), 0), SIMD2(Double(to), 1),
          SIMD2(Double(from), 1),
        ])
        for x in from..<to { pixels[x] = true }
        let (runs, gaps) = (spans.rows[0], spans.gaps(0))
        for x in 0..<24 {
          #expect(runs.contains { $0.contains(x) } == pixels[x])
          #expect(gaps.contains { $0.contains(x) } != pixels[x])
        }
        #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      }
    }
  }

  @Test func whatLiesBesideTheCanvasDoesNotCount() {
    var spans = RowSpans(width: 4, height: 4)
    spans.add([SIMD2(-9, -9), SIMD2(2, -9), SIMD2(2, 9), SIMD2(-9, 9)])
    spans.add([SIMD2(5, 0), SIMD2(9, 0), SIMD2(9, 4), SIMD2(5, 4)])
    #expect(spans.rows == [[0..<2], [0..<2], [0..<2], [0..<2]])
  }
}
