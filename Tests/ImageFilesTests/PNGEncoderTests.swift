import CurlCore
import Testing

@testable import ImageFiles

@Suite struct PNGEncoderTests {
  static let pixmaps = [
    SamplePixmap.rgba8(width: 37, height: 23, isOpaque: true),
    SamplePixmap.rgba8(width: 37, height: 23, isOpaque: false),
    SamplePixmap.rgba16(width: 19, height: 31, isOpaque: true),
    SamplePixmap.rgba16(width: 19, height: 31, isOpaque: false),
    SamplePixmap.rgba8(width: 1, height: 1, isOpaque: true),
    SamplePixmap.rgba8(width: 300, height: 200, isOpaque: false),
  ]

  @Test("a written picture reads back the same", arguments: PNGEncoder.Compression.allCases)
  func roundTrip(compression: PNGEncoder.Compression) throws {
    for pixmap in Self.pixmaps {
      let file = PNGEncoder.encode(pixmap, compression: compression)
      let read = try ImageFile.decode(bytes: file, name: "round trip")
      #expect(pixmap.format == .rgba8 ? read.rgba8 == pixmap.rgba8 : read == pixmap)
    }
  }

  @Test("opaque rows of any width read back the same", arguments: [1, 2, 15, 16, 17, 31, 48, 333])
  func opaqueWidths(width: Int) throws {
    for height in [1, 2, 63, 64, 65, 129] {
      let pixmap = SamplePixmap.rgba8(width: width, height: height, isOpaque: true)
      let rows = PNGRows(pixmap, depth: .eight)
      let values = pixmap.rgba8
      let plain = (0..<width * height).flatMap { values[4 * $0..<4 * $0 + 3] }
      #expect(!rows.hasAlpha)
      #expect(rows.bytes == PNGRows.filtered(plain, height: height, rowBytes: 3 * width))
      #expect(try ImageFile.decode(bytes: PNGEncoder.encode(pixmap), name: "opaque") == pixmap)
    }
  }

  @Test("the compressed rows are those of the library alone, checksum and all")
  func stream() throws {
    var random = SeededGenerator(seed: 11)
    for width in Array(1...26) + [255, 256, 257, 1021, 70_001] {
      for isNoise in [false, true] {
        let height = width > 1000 ? 3 : 70
        var values = SamplePixmap.rgba8(width: width, height: height, isOpaque: true).rgba8
        // The largest sums there are, or any.
        for at in values.indices where at % 4 < 3 {
          values[at] = isNoise ? .random(in: 0...255, using: &random) : at < 4 * width ? 255 : 254
        }
        let pixmap = Pixmap(width: width, height: height, rgba8: values)
        let rows = PNGRows(pixmap, depth: .eight).bytes
        let stream = ZlibStream.compress(rows, .fast)
        let file = PNGEncoder.encode(pixmap)
        // Before it are the signature, two chunks and its own length and name.
        let isSame = Array(file[54..<(54 + stream.count)]) == stream
        #expect(isSame, "\(width) pixels")
        #expect(file.count == 54 + stream.count + 16)
      }
    }
  }

  @Test("one pixel that isn't opaque, wherever it is, makes the picture RGBA")
  func onePixel() throws {
    let whole = SamplePixmap.rgba8(width: 37, height: 131, isOpaque: true)
    for place in [0, 1, 36, 37 * 63 + 5, 37 * 64, 37 * 130 + 36] {
      var bytes = whole.rgba8
      for channel in 0..<3 { bytes[4 * place + channel] = 100 }
      bytes[4 * place + 3] = 254
      let pixmap = Pixmap(width: 37, height: 131, rgba8: bytes)
      let file = PNGEncoder.encode(pixmap)
      #expect(file[25] == 6)
      #expect(try ImageFile.decode(bytes: file, name: "hole").rgba8 == bytes)
    }
  }

  @Test("every premultiplied pair of 8 bits survives straight alpha")
  func everyPair() throws {
    var values: [UInt8] = []
    for alpha in 0...255 {
      for value in 0...alpha { values += [UInt8(value), UInt8(value), 0, UInt8(alpha)] }
    }
    let pixmap = Pixmap(width: values.count / 4, height: 1, rgba8: values)
    let read = try ImageFile.decode(bytes: PNGEncoder.encode(pixmap), name: "pairs")
    #expect(read.rgba8 == values)
  }

  @Test("a file that is read, written and read again doesn't change further")
  func straightIsStable() throws {
    var random = SeededGenerator(seed: 3)
    let values = (0..<(64 * 64 * 4)).map { _ in UInt8.random(in: 0...255, using: &random) }
    let rows = RawPNG.unfiltered(values, rowBytes: 256)
    let file = RawPNG(width: 64, height: 64, colourType: 6, rows: rows).bytes
    let once = try ImageFile.decode(bytes: file, name: "once")
    let again = PNGEncoder.encode(try ImageFile.decode(bytes: PNGEncoder.encode(once), name: "2"))
    #expect(PNGEncoder.encode(once) == again)
  }

