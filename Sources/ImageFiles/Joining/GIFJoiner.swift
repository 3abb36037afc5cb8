/// Joins GIFs of one image per frame (GIF89a specification).
///
/// A colour table of a whole segment becomes a table of each image that uses it.
struct GIFJoiner: SegmentJoiner {
  /// What holds for all images of a segment: the screen's descriptor, and the colour table.
  private struct Screen {
    let descriptor: [UInt8]
    let colours: [UInt8]

    var size: ArraySlice<UInt8> { descriptor[..<4] }
    var flags: UInt8 { descriptor[4] }
  }

  private static let picture: UInt8 = 0x2C
  private static let extensionBlock: UInt8 = 0x21
  private static let control: UInt8 = 0xF9
  private static let trailer: UInt8 = 0x3B
  /// Flag of a colour table, and the bits of its size.
  private static let (hasColours, sizeBits): (UInt8, UInt8) = (0x80, 7)
  /// Flag of an image whose rows are interlaced.
  private static let isInterlaced: UInt8 = 0x40
  /// Delays are hundredths of a second.
  private static let units = 100

  private var first: Screen?

  mutating func append(
    _ file: inout SegmentFile, to output: inout JoinOutput
  ) throws(JoinFault) {
    let screen = try Self.screen(&file)
    if file.isFirst { first = screen }
    guard screen.size == first?.size else { throw .difference("its size") }
    var at = 13 + screen.colours.count
    var count = 0
    // Disposal and transparent colour of the next image.
    var (flags, clear): (UInt8, UInt8) = (0, 0)
    while true {
      let kind = try file.byte(at)
      at += 1
      switch kind {
      case Self.extensionBlock:
        let isControl = try file.byte(at) == Self.control
        if isControl { (flags, clear) = try (file.byte(at + 2), file.byte(at + 5)) }
        at = try Self.end(ofBlocks: at + 1, &file)
      case Self.picture:
        let frame = try file.frame(after: count)
        let delay = min(file.duration(frame, unitsPerSecond: Self.units), 0xFFFF)
        try output.append(
          [Self.extensionBlock, Self.control, 4, flags] + .little(delay, bytes: 2) + [clear, 0])
        at = try image(at, &file, screen, to: &output)
        (flags, clear) = (0, 0)
        count += 1
      case Self.trailer:
        // Players stop here, so bytes after it are an error.
        guard at == file.size else { throw .damage }
        guard count == file.span.count else { throw .count(count, of: file.span.count) }
        return
      default: throw .damage
      }
    }
  }

  func header(_ plan: JoinPlan) -> [UInt8] {
    guard let first else { return [] }
    // Loops endlessly.
    return [UInt8]("GIF89a".utf8) + first.descriptor + first.colours
      + [Self.extensionBlock, 0xFF, 11] + [UInt8]("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
  }

  var end: [UInt8] { [Self.trailer] }

  /// Appends the image whose descriptor is at an offset; returns the offset after it.
  private func image(
    _ at: Int, _ file: inout SegmentFile, _ screen: Screen, to output: inout JoinOutput
  ) throws(JoinFault) -> Int {
    var descriptor = try file.bytes(file.range(at, count: 9))
    let colours = Self.colours(descriptor[8])
    guard colours + screen.colours.count > 0 else { throw .finding("has no colours") }
    let needsColours = colours == 0 && screen.colours != first?.colours
    if needsColours {
      descriptor[8] &= Self.isInterlaced
      descriptor[8] |= screen.flags & (Self.hasColours | Self.sizeBits)
    }
    try output.append([Self.picture] + descriptor)
    if needsColours { try output.append(screen.colours) }
    // The table, the size of the codes, and blocks.
    let data = try file.range(at + 9, count: colours + 1).upperBound
    let end = try Self.end(ofBlocks: data, &file)
    try output.append((at + 9)..<end, of: &file)
    return end
  }

  private static func screen(_ file: inout SegmentFile) throws(JoinFault) -> Screen {
    let head = try file.bytes(file.range(0, count: 13))
    guard head.starts(with: "GIF8".utf8) else { throw .finding("isn't a GIF") }
    let table = try file.range(13, count: colours(head[10]))
    return Screen(descriptor: Array(head[6...]), colours: try file.bytes(table))
  }

  /// The end of blocks of up to 255 bytes; an empty one is the last.
  private static func end(
    ofBlocks offset: Int, _ file: inout SegmentFile
  ) throws(JoinFault) -> Int {
    var at = offset
    while true {
      let count = Int(try file.byte(at))
      at += 1 + count
      if count == 0 { return at }
    }
  }

  /// Size of the colour table that a byte of flags announces, bytes.
  private static func colours(_ flags: UInt8) -> Int {
    flags & hasColours == 0 ? 0 : 3 << (Int(flags & sizeBits) + 1)
  }
}
