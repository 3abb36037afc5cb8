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
    let isWhole = width * height <= mostPixels
    let (columns, rows) = isWhole ? (width, height) : (1, 1)
    var row: [UInt8] = []
    for x in 0..<columns {
      let alpha: UInt8 = isClear && x % 3 == 0 ? 0 : 255
      row += [UInt8(x & 255) & alpha, UInt8(x >> 8 & 255) & alpha, 200 & alpha, alpha]
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(row.count * rows)
    for _ in 0..<rows { bytes += row }
    var file = PNGEncoder.encode(Pixmap(width: columns, height: rows, rgba8: bytes))
    if !isWhole { claim(&file, width, height) }
    return (file, width, height)
  }

  /// Has a PNG's header claim other sides.
  private static func claim(_ file: inout [UInt8], _ width: Int, _ height: Int) {
    func big(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
    // Behind the signature and the chunk's length and name; its checksum is over the name, too.
    file.replaceSubrange(16..<24, with: big(UInt32(width)) + big(UInt32(height)))
    var checksum: UInt32 = 0xFFFF_FFFF
    for byte in file[12..<29] {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    file.replaceSubrange(29..<33, with: big(~checksum))
  }
}
