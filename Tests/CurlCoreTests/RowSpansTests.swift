import CurlCore
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

  @Test func whatLiesBesideTheCanvasDoesNotCount() {
    var spans = RowSpans(width: 4, height: 4)
    spans.add([SIMD2(-9, -9), SIMD2(2, -9), SIMD2(2, 9), SIMD2(-9, 9)])
    spans.add([SIMD2(5, 0), SIMD2(9, 0), SIMD2(9, 4), SIMD2(5, 4)])
    #expect(spans.rows == [[0..<2], [0..<2], [0..<2], [0..<2]])
  }
}