  @Test("opaque pictures become RGB, others RGBA, tagged sRGB")
  func header() {
    for pixmap in Self.pixmaps {
      let file = PNGEncoder.encode(pixmap)
      #expect(file[24] == (pixmap.format == .rgba8 ? 8 : 16))
      #expect(file[25] == (pixmap.isOpaque ? 2 : 6))
      #expect(Array(file[33..<46]) == RawPNG.chunk("sRGB", [0]))
    }
  }

  @Test("colour beyond its alpha is clamped, and gone where alpha is 0")
  func invalidPremultiplication() throws {
    let pixmap = Pixmap(width: 2, height: 1, rgba8: [200, 10, 100, 100, 9, 9, 9, 0])
    let read = try ImageFile.decode(bytes: PNGEncoder.encode(pixmap), name: "invalid")
    #expect(read.rgba8 == [100, 10, 100, 100, 0, 0, 0, 0])
  }

  @Test("compression works")
  func compression() {
    let flat = SamplePixmap.flat(width: 500, height: 500, 240, 235, 220)
    #expect(PNGEncoder.encode(flat).count < 10_000)
    #expect(PNGEncoder.encode(flat, compression: .fastest).count < 20_000)
    #expect(PNGEncoder.encode(flat, compression: .stored).count > 750_000)
  }

  @Test("the depth of a file may be another than the pixmap's", arguments: BitDepth.allCases)
  func depths(depth: BitDepth) throws {
    for pixmap in Self.pixmaps {
      let file = PNGEncoder.encode(pixmap, depth: depth)
      #expect(Int(file[24]) == depth.rawValue)
      #expect(file[25] == (pixmap.isOpaque ? 2 : 6))
      let read = try ImageFile.decode(bytes: file, name: "depth")
      if depth == .sixteen {
        // Straight values of 16 bits hold everything.
        let isSame = read.rgba16 == pixmap.rgba16
        #expect(isSame)
      } else if pixmap.isOpaque {
        let isSame = read.rgba8 == pixmap.rgba8
        #expect(isSame)
      }
    }
  }

  @Test("every straight colour of 8 bits survives premultiplication in 16")
  func everyStraightPair() {
    var straight: [UInt8] = [0, 0, 0, 0]
    for alpha in 1...255 {
      for value in 0...255 { straight += [UInt8(value), UInt8(255 - value), 7, UInt8(alpha)] }
    }
    var values: [UInt16] = []
    for at in stride(from: 0, to: straight.count, by: 4) {
      let alpha = UInt32(straight[at + 3])
      for channel in 0..<3 {
        values.append(UInt16((UInt32(straight[at + channel]) * 257 * alpha + 127) / 255))
      }
      values.append(UInt16(257 * alpha))
    }
    let pixmap = Pixmap(width: values.count / 4, height: 1, rgba16: values)
    let isSame = StraightPixels.bytes(pixmap, depth: .eight, order: .bigEndian) == straight
    #expect(isSame)
  }

  @Test("colours that are straight already stay as they are")
  func straightAlready() {
    let bytes = [UInt8]([250, 3, 128, 1, 9, 8, 7, 0, 1, 2, 3, 255, 200, 100, 50, 77])
    let pixmap = Pixmap(width: 4, height: 1, straight8: bytes)
    #expect(StraightPixels.bytes(pixmap, depth: .eight, order: .bigEndian) == bytes)
    let wide = StraightPixels.bytes(pixmap, depth: .sixteen, order: .bigEndian)
    #expect(wide == bytes.flatMap { [$0, $0] })
    // What needs premultiplied colours gets them, exact enough to come back.
    let back = StraightPixels.bytes(pixmap.premultiplied, depth: .eight, order: .bigEndian)
    let seen: [UInt8] = bytes.enumerated().map { bytes[$0 / 4 * 4 + 3] == 0 ? 0 : $1 }
    #expect(back == seen)
    let rows = PNGRows(pixmap, depth: .eight)
    #expect(rows.hasAlpha && rows.bytes == [2] + bytes)
  }

  @Test("a row's straight pixels are those of each pixel alone", arguments: [1, 31, 32, 33, 100])
  func pieces(width: Int) {
    // Opaque, clear and mixed stretches, whose borders lie everywhere.
    for shift in 0..<40 {
      let alphas = (0..<width).map { [255, 0, 128, 255, 3][($0 + shift) / 37 % 5] }
      let values = alphas.flatMap { [$0 / 3, $0 / 2, $0, $0].map(UInt16.init) }
      let eight = Pixmap(width: width, height: 1, rgba8: values.map { UInt8($0) })
      let sixteen = Pixmap(width: width, height: 1, rgba16: values.map { $0 * 257 })
      for pixmap in [eight, sixteen] {
        let bytes = StraightPixels.bytes(pixmap, depth: .eight, order: .bigEndian)
        for (x, alpha) in alphas.enumerated() {
          let colour = alpha == 0 ? 0 : 255
          #expect(bytes[4 * x + 3] == alpha)
          #expect(Int(bytes[4 * x + 2]) == colour)
          let exact: Double = Double(alpha / 3 * 255) / Double(max(alpha, 1))
          #expect(abs(Double(bytes[4 * x]) - exact) <= 0.5)
        }
      }
    }
  }
}
