import CurlCore
import Testing

@testable import ImageFiles

@Suite struct BT709Tests {
  private func planes(_ pixmap: Pixmap, background: UInt32 = 0xFFFF_FFFF) -> [Int] {
    BT709(width: pixmap.width, height: pixmap.height, background: background).planes(pixmap)
      .map(Int.init)
  }

  /// ITU-R BT.709 in floating point, rounded only at the end.
  private func exact(_ red: Double, _ green: Double, _ blue: Double) -> [Double] {
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return [
      16 + 219 * luma / 255, 128 + 224 * (blue - luma) / 1.8556 / 255,
      128 + 224 * (red - luma) / 1.5748 / 255,
    ]
  }

  @Test(
    arguments: [
      ([255, 255, 255], [235, 128, 128]), ([0, 0, 0], [16, 128, 128]),
      ([255, 0, 0], [63, 102, 240]), ([0, 255, 0], [173, 42, 26]), ([0, 0, 255], [32, 240, 118]),
      ([128, 128, 128], [126, 128, 128]),
    ] as [([UInt8], [Int])])
  func knownColoursAreWithinOne(colour: [UInt8], expected: [Int]) {
    let flat = SamplePixmap.flat(width: 2, height: 2, colour[0], colour[1], colour[2])
    let planes = planes(flat)
    for (value, wanted) in zip(planes, [Int](repeating: expected[0], count: 4) + expected[1...]) {
      #expect(abs(value - wanted) <= 1)
    }
  }

  @Test func everyPixelIsWithinOneOfTheExactValue() {
    let pixmap = SamplePixmap.rgba8(width: 64, height: 64, isOpaque: true)
    let values = pixmap.rgba8.map(Double.init)
    let planes = planes(pixmap)
    for y in 0..<64 {
      for x in 0..<64 {
        let at = 4 * (64 * y + x)
        let luma = exact(values[at], values[at + 1], values[at + 2])[0]
        #expect(abs(Double(planes[64 * y + x]) - luma) <= 0.51)
      }
    }
    for y in 0..<32 {
      for x in 0..<32 {
        let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map {
          4 * (64 * (2 * y + $0.1) + 2 * x + $0.0)
        }
        let mean = (0..<3).map { channel in corners.map { values[$0 + channel] }.reduce(0, +) / 4 }
        let chroma = exact(mean[0], mean[1], mean[2])
        #expect(abs(Double(planes[4096 + 32 * y + x]) - chroma[1]) <= 0.51)
        #expect(abs(Double(planes[5120 + 32 * y + x]) - chroma[2]) <= 0.51)
      }
    }
  }

  @Test func oddSidesRepeatTheirLastRowAndColumn() {
    let pixmap = SamplePixmap.rgba8(width: 5, height: 3, isOpaque: true)
    let values = pixmap.rgba8
    var padded: [UInt8] = []
    for y in 0..<4 {
      for x in 0..<6 {
        let at = 4 * (5 * min(y, 2) + min(x, 4))
        padded += values[at..<(at + 4)]
      }
    }
    #expect(planes(pixmap) == planes(Pixmap(width: 6, height: 4, rgba8: padded)))
  }

  @Test func sixteenBitsEqualEight() {
    let pixmap = SamplePixmap.rgba8(width: 8, height: 6, isOpaque: false)
    let wide = Pixmap(width: 8, height: 6, rgba16: pixmap.rgba16)
    #expect(planes(pixmap) == planes(wide))
  }

  @Test func transparencyShowsTheBackground() {
    // Half of (100, 50, 0), premultiplied, over (0, 0, 255) as 0xAABBGGRR.
    let pixmap = Pixmap(width: 1, height: 1, rgba8: [50, 25, 0, 128])
    let opaque = SamplePixmap.flat(width: 1, height: 1, 50, 25, 127)
    #expect(planes(pixmap, background: 0xFFFF_0000) == planes(opaque))
  }

