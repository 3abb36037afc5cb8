/// Joins Y4M streams: a line, then frames of one size, each after a mark.
struct Y4MJoiner: SegmentJoiner {
  private static let signature = [UInt8]("YUV4MPEG2 ".utf8)
  private static let mark = [UInt8]("FRAME\n".utf8)
  /// Longest header, bytes.
  private static let longestHeader = 256

  private var header: [UInt8] = []

  mutating func append(
    _ file: inout SegmentFile, to output: inout JoinOutput
  ) throws(JoinFault) {
    let start = try file.bytes(0..<min(file.size, Self.longestHeader))
    guard start.starts(with: Self.signature) else { throw .finding("isn't a Y4M stream") }
    guard let end = start.firstIndex(of: 0x0A) else { throw .damage }
    let header = Array(start[...end])
    if file.isFirst { self.header = header }
    guard header == self.header else { throw .difference("its header") }
    let (size, rest) = (file.size - header.count).quotientAndRemainder(
      dividingBy: file.span.count)
    guard rest == 0, size >= Self.mark.count else { throw .damage }
    for at in stride(from: header.count, to: file.size, by: size) {
      guard try file.bytes(file.range(at, count: Self.mark.count)) == Self.mark else {
        throw .finding("is cut off, or has not \(file.span.count) frames")
      }
    }
    try output.append(header.count..<file.size, of: &file)
  }

  func header(_ plan: JoinPlan) -> [UInt8] { header }

  var end: [UInt8] { [] }
}
