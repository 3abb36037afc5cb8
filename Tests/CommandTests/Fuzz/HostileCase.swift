import CurlCore
import ImageFiles
import TestSupport

/// A run of the program on files that a stranger may have made, told by seed and number alone.
struct HostileCase {
  /// The command's words; files are named as in `files`.
  let words: [String]
  /// The files and their bytes.
  let files: [(name: String, bytes: [UInt8])]
  /// Pixels of the pages as they are drawn and of the output, where all of them are allowed.
  let pixels: Int

  /// Sides at which numbers change their size, primes, and sides that every picture has.
  private static let sides = [
    1, 2, 3, 7, 31, 32, 33, 127, 251, 480, 1021, 2048, 4093, 16_381, 32_749, 65_521, 65_535,
  ]
  /// Sides beyond the limit.
  private static let hugeSides = [
    65_536, 65_537, 16_777_215, 16_777_216, 16_777_217, 17_000_000, 2_147_483_647,
  ]
  /// What a front, and with it the page that is fitted to it, has at most.
  private static let mostPixels = 4_000_000
  private static let sizes = ["48x64", "64x48", "1x1", "1000x1", "1x1000", "640x480"]

  /// Pictures of odd shapes, fitted to each other and to an output; `backend` draws.
  init(seed: UInt64, number: Int, backend: String) {
    var random = Random(seed: seed &* 1_000_003 &+ UInt64(number))
    let isHuge = Int.random(in: 0..<8, using: &random) == 0
    let front = Self.picture(isHuge ? Self.hugeSides : Self.sides, &random)
    let next = Self.picture(Self.sides, &random)
    let fit = ["contain", "cover", "stretch"].randomElement(using: &random) ?? ""
    let size = Self.sizes.randomElement(using: &random) ?? ""
    let turn = ["curl", "curl", "curl", "slide", "flip", "leaves"].randomElement(using: &random)
    let progress = Double(Int.random(in: 0...20, using: &random)) / 20
    files = [("front.png", front.bytes), ("next.png", next.bytes)]
    words = [
      "frame", "front.png", "next.png", "-o", "f.png", "--fit", fit, "--size", size,
      "--progress", "\(progress)", "--turn", turn ?? "curl", "--backend", backend, "-q",
      "--max-memory", backend == "cpu" ? "512M" : "4G", "--timeout", "120",
    ]
    pixels = 2 * front.width * front.height + next.width * next.height + 640 * 480
  }

  /// A picture of rows that are alike, some of it clear; of what is too large the header is enough.
  private static func picture(_ sides: [Int], _ random: inout Random)
    -> (bytes: [UInt8], width: Int, height: Int)
  {
    var (width, height) = (1, 1)
    repeat {
      width = sides.randomElement(using: &random) ?? 1
      height = (Bool.random(using: &random) ? sides : Self.sides).randomElement(using: &random) ?? 1
      if Bool.random(using: &random) { swap(&width, &height) }
    } while sides == Self.sides && width * height > mostPixels
    let isClear = Int.random(in: 0..<3, using: &random) == 0
    let hasProfile = Int.random(in: 0..<3, using: &random) == 0
    let isWhole = width * height <= mostPixels
    let (columns, rows) = isWhole ? (width, height) : (1, 1)
    // A profile has more colours to convert where rows differ.
    let kinds = min(hasProfile ? 16 : 1, rows)
    var some: [UInt8] = []
    for y in 0..<kinds {
      for x in 0..<columns {
        let alpha: UInt8 = isClear && x % 3 == 0 ? 0 : 255
        let colour = [x & 255, x >> 8 & 255, 200 + y].map { UInt8($0) & alpha }
        some += colour + [alpha]
      }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * columns * rows)
    for _ in 0..<(rows / kinds) { bytes += some }
    bytes += some[..<(4 * columns * (rows % kinds))]
    var file = PNGEncoder.encode(Pixmap(width: columns, height: rows, rgba8: bytes))
    if !isWhole {
      // Behind the signature and the chunk's length and name.
      let kind = file[24..<29]
      file.replaceSubrange(8..<33, with: chunk("IHDR", big(width) + big(height) + kind))
    }
    if hasProfile {
      let profile = Array("p".utf8) + [0, 0] + stored(ProfileGenerator.bytes(&random))
      file.insert(contentsOf: chunk("iCCP", profile), at: 33)
    }
    return (file, width, height)
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(name.utf8) + content
    var checksum: UInt32 = 0xFFFF_FFFF
    for byte in checked {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return big(content.count) + checked + big(Int(~checksum))
  }

  /// A zlib stream of one block that isn't compressed, of less than 64 KiB.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var (one, two) = (1, 0)
    for byte in bytes {
      one = (one + Int(byte)) % 65_521
      two = (two + one) % 65_521
    }
    let count = bytes.count
    let head = [count & 255, count >> 8, ~count & 255, ~count >> 8 & 255].map { UInt8($0) }
    return [0x78, 0x01, 1] + head + bytes + big(two << 16 | one)
  }

  private static func big(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> $0 & 255) }
  }
}
