import CImageCodecs

/// Metadata in the segments of a JPEG, and its number of scans.
///
/// The decoder validates the file. This parser stops at anything unexpected and keeps its results.
struct JPEGMarkers {
  /// Orientation of the stored picture.
  private(set) var orientation = Orientation.upright
  /// The ICC profile, if it is complete.
  private(set) var profile: [UInt8]?
  /// Whether Adobe's segment exists; CMYK is then stored inverted: 255 is no ink.
  private(set) var isAdobe = false
  /// Whether the picture data are arithmetic-coded.
  private(set) var isArithmetic = false
  /// Number of scans.
  private(set) var scans = 0
  /// Size of a coding unit (MCU), pixels; a picture's sides are padded to multiples.
  private var unit = (width: block, height: block)

  private static let profilePrefix = [UInt8]("ICC_PROFILE\0".utf8)
  private static let adobePrefix = [UInt8]("Adobe".utf8)
  /// Smallest size of Adobe's segment, bytes.
  private static let adobeLength = 12

  /// Side of a block, pixels.
  private static let block = 8
  /// Size of a frame header before its components, bytes: depth, sides and their number.
  private static let frameLength = 6

  /// Scans times padded pixels, to which decoding time is proportional, whatever the file's size.
  func scanPixels(width: Int, height: Int) -> Int {
    func padded(_ side: Int, _ unit: Int) -> Int { (side + unit - 1) / unit * unit }
    return scans * padded(width, unit.width) * padded(height, unit.height)
  }

  /// Reads the segments of a whole file.
  init(_ file: [UInt8]) {
    let start = readSegments(file)
    scans = unsafe file.withUnsafeBufferPointer { file in
      unsafe ci_jpeg_scans(file.baseAddress, file.count, start)
    }
  }

  /// Reads the segments before the first scan, and returns the offset of the scan.
  private mutating func readSegments(_ file: [UInt8]) -> Int {
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
      // Frame headers; three of these numbers are other segments.
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
        isArithmetic = marker > 0xC8
        readSampling(content.dropFirst(Self.frameLength))
      default: break
      }
      at += 2 + length
    }
    profile = Self.joined(pieces, count: pieceCount)
    return at
  }

  /// Joins a profile's pieces, numbered from 1 and stored in any order; nil if one is missing.
  private static func joined(_ pieces: [Int: ArraySlice<UInt8>], count: Int) -> [UInt8]? {
    guard count > 0, pieces.count == count else { return nil }
    var whole: [UInt8] = []
    for number in 1...count {
      guard let piece = pieces[number] else { return nil }
      whole += piece
    }
    return whole
  }

  /// Reads the sampling of a frame's components, three bytes each: number, sampling, table.
  private mutating func readSampling(_ components: ArraySlice<UInt8>) {
    for at in stride(from: components.startIndex + 1, to: components.endIndex, by: 3) {
      unit.width = max(unit.width, Self.block * Int(components[at] >> 4))
      unit.height = max(unit.height, Self.block * Int(components[at] & 15))
    }
  }
}
