/// Builds PNG files byte by byte, valid or not, without any code that is under test.
struct RawPNG {
  var width: Int
  var height: Int
  var depth = 8
  /// 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA.
  var colourType = 2
  var isInterlaced = false
  /// Chunks between header and data.
  var chunks: [(type: String, content: [UInt8])] = []
  /// Filtered rows, each with its filter's number first; of all seven passes if interlaced.
  var rows: [UInt8] = []
  /// Whether all rows are zeros, of a picture that isn't interlaced; `rows` is passed over then.
  var isBlank = false

  private var data: [UInt8] {
    guard isBlank else { return Self.zlib(rows) }
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colourType] ?? 1
    return Self.zlib(zeros: height * (1 + (width * channels * depth + 7) / 8))
  }

  /// The file.
  var bytes: [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let kind: [UInt8] = [UInt8(depth), UInt8(colourType), 0, 0, isInterlaced ? 1 : 0]
    file += Self.chunk("IHDR", Self.big(UInt32(width)) + Self.big(UInt32(height)) + kind)
    for (type, content) in chunks { file += Self.chunk(type, content) }
    file += Self.chunk("IDAT", data)
    return file + Self.chunk("IEND", [])
  }

  /// Rows without a filter from `count` bytes each.
  static func unfiltered(_ values: [UInt8], rowBytes count: Int) -> [UInt8] {
    stride(from: 0, to: values.count, by: count).flatMap { [0] + values[$0..<($0 + count)] }
  }

  /// Adam7's passes of a picture of `pixelBytes` bytes a pixel, unfiltered.
  static func interlaced(_ values: [UInt8], width: Int, height: Int, pixelBytes: Int) -> [UInt8] {
    let passes = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    var rows: [UInt8] = []
    for (left, top, across, down) in passes where left < width {
      for y in stride(from: top, to: height, by: down) {
        rows.append(0)
        for x in stride(from: left, to: width, by: across) {
          let at = pixelBytes * (y * width + x)
          rows += values[at..<(at + pixelBytes)]
        }
      }
    }
    return rows
  }

  /// An iCCP chunk.
  static func profile(_ profile: [UInt8]) -> (type: String, content: [UInt8]) {
    ("iCCP", [UInt8]("profile\0\0".utf8) + zlib(profile))
  }

  /// A chunk with its length and checksum.
  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let checked = [UInt8](type.utf8) + content
    return big(UInt32(content.count)) + checked + big(checksum(checked[...]))
  }

  /// CRC-32.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  /// A file whose chunks have right checksums, as far as their lengths are right.
  static func withChecksums(_ file: [UInt8]) -> [UInt8] {
    var file = file
    var at = 8
    while at <= file.count - 12 {
      let length = file[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard length <= file.count - at - 12 else { break }
      let end = at + 8 + length
      file.replaceSubrange(end..<(end + 4), with: big(checksum(file[(at + 4)..<end])))
      at = end + 4
    }
    return file
  }

  /// A zlib stream of stored blocks.
  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    let longest = 65_535
    for start in stride(from: 0, to: max(bytes.count, 1), by: longest) {
      let block = bytes[start...].prefix(longest)
      let count = UInt16(block.count)
      stream.append(start + longest >= bytes.count ? 1 : 0)
      stream += [count, ~count].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      stream += block
    }
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return stream + big(high << 16 | low)
  }

  /// A zlib stream of a few bytes and of `count` zeros, a thousandth of them.
  static func zlib(_ start: [UInt8] = [], zeros count: Int) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01, 0]
    let length = UInt16(start.count)
    stream += [length, ~length].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } + start
    let low = start.reduce(1) { ($0 + Int($1)) % 65_521 }
    let high = start.indices.reduce(start.count) { $0 + (start.count - $1) * Int(start[$1]) }
    var bits: UInt32 = 0
    var held: UInt32 = 0
    func put(_ code: UInt32, _ length: UInt32) {
      bits |= code << held
      held += length
      while held >= 8 {
        stream.append(UInt8(bits & 255))
        bits >>= 8
        held -= 8
      }
    }
    // The last block, of fixed codes: zero is 8 bits from 00110000.
    put(0b011, 3)
    let literals = count == 0 ? 0 : (count - 1) % 258 + 1
    for _ in 0..<literals { put(0b0000_1100, 8) }
    // 258 of what was 1 before: 11000101, first bit first, and a distance of five zeros.
    for _ in 0..<((count - literals) / 258) { put(0b0_0000_1010_0011, 13) }
    put(0, 7)
    put(0, 7)
    return stream + big(UInt32(((high + count * low) % 65_521) << 16 | low))
  }

  /// A big-endian number.
  static func big(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> UInt32($0) & 255) }
  }
}
