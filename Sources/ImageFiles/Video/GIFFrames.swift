/// Counts the pictures of a GIF (GIF89a specification).
enum GIFFrames {
  private static let picture: UInt8 = 0x2C
  private static let extensionBlock: UInt8 = 0x21
  private static let trailer: UInt8 = 0x3B

  /// Number of pictures; nil if it isn't a GIF.
  static func count(_ file: inout FileWindow) throws(FileWindow.Cut) -> Int? {
    // "GIF8", and then "9a" or "7a".
    guard file.size >= 6, try file.number(0, bytes: 4) == 0x4749_4638 else { return nil }
    var at = try 13 + colours(file.byte(10))
    var frames = 0
    while true {
      let kind = try file.byte(at)
      at += 1
      switch kind {
      case picture:
        frames += 1
        // Image descriptor, colour table, and minimum code size.
        at += try 9 + colours(file.byte(at + 8)) + 1
      case extensionBlock: at += 1
      case trailer:
        // Players stop at the trailer, so bytes after it are an error.
        guard at == file.size else { throw FileWindow.Cut() }
        return frames
      default: throw FileWindow.Cut()
      }
      // Blocks of up to 255 bytes; an empty one is the last.
      while true {
        let count = Int(try file.byte(at))
        at += 1 + count
        if count == 0 { break }
      }
    }
  }

  /// Size of the colour table that a byte of flags announces, bytes.
  private static func colours(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }
}
