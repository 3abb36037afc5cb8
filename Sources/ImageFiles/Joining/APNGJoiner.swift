import CImageCodecs

/// Joins animated PNGs (PNG specification, third edition).
///
/// Each segment's first frame must replace the whole canvas: blending 0 and the picture's size.
struct APNGJoiner: SegmentJoiner {
  private struct Chunk {
    let type: [UInt8]
    let content: Range<Int>
    /// Checksum of type and content.
    let checksum: UInt32
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let (control, picture, data) = (
    [UInt8]("fcTL".utf8), [UInt8]("IDAT".utf8), [UInt8]("fdAT".utf8)
  )
  /// Largest header before the first frame, bytes.
  private static let largestHeader = 1 << 16

  /// The first segment's chunks before its frames, without the number of frames.
  private var header: [UInt8] = []
  /// Sequence number of the next animation chunk.
  private var number = 0

  mutating func append(
    _ file: inout SegmentFile, to output: inout JoinOutput
  ) throws(JoinFault) {
    var at = 0
    let header = try Self.header(&file, &at)
    if file.isFirst { self.header = header }
    guard header == self.header else { throw .difference("its header") }
    var count = 0
    // Whether the last control chunk's picture came.
    var isWhole = true
    while true {
      let chunk = try Self.chunk(&file, at)
      at = chunk.content.upperBound + 4
      switch chunk.type {
      case Self.control:
        guard isWhole else { throw .damage }
        let frame = try file.frame(after: count)
        let content = try control(&file, chunk, isFirst: count == 0)
        let delay = file.rate.delay(ofFrame: frame)
        let times =
          [UInt8].big(Int(delay.numerator), bytes: 2)
          + [UInt8].big(Int(delay.denominator), bytes: 2)
        try output.append(
          Self.chunk(Self.control, numbered() + content[4..<20] + times + content[24...]))
        (isWhole, count) = (false, count + 1)
      case Self.picture where count == 1:
        try append(chunk, of: &file, from: 0, to: &output)
        isWhole = true
      case Self.data where count > 1:
        try append(chunk, of: &file, from: 4, to: &output)
        isWhole = true
      case [UInt8]("IEND".utf8):
        guard isWhole, chunk.content.isEmpty, at == file.size else { throw .damage }
        guard count == file.span.count else { throw .count(count, of: file.span.count) }
        return
      default: throw .damage
      }
    }
  }

  mutating func header(_ plan: JoinPlan) -> [UInt8] {
    number = 0
    // It loops endlessly.
    return header + Self.chunk([UInt8]("acTL".utf8), .big(plan.frames, bytes: 4) + [0, 0, 0, 0])
  }

  var end: [UInt8] { Self.chunk([UInt8]("IEND".utf8), []) }

  /// Appends picture data that begins `skipped` bytes after the chunk's begin.
  private mutating func append(
    _ chunk: Chunk, of file: inout SegmentFile, from skipped: Int, to output: inout JoinOutput
  ) throws(JoinFault) {
    let isPicture = file.isFirst && skipped == 0
    let head = isPicture ? Self.picture : Self.data + numbered()
    guard chunk.content.count >= skipped else { throw .damage }
    let rest = chunk.content.dropFirst(skipped)
    let size = head.count - 4 + rest.count
    guard size < 1 << 31 else { throw .finding("has a chunk that is too large to be numbered") }
    var sum = Self.sum(head[...])
    var check = Self.sum((chunk.type + (try file.bytes(chunk.content.prefix(skipped))))[...])
    try output.append([UInt8].big(size, bytes: 4) + head)
    var seen = 0
    try output.append(rest, of: &file) { bytes in
      sum = Self.sum(bytes, after: sum)
      check = Self.sum(bytes, after: check)
      seen += bytes.count
    }
    // What is only counted isn't read.
    guard seen < rest.count || check == chunk.checksum else { throw .damage }
    try output.append([UInt8].big(Int(sum), bytes: 4))
  }

  /// The sequence number of the next chunk.
  private mutating func numbered() -> [UInt8] {
    defer { number += 1 }
    return .big(number, bytes: 4)
  }

  /// The content of a control chunk, whose box lies on the canvas.
  private func control(
    _ file: inout SegmentFile, _ chunk: Chunk, isFirst: Bool
  ) throws(JoinFault) -> [UInt8] {
    guard chunk.content.count == 26 else { throw .damage }
    let content = try file.bytes(chunk.content)
    guard Self.sum((chunk.type + content)[...]) == chunk.checksum else { throw .damage }
    let canvas = try (header.number(16, bytes: 4), header.number(20, bytes: 4))
    let size = try (content.number(4, bytes: 4), content.number(8, bytes: 4))
    let corner = try (content.number(12, bytes: 4), content.number(16, bytes: 4))
    guard corner.0 + size.0 <= canvas.0, corner.1 + size.1 <= canvas.1 else { throw .damage }
    guard !isFirst || (size == canvas && content[25] == 0) else {
      throw .finding("begins with a frame that doesn't replace the whole picture")
    }
    return content
  }

  /// Signature and chunks before the first frame, without `acTL`; moves `at` behind them.
  private static func header(
    _ file: inout SegmentFile, _ at: inout Int
  ) throws(JoinFault) -> [UInt8] {
    guard try file.bytes(0..<min(8, file.size)) == signature else { throw .finding("isn't a PNG") }
    var header = signature
    at = 8
    while true {
      let chunk = try chunk(&file, at)
      guard chunk.type != control else { break }
      guard header.count + chunk.content.count < largestHeader else { throw .damage }
      let content = try file.bytes(chunk.content)
      guard chunk.type != picture, sum((chunk.type + content)[...]) == chunk.checksum else {
        throw .finding("isn't animated, or is damaged")
      }
      if chunk.type != [UInt8]("acTL".utf8) { header += self.chunk(chunk.type, content) }
      at = chunk.content.upperBound + 4
    }
    // The size of the picture is in the first chunk.
    guard header.count >= 33, header[12..<16].elementsEqual("IHDR".utf8) else { throw .damage }
    return header
  }

  private static func chunk(_ file: inout SegmentFile, _ at: Int) throws(JoinFault) -> Chunk {
    let count = try file.number(at, bytes: 4)
    let content = try file.range(at + 8, count: count)
    return Chunk(
      type: try file.bytes(file.range(at + 4, count: 4)), content: content,
      checksum: UInt32(truncatingIfNeeded: try file.number(content.upperBound, bytes: 4)))
  }

  private static func chunk(_ type: [UInt8], _ content: [UInt8]) -> [UInt8] {
    let checked = type + content
    return .big(content.count, bytes: 4) + checked + .big(Int(sum(checked[...])), bytes: 4)
  }

  /// CRC-32 of bytes after others.
  private static func sum(_ bytes: ArraySlice<UInt8>, after seed: UInt32 = 0) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe ci_crc32(seed, bytes.baseAddress, bytes.count)
    }
  }
}
