/// An EXIF block, which is a TIFF file without a picture; only the orientation is read.
///
/// A damaged block is ignored, because it is only metadata.
struct Exif {
  private let bytes: ArraySlice<UInt8>
  private let isLittleEndian: Bool

  /// Tag of the orientation.
  private static let orientationTag = 0x0112
  /// Type of 16-bit integers.
  private static let shortType = 3
  /// Size of a tag's entry, bytes.
  private static let entryLength = 12
  /// Prefix of the block in JPEG; some programs also write it in other formats.
  static let prefix = [UInt8]("Exif\0\0".utf8)

  /// The orientation in a block, with or without JPEG's prefix; `upright` if it is missing.
  static func orientation(_ block: ArraySlice<UInt8>) -> Orientation {
    let content = block.starts(with: prefix) ? block.dropFirst(prefix.count) : block
    return Exif(content)?.orientation ?? .upright
  }

  private init?(_ bytes: ArraySlice<UInt8>) {
    if bytes.starts(with: [0x49, 0x49, 42, 0]) {
      isLittleEndian = true
    } else if bytes.starts(with: [0x4D, 0x4D, 0, 42]) {
      isLittleEndian = false
    } else {
      return nil
    }
    self.bytes = bytes
  }

  private var orientation: Orientation? {
    guard let directory = integer(at: 4, bytes: 4), let entries = integer(at: directory, bytes: 2)
    else { return nil }
    for number in 0..<entries {
      let entry = directory + 2 + number * Self.entryLength
      guard let tag = integer(at: entry, bytes: 2) else { return nil }
      guard tag == Self.orientationTag else { continue }
      guard integer(at: entry + 2, bytes: 2) == Self.shortType,
        integer(at: entry + 4, bytes: 4) == 1, let value = integer(at: entry + 8, bytes: 2)
      else { return nil }
      return Orientation(rawValue: value)
    }
    return nil
  }

  /// The unsigned integer of `count` bytes at an offset of the block; nil if it is incomplete.
  private func integer(at offset: Int, bytes count: Int) -> Int? {
    guard offset <= bytes.count - count else { return nil }
    let digits = bytes[(bytes.startIndex + offset)...].prefix(count)
    return isLittleEndian
      ? digits.reversed().reduce(0) { $0 << 8 | Int($1) } : digits.reduce(0) { $0 << 8 | Int($1) }
  }
}
