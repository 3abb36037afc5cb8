/// Counts the frames of a WebM: the blocks of its video (RFC 8794, RFC 9559).
enum WebMFrames {
  // Elements whose children are read.
  private static let header = 0x1A45_DFA3
  private static let segment = 0x1853_8067
  private static let tracks = 0x1654_AE6B
  private static let trackEntry = 0xAE
  private static let cluster = 0x1F43_B675
  private static let blockGroup = 0xA0
  // Elements with values.
  private static let docType = 0x4282
  private static let trackNumber = 0xD7
  private static let trackType = 0x83
  private static let simpleBlock = 0xA3
  private static let block = 0xA1

  /// Number of video blocks; nil if it isn't a WebM.
  static func count(_ file: inout FileWindow) throws(FileWindow.Cut) -> Int? {
    guard file.size >= 4, try file.number(0, bytes: 4) == header else { return nil }
    var at = 0
    var isWebM = false
    var track: (number: Int?, type: Int?)
    var video: Int?
    var frames = 0
    while at < file.size {
      let id = try identifier(&file, &at)
      let size = try size(&file, &at)
      let start = at
      switch id {
      case header, segment, tracks, trackEntry, cluster, blockGroup:
        // The children follow, whether the element's size is known or not.
        _ = try file.end(of: start, count: size ?? 0, limit: file.size)
        if id == trackEntry { track = (nil, nil) }
        continue
      default: break
      }
      // Only an element with children may lack a size.
      guard let size else { throw FileWindow.Cut() }
      at = try file.end(of: start, count: size, limit: file.size)
      switch id {
      case docType:
        // "webm".
        isWebM = try file.number(start, bytes: min(size, 8)) == 0x7765_626D
      case trackNumber: track.number = try file.number(start, bytes: min(size, 8))
      case trackType: track.type = try file.number(start, bytes: min(size, 8))
      case simpleBlock, block:
        var value = start
        if try self.size(&file, &value) == video, video != nil { frames += 1 }
      default: break
      }
      if video == nil, track.type == 1 { video = track.number }
    }
    return isWebM ? frames : nil
  }

  /// The identifier of the element at an offset, including its length bits.
  private static func identifier(
    _ file: inout FileWindow, _ at: inout Int
  ) throws(FileWindow.Cut) -> Int {
    let length = try file.byte(at).leadingZeroBitCount + 1
    guard length <= 4 else { throw FileWindow.Cut() }
    let value = try file.number(at, bytes: length)
    at += length
    return value
  }

  /// The variable-length number at an offset; nil for the value that means an unknown size.
  private static func size(
    _ file: inout FileWindow, _ at: inout Int
  ) throws(FileWindow.Cut) -> Int? {
    let length = try file.byte(at).leadingZeroBitCount + 1
    guard length <= 8 else { throw FileWindow.Cut() }
    let bits = 1 << (7 * length)
    let value = try file.number(at, bytes: length) & (bits - 1)
    at += length
    return value == bits - 1 ? nil : value
  }
}
