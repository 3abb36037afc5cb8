/// What the segments before a JPEG's picture data say about its pixels.
///
/// The decoder checks the file: a walk that comes to something odd ends with what it has found.
struct JPEGMarkers {
  /// How the picture is stored.
  private(set) var orientation = Orientation.upright
  /// The ICC profile, if all its pieces are there.
  private(set) var profile: [UInt8]?
  /// Whether Adobe's segment is there: its CMYK is stored as light, 255 no ink.
  private(set) var isAdobe = false

  private static let profilePrefix = [UInt8]("ICC_PROFILE\0".utf8)
  private static let adobePrefix = [UInt8]("Adobe".utf8)
  /// Bytes of Adobe's segment, which a shorter one isn't.
  private static let adobeLength = 12

  /// Walks over the segments of a whole file.
  init(_ file: [UInt8]) {
    var pieces: [Int: ArraySlice<UInt8>] = [:]
    var pieceCount = 0
    var hasExif = false
    var at = 2
    while at + 3 < file.count, file[at] == 0xFF {
      let marker = file[at + 1]
      if marker == 0xFF {
        at += 1
        continue
      }
      // Start of scan, end of image.
      if marker == 0xDA || marker == 0xD9 { break }
      // Markers without a segment.
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        at += 2
        continue
      }
      let length = Int(file[at + 2]) << 8 | Int(file[at + 3])
      guard length >= 2, at + 2 + length <= file.count else { break }
      let content = file[(at + 4)..<(at + 2 + length)]
      switch marker {
      case 0xE1 where !hasExif && content.starts(with: Exif.prefix):
        orientation = Exif.orientation(content)
        hasExif = true
      case 0xE2 where content.starts(with: Self.profilePrefix):
        let numbered = content.dropFirst(Self.profilePrefix.count)
        guard numbered.count > 2 else { break }
        pieces[Int(numbered[numbered.startIndex])] = numbered.dropFirst(2)
        pieceCount = Int(numbered[numbered.startIndex + 1])
      case 0xEE where content.starts(with: Self.adobePrefix) && content.count >= Self.adobeLength:
        isAdobe = true
      default: break
      }
      at += 2 + length
    }
    // Pieces are numbered from 1, in any order.
    guard pieceCount > 0, pieces.count == pieceCount else { return }
    var whole: [UInt8] = []
    for number in 1...pieceCount {
      guard let piece = pieces[number] else { return }
      whole += piece
    }
    profile = whole
  }
}