  @Test func alphaHasAPlaneAndColoursAreStraight() {
    // One 2 × 2 block: clear, clear, and two of the same red, half and wholly opaque.
    let pixmap = Pixmap(
      width: 2, height: 2, rgba8: [0, 0, 0, 0, 0, 0, 0, 0, 128, 0, 0, 128, 255, 0, 0, 255])
    let planes = BT709(width: 2, height: 2, background: nil).planes(pixmap).map(Int.init)
    let red = self.planes(SamplePixmap.flat(width: 2, height: 2, 255, 0, 0))
    #expect(planes == red + [0, 0, 128, 255])
  }

  /// Widths and heights around those of vectors, odd ones among them.
  static let sizes = [(1, 1), (2, 3), (15, 4), (16, 2), (17, 5), (64, 2), (130, 7), (1001, 3)]

  @Test(arguments: sizes)
  func wideVectorsGiveTheBytesOfTheLoops(width: Int, height: Int) {
    let pixmaps = [
      SamplePixmap.rgba8(width: width, height: height, isOpaque: true),
      SamplePixmap.rgba8(width: width, height: height, isOpaque: false),
      SamplePixmap.rgba16(width: width, height: height, isOpaque: true),
      SamplePixmap.flat(width: width, height: height, 255, 255, 255),
      SamplePixmap.flat(width: width, height: height, 0, 0, 255),
    ]
    for pixmap in pixmaps {
      for background in [0xFFFF_FFFF, 0xFF40_8020, nil] as [UInt32?] {
        for dithers in [false, true] {
          var converter = BT709(
            width: width, height: height, background: background, dithers: dithers)
          let planes = converter.planes(pixmap)
          converter.isPlain = true
          #expect(planes == converter.planes(pixmap))
        }
      }
    }
  }

  @Test func noiseKeepsTheMeanOfLuma() {
    for level in [0, 1, 77, 128, 200, 247, 255] as [UInt8] {
      let flat = SamplePixmap.flat(width: 64, height: 64, level, level, level)
      func luma(_ dithers: Bool) -> [UInt8] {
        Array(
          BT709(width: 64, height: 64, background: 0xFFFF_FFFF, dithers: dithers).planes(flat)
            .prefix(4096))
      }
      let mean = luma(true).reduce(0.0) { $0 + Double($1) } / 4096
      let exact = 16 + 219 * Double(level) / 255
      // The noise spans 13/16 of a step.
      #expect(abs(mean - exact) < 0.1, "level \(level): \(mean) for \(exact)")
      #expect(Set(luma(false)).count == 1)
    }
  }

  @Test func everyColourIsTheSameFromVectorsAndLoops() {
    // Each value of a channel against 33 values of both others.
    var bytes: [UInt8] = []
    for first in 0..<256 {
      for second in stride(from: 0, through: 256, by: 8) {
        for third in stride(from: 0, through: 256, by: 8) {
          let (a, b, c) = (UInt8(first), UInt8(min(second, 255)), UInt8(min(third, 255)))
          bytes +=
            first % 3 == 0 ? [a, b, c, 255] : first % 3 == 1 ? [b, a, c, 255] : [b, c, a, 255]
        }
      }
    }
    let pixmap = Pixmap(width: 33 * 33, height: 256, rgba8: bytes)
    var converter = BT709(width: pixmap.width, height: pixmap.height, background: 0xFFFF_FFFF)
    let planes = converter.planes(pixmap)
    converter.isPlain = true
    #expect(planes == converter.planes(pixmap))
  }

  @Test func aRowThatIsNotOpaqueAmongOthersShowsTheBackground() {
    var bytes = SamplePixmap.flat(width: 8, height: 6, 9, 99, 199).rgba8
    for at in 4 * 8 * 3..<4 * 8 * 3 + 4 { bytes[at] = 0 }
    let pixmap = Pixmap(width: 8, height: 6, rgba8: bytes)
    for at in 0..<4 { bytes[4 * 8 * 3 + at] = [0x20, 0x80, 0x40, 0xFF][at] }
    let covered = Pixmap(width: 8, height: 6, rgba8: bytes)
    #expect(planes(pixmap, background: 0xFF40_8020) == planes(covered))
  }
}
