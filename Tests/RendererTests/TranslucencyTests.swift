import TestSupport
import Testing

@testable import CurlRaster

@Suite struct TranslucencyTests {
  /// Rows of pixels whose alpha has long and short runs; colours are random.
  private static func rows() -> [[UInt8]] {
    var random = Random(seed: 7)
    return (0..<400).map { width in
      var row: [UInt8] = []
      while row.count < 4 * width {
        let kind = Int.random(in: 0..<4, using: &random)
        for _ in 0..<Int.random(in: 1...(kind < 2 ? 90 : 12), using: &random) {
          let alpha: UInt8 =
            switch kind {
            case 0: 0
            case 1: 255
            case 2: .random(in: 1...254, using: &random)
            default: [0, 1, 254, 255][Int.random(in: 0..<4, using: &random)]
            }
          for _ in 0..<3 { row.append(.random(in: 0...255, using: &random)) }
          row.append(alpha)
        }
      }
      return Array(row.prefix(4 * width))
    }
  }

  @Test("Runs hold all translucent pixels, begin and end with one, and lie apart")
  func runs() {
    for row in Self.rows() {
      let translucent = stride(from: 3, to: row.count, by: 4).map { row[$0] > 0 && row[$0] < 255 }
      var found: [Range<Int>] = []
      Translucency.forEachRun(in: row.span) { found.append($0) }
      var inside = [Bool](repeating: false, count: translucent.count)
      for run in found {
        #expect(translucent[run.lowerBound] && translucent[run.upperBound - 1])
        for x in run { inside[x] = true }
      }
      #expect(!zip(translucent, inside).contains { $0 && !$1 })
      for (run, next) in zip(found, found.dropFirst()) {
        #expect(next.lowerBound > run.upperBound)
      }
      #expect(Translucency.isAny(in: row) == translucent.contains(true))
    }
  }
}
