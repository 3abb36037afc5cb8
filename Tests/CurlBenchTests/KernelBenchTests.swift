import CurlCore
import PageCurl
import Testing

@testable import CurlBench
@testable import CurlRaster

@Suite struct KernelBenchTests {
  @Test func everyKernelWithATwinIsTimedAgainstItAndWritesTheSame() throws {
    let size = PageSize(width: 96, height: 128)
    let found = try KernelBench(sizes: [size], rounds: 1, say: { _ in }).run()
    guard let reports = found else {
      #expect(!KernelTrial.hasWide)
      try Test.cancel("this processor has no AVX2")
    }
    #expect(
      reports.map(\.name) == [
        "flap", "roll", "tone", "shade", "edges", "spots", "lanes", "light", "ramps",
        "plate", "pair_means", "shift", "bt709",
      ])
    for it in reports {
      #expect(it.isSame, "\(it.name)")
      #expect(it.size == size && it.values > 0 && it.plain > 0 && it.wide > 0, "\(it.name)")
    }
  }
}
