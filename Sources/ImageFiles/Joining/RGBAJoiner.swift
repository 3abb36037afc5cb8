/// Joins raw frames, which have no header.
struct RGBAJoiner: SegmentJoiner {
  /// Size of a frame, bytes.
  let frame: Int

  func append(_ file: inout SegmentFile, to output: inout JoinOutput) throws(JoinFault) {
    let (count, rest) = file.size.quotientAndRemainder(dividingBy: frame)
    guard rest == 0 else { throw .damage }
    guard count == file.span.count else { throw .count(count, of: file.span.count) }
    try output.append(0..<file.size, of: &file)
  }

  func header(_ plan: JoinPlan) -> [UInt8] { [] }

  var end: [UInt8] { [] }
}
