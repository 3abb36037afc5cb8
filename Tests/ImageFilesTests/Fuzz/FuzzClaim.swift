/// The sides that a file claims, read here without any code that is under test.
enum FuzzClaim {
  /// The shorter and the longer side, or nil where that isn't easily said.
  static func sides(_ file: [UInt8], decoder: String) -> [Int]? {
    let sides =
      switch decoder {
      case "PNG": png(file)
      case "JPEG": jpeg(file)
      default: webp(file)
      }
    return sides?.sorted()
  }

  private static func big(_ file: [UInt8], _ at: Int, _ count: Int) -> Int {
    file.dropFirst(at).prefix(count).reduce(0) { $0 << 8 | Int($1) }
  }

  private static func little(_ file: [UInt8], _ at: Int, _ count: Int) -> Int {
    file.dropFirst(at).prefix(count).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func png(_ file: [UInt8]) -> [Int]? { [big(file, 16, 4), big(file, 20, 4)] }

  /// Those of the first frame header; anything may stand between segments.
  private static func jpeg(_ file: [UInt8]) -> [Int]? {
    var at = 2
    while at + 9 < file.count {
      let marker = file[at + 1]
      guard file[at] == 0xFF, marker != 0, marker != 0xFF else {
        at += 1
        continue
      }
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        return [big(file, at + 5, 2), big(file, at + 7, 2)]
      }
      let isAlone = marker == 1 || (0xD0...0xD7).contains(marker)
      at += isAlone ? 2 : 2 + big(file, at + 2, 2)
    }
    return nil
  }

  /// A canvas's; simple files are said by the decoders' own bits.
  private static func webp(_ file: [UInt8]) -> [Int]? {
    let type = String(decoding: file.dropFirst(12).prefix(4), as: UTF8.self)
    switch type {
    case "VP8X": return [little(file, 24, 3) + 1, little(file, 27, 3) + 1]
    case "VP8 ": return [little(file, 26, 2) & 0x3FFF, little(file, 28, 2) & 0x3FFF]
    case "VP8L":
      let bits = little(file, 21, 4)
      return [(bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1]
    default: return nil
    }
  }
}
