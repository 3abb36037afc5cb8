/// Joins animated WebPs (WebP container specification).
///
/// Each segment's first frame must replace the whole canvas. libwebp writes a film of one frame as
/// a picture, which becomes a frame again.
struct WebPJoiner: SegmentJoiner {
  private struct Chunk {
    let type: [UInt8]
    let content: Range<Int>
  }

  /// Flags of the file's header.
  private static let (isAnimated, hasAlpha): (UInt8, UInt8) = (0x02, 0x10)
  /// Flag of a frame that replaces what was shown.
  private static let replaces: UInt8 = 0x02
  /// Frames begin at the nearest millisecond.
  private static let units = 1000
  /// Longest duration, milliseconds.
  private static let longest = 0xFF_FFFF

  /// Width and height, each less one.
  private var sides: [UInt8] = []
  private var flags: UInt8 = 0

  mutating func append(
    _ file: inout SegmentFile, to output: inout JoinOutput
  ) throws(JoinFault) {
    let head = try file.bytes(0..<min(file.size, 12))
    guard head.count == 12, head.starts(with: "RIFF".utf8), head[8...].elementsEqual("WEBP".utf8)
    else { throw .finding("isn't a WebP") }
    guard try head.little(4, bytes: 4) == file.size - 8 else { throw .damage }
    let first = try Self.chunk(&file, 12)
    var (flags, sides) = (UInt8(0), [UInt8]())
    if first.type == [UInt8]("VP8X".utf8) {
      guard first.content.count == 10 else { throw .damage }
      let content = try file.bytes(first.content)
      (flags, sides) = (content[0], Array(content[4...]))
    } else {
      (flags, sides) = try Self.picture(&file, first)
    }
    if file.isFirst { self.sides = sides }
    guard sides == self.sides else { throw .difference("its size") }
    self.flags |= flags & Self.hasAlpha
    if flags & Self.isAnimated != 0 {
      try appendFrames(from: Self.next(first), &file, to: &output)
    } else {
      let start = first.type == [UInt8]("VP8X".utf8) ? Self.next(first) : 12
      try appendPicture(from: start, &file, to: &output)
    }
  }

  func header(_ plan: JoinPlan) throws(JoinFault) -> [UInt8] {
    let size = 4 + 18 + 14 + plan.length
    guard size < 1 << 32 - 10 else {
      throw .finding("would begin a file of \(size) bytes, and a WebP has 4 GB at most")
    }
    return [UInt8]("RIFF".utf8) + .little(size, bytes: 4) + [UInt8]("WEBP".utf8)
      + Self.head("VP8X", 10) + [flags | Self.isAnimated, 0, 0, 0] + sides
      // Transparent background; loops endlessly.
      + Self.head("ANIM", 6) + [0, 0, 0, 0, 0, 0]
  }

  var end: [UInt8] { [] }

  /// Appends the frames of an animation.
  private func appendFrames(
    from start: Int, _ file: inout SegmentFile, to output: inout JoinOutput
  ) throws(JoinFault) {
    var (at, count) = (start, 0)
    while at < file.size {
      let chunk = try Self.chunk(&file, at)
      at = Self.next(chunk)
      if chunk.type == [UInt8]("ANIM".utf8) { continue }
      guard chunk.type == [UInt8]("ANMF".utf8), chunk.content.count >= 16 else { throw .damage }
      let frame = try file.frame(after: count)
      let control = try file.bytes(chunk.content.prefix(16))
      if count == 0 {
        guard control[..<6].allSatisfy({ $0 == 0 }), Array(control[6..<12]) == sides,
          control[15] & Self.replaces != 0
        else { throw .finding("begins with a frame that doesn't replace the whole picture") }
      }
      for side in [0, 3] {
        let end = try 2 * control.little(side, bytes: 3) + control.little(side + 6, bytes: 3)
        guard try end <= sides.little(side, bytes: 3) else { throw .damage }
      }
      try append(
        frame, Array(control[..<12]), control[15], chunk.content.dropFirst(16), of: &file,
        to: &output)
      count += 1
    }
    guard count == file.span.count else { throw .count(count, of: file.span.count) }
  }

  /// Appends a picture as a frame.
  private func appendPicture(
    from start: Int, _ file: inout SegmentFile, to output: inout JoinOutput
  ) throws(JoinFault) {
    var chunk = try Self.chunk(&file, start)
    if chunk.type == [UInt8]("ALPH".utf8) { chunk = try Self.chunk(&file, Self.next(chunk)) }
    guard chunk.type.starts(with: "VP8".utf8), Self.next(chunk) == file.size else {
      throw .finding("isn't of pictures alone, or is damaged")
    }
    let frame = try file.frame(after: 0)
    try append(
      frame, [0, 0, 0, 0, 0, 0] + sides, Self.replaces, start..<file.size, of: &file, to: &output)
    guard file.span.count == 1 else { throw .count(1, of: file.span.count) }
  }

  /// Appends a frame of picture data; `box` is its place and size.
  private func append(
    _ frame: Int, _ box: [UInt8], _ flags: UInt8, _ data: Range<Int>, of file: inout SegmentFile,
    to output: inout JoinOutput
  ) throws(JoinFault) {
    let duration = min(file.duration(frame, unitsPerSecond: Self.units), Self.longest)
    try output.append(
      Self.head("ANMF", 16 + data.count) + box + .little(duration, bytes: 3) + [flags])
    try output.append(data, of: &file)
    if data.count % 2 == 1 { try output.append([0]) }
  }

  /// Flags and sides of a file that is a picture alone.
  private static func picture(
    _ file: inout SegmentFile, _ chunk: Chunk
  ) throws(JoinFault) -> (UInt8, [UInt8]) {
    guard chunk.content.count >= 10 else { throw .damage }
    let data = try file.bytes(chunk.content.prefix(10))
    if chunk.type == [UInt8]("VP8L".utf8) {
      // After a signature, 14 bits of each side less one, and a bit for alpha.
      let bits = try data.little(1, bytes: 4)
      return (
        bits >> 28 & 1 == 1 ? hasAlpha : 0,
        .little(bits & 0x3FFF, bytes: 3) + .little(bits >> 14 & 0x3FFF, bytes: 3)
      )
    }
    guard chunk.type == [UInt8]("VP8 ".utf8) else { throw .damage }
    let sides = try (data.little(6, bytes: 2) & 0x3FFF, data.little(8, bytes: 2) & 0x3FFF)
    guard sides.0 > 0, sides.1 > 0 else { throw .damage }
    return (0, .little(sides.0 - 1, bytes: 3) + .little(sides.1 - 1, bytes: 3))
  }

  private static func chunk(_ file: inout SegmentFile, _ at: Int) throws(JoinFault) -> Chunk {
    let head = try file.bytes(file.range(at, count: 8))
    let content = try file.range(at + 8, count: head.little(4, bytes: 4))
    // Content of an odd size is padded.
    guard content.upperBound + content.count % 2 <= file.size else { throw .damage }
    return Chunk(type: Array(head[..<4]), content: content)
  }

  /// The offset of the chunk after another.
  private static func next(_ chunk: Chunk) -> Int {
    chunk.content.upperBound + chunk.content.count % 2
  }

  private static func head(_ type: String, _ count: Int) -> [UInt8] {
    [UInt8](type.utf8) + .little(count, bytes: 4)
  }
}
