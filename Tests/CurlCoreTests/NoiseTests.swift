import CurlCore
import Testing

/// The noise that dithers.
@Suite struct NoiseTests {
  @Test func withoutNoiseValuesAreRoundedToTheNearest() {
    for (y, x) in [(0, 0), (7, 300), (9000, 4)] {
      let row = Noise.none.row(y, from: x)
      for i in 0..<9 { #expect(row.addend(i) == 128) }
    }
  }

  @Test(arguments: [Noise.frame, .luma]) func allAddendsAreUsedEquallyOften(noise: Noise) {
    var counts = [Int](repeating: 0, count: 256)
    for y in 0..<256 {
      let row = noise.row(y, from: 0)
      for x in 0..<256 { counts[Int(row.addend(x))] += 1 }
    }
    // The byte of a hash times 13/16, from 24 on: 208 values for 256 bytes, one or two for each.
    #expect(counts.firstIndex { $0 > 0 } == 24)
    #expect(counts.lastIndex { $0 > 0 } == 231)
    for count in counts[24...231] { #expect(count > 240 && count < 530, "\(count)") }
  }

  @Test(arguments: [Noise.frame, .luma]) func everySmallBlockHasTheMean(noise: Noise) {
    for y in stride(from: 0, to: 400, by: 13) {
      for x in stride(from: 0, to: 4000, by: 97) {
        var sum: UInt32 = 0
        for i in 0..<8 {
          let row = noise.row(y + i, from: x)
          for k in 0..<8 { sum += row.addend(k) }
        }
        // Independent noise would miss by 8 on the average.
        #expect(abs(Double(sum) / 64 - 127) < 8)
      }
    }
  }

  @Test func aRowIsTheSameFromAnyPixelOn() {
    let whole = Noise.frame.row(31, from: 0)
    let part = Noise.frame.row(31, from: 50)
    for i in 0..<40 { #expect(part.addend(i) == whole.addend(50 + i)) }
  }
}
