/// A damaged file, the same for the same seed and number.
struct FuzzMutation {
  /// The decoder that its file was for.
  let decoder: String
  /// The damaged file.
  let bytes: [UInt8]

  /// A part may not grow beyond this.
  private static let longest = 4096
  /// Numbers on which programs stumble.
  private static let edges: [UInt32] = [
    0, 1, 2, 0x7F, 0x80, 0xFF, 0x100, 0x3FFF, 0x7FFF, 0x8000, 0xFFFF, 0xFF_FFFF, 0x7FFF_FFFF,
    0x8000_0000, 0xFFFF_FFFF,
  ]

  /// Mutation `number` of the run that begins with `seed`.
  init(seed: UInt64, number: Int) {
    var random = SeededGenerator(seed: seed &* 0x1_0000_0001 &+ UInt64(number))
    let origin = FuzzSeed.corpus[number % FuzzSeed.corpus.count]
    decoder = origin.decoder
    var parts = origin.parts
    let part = Int.random(in: 0..<parts.count, using: &random)
    // The whole file's bytes, or one of its parts before it gets its lengths and checksums.
    let isInside = Bool.random(using: &random)
    if isInside { Self.damage(&parts[part], &random) }
    var file = origin.pack(parts)
    if !isInside { Self.damage(&file, &random) }
    // With wrong checksums the decoder would see little of it.
    if decoder == "PNG", Int.random(in: 0..<4, using: &random) > 0 {
      file = RawPNG.withChecksums(file)
    }
    bytes = file
  }

  private static func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard !bytes.isEmpty else { return }
      let at = Int.random(in: 0..<bytes.count, using: &random)
      let count = Int.random(in: 1...min(64, bytes.count - at), using: &random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes[at] = .random(in: 0...255, using: &random)
      case 3, 4: setNumber(&bytes, at, &random)
      case 5: bytes.removeSubrange(at...)
      case 6: bytes.removeSubrange(at..<(at + count))
      case 7:
        let piece = Array(bytes[at..<(at + count)])
        bytes.insert(contentsOf: piece, at: Int.random(in: 0...bytes.count, using: &random))
      default:
        for byte in at..<(at + count) { bytes[byte] = .random(in: 0...255, using: &random) }
      }
      bytes.removeLast(max(0, bytes.count - longest))
    }
  }

  /// Writes an edge of 2, 3 or 4 bytes, in either order.
  private static func setNumber(
    _ bytes: inout [UInt8], _ at: Int, _ random: inout SeededGenerator
  ) {
    let value = edges[Int.random(in: 0..<edges.count, using: &random)]
    let count = Int.random(in: 2...4, using: &random)
    let isBig = Bool.random(using: &random)
    for index in 0..<count where at + index < bytes.count {
      let shift = UInt32(8 * (isBig ? count - 1 - index : index))
      bytes[at + index] = UInt8(value >> shift & 255)
    }
  }
}
