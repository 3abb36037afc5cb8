#if Server
import Testing

@testable import CurlServer

@Suite("segments of jobs")
struct JobSegmentTests {
  @Test(
    "Segments cover a film once, in order, and are few enough for one message",
    arguments: [1, 59, 60, 61, 119, 120, 3059, 3060, 3061, 100_000, 1_000_000])
  func cover(frames: Int) {
    let segments = JobRunner.segments(frames)
    #expect(segments.first?.lowerBound == 0 && segments.last?.upperBound == frames)
    for (one, next) in zip(segments, segments.dropFirst()) {
      #expect(one.upperBound == next.lowerBound)
    }
    #expect(segments.allSatisfy { !$0.isEmpty })
    // The descriptors of a message are 64: these, and one of the output.
    #expect(segments.count <= 63)
  }

  @Test("A request is in quarantine when it has ended two workers, not one")
  func suspects() {
    var quarantine = Quarantine()
    quarantine.suspect([1])
    quarantine.suspect([2])
    #expect(quarantine.isEmpty && !quarantine.holds([1]))
    quarantine.suspect([1])
    #expect(quarantine.holds([1]) && !quarantine.holds([2]))
  }
}
#endif
