/// Joins tars of one PNG per frame.
///
/// Only sizes are taken from the segments' headers: names and all else are written anew.
struct TarJoiner: SegmentJoiner {
  let pattern: FramePattern

  mutating func append(
    _ file: inout SegmentFile, to output: inout JoinOutput
  ) throws(JoinFault) {
    var (at, count) = (0, 0)
    while true {
      let header = try file.bytes(file.range(at, count: TarWriter.block))
      at += TarWriter.block
      // Names aren't empty, so this is the end.
      guard header[0] != 0 else { break }
      let size = try Self.size(header)
      let name = pattern.path(try file.frame(after: count))
      guard (1...TarWriter.longestName).contains(name.utf8.count) else {
        throw .finding("would have a file with the name '\(name)', which doesn't fit into a tar")
      }
      try output.append(TarWriter.header(name: name, size: size))
      try output.append(file.range(at, count: size), of: &file)
      let padding = TarWriter.padding(size: size)
      try output.append(padding)
      at += size + padding.count
      count += 1
    }
    let end = at - TarWriter.block
    guard try file.bytes(file.range(end, count: file.size - end)) == TarWriter.end else {
      throw .damage
    }
    guard count == file.span.count else { throw .count(count, of: file.span.count) }
  }

  func header(_ plan: JoinPlan) -> [UInt8] { [] }

  var end: [UInt8] { TarWriter.end }

  /// Size of the file after a header.
  private static func size(_ header: [UInt8]) throws(JoinFault) -> Int {
    guard header[257..<262].elementsEqual("ustar".utf8) else { throw .finding("isn't a tar") }
    guard try octal(header[148..<156]) == TarWriter.checksum(header) else { throw .damage }
    // A regular file.
    guard header[156] == 0x30 else { throw .finding("has something that isn't a file") }
    return try octal(header[124..<136])
  }

  /// A number of octal digits up to a zero or a space.
  private static func octal(_ field: ArraySlice<UInt8>) throws(JoinFault) -> Int {
    let digits = field.prefix { $0 != 0 && $0 != 0x20 }
    guard (1...11).contains(digits.count), digits.allSatisfy({ (0x30...0x37).contains($0) }) else {
      throw .damage
    }
    return digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
  }
}
