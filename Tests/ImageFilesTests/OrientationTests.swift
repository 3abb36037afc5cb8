import CurlCore
import ImageFiles
import Testing

@Suite struct OrientationTests {
  let folder = TemporaryFolder()

  /// A picture turned by the meaning of the tag: where the stored first row and column are seen.
  private func upright(_ stored: Pixmap, _ orientation: Int) -> Pixmap {
    let (width, height) = (stored.width, stored.height)
    let rowIsVertical = orientation >= 5
    let rowIsLast = [3, 4, 6, 7].contains(orientation)
    let columnIsLast = [2, 3, 7, 8].contains(orientation)
    let (columns, rows) = rowIsVertical ? (height, width) : (width, height)
    let values = stored.rgba16
    var turned = [UInt16](repeating: 0, count: values.count)
    for y in 0..<height {
      for x in 0..<width {
        let fromRow = rowIsLast ? height - 1 - y : y
        let fromColumn = columnIsLast ? width - 1 - x : x
        let to = rowIsVertical ? fromColumn * columns + fromRow : fromRow * columns + fromColumn
        for channel in 0..<4 { turned[4 * to + channel] = values[4 * (y * width + x) + channel] }
      }
    }
    return Pixmap(width: columns, height: rows, rgba16: turned)
  }

  @Test("every orientation of all formats and byte orders is applied", arguments: 1...8)
  func everyOrientation(orientation: Int) throws {
    for littleEndian in [false, true] {
      let exif = SampleExif.block(orientation: orientation, littleEndian: littleEndian)
      let webp = SampleWebP.with(SampleWebP.losslessAlpha, exif: exif, hasAlpha: true)
      let pairs: [([UInt8], [UInt8])] = [
        (png(exif: nil), png(exif: exif)),
        (png(exif: nil, depth: 16), png(exif: exif, depth: 16)),
        (png(exif: nil), png(exif: [UInt8]("Exif\0\0".utf8) + exif)),
        (SampleJPEG.baseline, SampleJPEG.with(SampleJPEG.baseline, exif: exif)),
        (SampleJPEG.cmyk, SampleJPEG.with(SampleJPEG.cmyk, exif: exif)),
        (SampleWebP.lossless, SampleWebP.with(SampleWebP.lossless, exif: exif)),
        (SampleWebP.losslessAlpha, webp),
      ]
      for (plain, tagged) in pairs {
        let stored = try ImageFile.decode(bytes: plain, name: "plain")
        let turned = try ImageFile.decode(bytes: tagged, name: "tagged")
        let expected = upright(stored, orientation)
        #expect(turned.format == stored.format)
        #expect(turned.width == expected.width && turned.height == expected.height)
        #expect(turned.rgba16 == expected.rgba16)
        let size = try ImageFile.size(path: folder.make("tagged", tagged))
        #expect(size == PageSize(width: turned.width, height: turned.height))
      }
    }
  }

  @Test("PNG's block may stand behind the picture")
  func blockBehindThePicture() throws {
    let block = SampleExif.block(orientation: 6, littleEndian: true)
    var bytes = png(exif: nil)
    bytes.insert(contentsOf: RawPNG.chunk("eXIf", block), at: bytes.count - 12)
    #expect(
      try ImageFile.decode(bytes: bytes, name: "behind")
        == ImageFile.decode(bytes: png(exif: block), name: "before"))
  }

  @Test("a damaged block counts as none")
  func damagedBlock() throws {
    let plain = try ImageFile.decode(bytes: png(exif: nil), name: "plain")
    let whole = SampleExif.block(orientation: 6, littleEndian: false)
    let turned = try ImageFile.decode(bytes: png(exif: whole), name: "whole")
    // Up to the orientation's value, at 34 and 35, all is needed.
    for count in 0...whole.count {
      let read = try ImageFile.decode(bytes: png(exif: Array(whole.prefix(count))), name: "cut")
      #expect(read == (count < 32 ? plain : turned))
    }
    for orientation in [0, 9, 255, 65535] {
      let block = SampleExif.block(orientation: orientation, littleEndian: true)
      #expect(try ImageFile.decode(bytes: png(exif: block), name: "number") == plain)
    }
    for (at, byte) in [(0, 0), (2, 1), (4, 255), (7, 255), (8, 255), (25, 9)] as [(Int, UInt8)] {
      var block = whole
      block[at] = byte
      _ = try ImageFile.decode(bytes: png(exif: block), name: "damaged")
    }
  }

  /// Noise with alpha, larger than the squares in which pixels are moved.
  private func png(exif: [UInt8]?, depth: Int = 8) -> [UInt8] {
    let (width, height) = (45, 37)
    var random = SeededGenerator(seed: 9)
    let values = (0..<(width * height * depth / 2)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    return RawPNG(
      width: width, height: height, depth: depth, colourType: 6,
      chunks: exif.map { [("eXIf", $0)] } ?? [],
      rows: RawPNG.unfiltered(values, rowBytes: width * depth / 2)
    ).bytes
  }
}
