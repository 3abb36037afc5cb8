/// Joins fragmented MP4s of one video track.
///
/// With B-frames a segment's first picture is shown some frames after its decoding begins, in a
/// segment of one or two frames at once. So composition offsets are changed: each segment's first
/// picture is shown when the segment begins, and the film begins after the longest delay. An index
/// is added, one entry per segment, for seeking.
struct MP4Joiner: SegmentJoiner {
  private static let (type, movie, fragment, data) = (
    MP4Boxes.type("ftyp"), MP4Boxes.type("moov"), MP4Boxes.type("moof"), MP4Boxes.type("mdat")
  )
  /// Largest box that is read into memory, bytes; a fragment of 250 frames has 4 KB.
  private static let largest = 1 << 17

  private var fileType: [UInt8] = []
  private var movie: MP4Movie?
  private var sequence = 0
  /// Time from the begin of decoding to the film's first picture.
  private var delay = 0

  mutating func append(
    _ file: inout SegmentFile, to output: inout JoinOutput
  ) throws(JoinFault) {
    let movie = try describe(&file)
    // Times of the segment: decoding begins, a picture is first shown, and decoding ends.
    var (begin, earliest, end): (Int?, Int, Int) = (nil, Int.max, 0)
    var (count, lowest) = (0, Int.max)
    try Self.fragments(&file, movie) { (fragment, _, _) throws(JoinFault) in
      guard fragment.time >= end || begin == nil else { throw .damage }
      begin = begin ?? fragment.time
      end = fragment.time + fragment.duration
      (earliest, lowest) = (min(earliest, fragment.earliest), min(lowest, fragment.lowest))
      count += fragment.count
    }
    guard count == file.span.count, let begin else { throw .count(count, of: file.span.count) }
    let start = file.start(file.span.lowerBound, unitsPerSecond: movie.timescale)
    let duration = file.start(file.span.upperBound, unitsPerSecond: movie.timescale) - start
    // Times that were rounded may be one off.
    guard end - begin <= duration + 1 else { throw .finding("lasts longer than its frames") }
    delay = max(delay, earliest - begin - lowest)
    guard delay <= Int32.max else { throw .damage }
    let shift = delay - (earliest - begin)
    var sequence = sequence
    try Self.fragments(&file, movie) { (fragment, data, file) throws(JoinFault) in
      sequence += 1
      let time = fragment.time - begin + start
      try output.append(fragment.moved(sequence: sequence, time: time, shift: shift))
      try output.append(data, of: &file)
    }
    self.sequence = sequence
  }

  mutating func header(_ plan: JoinPlan) throws(JoinFault) -> [UInt8] {
    sequence = 0
    guard let movie else { return [] }
    return try fileType + movie.bytes(plan, start: delay) + Self.index(plan, movie)
  }

  var end: [UInt8] { [] }

  /// Reads what comes before the fragments.
  private mutating func describe(_ file: inout SegmentFile) throws(JoinFault) -> MP4Movie {
    let type = try Self.box(&file, 0)
    guard type.type == Self.type else { throw .finding("isn't an MP4") }
    let fileType = try Self.bytes(type, &file)
    var at = type.range.upperBound
    while true {
      let box = try Self.box(&file, at)
      at = box.range.upperBound
      guard box.type == Self.movie else { continue }
      let movie = try MP4Movie(Self.bytes(box, &file))
      if file.isFirst { (self.fileType, self.movie) = (fileType, movie) }
      guard movie.key == self.movie?.key else { throw .difference("its description of the video") }
      return movie
    }
  }

  /// Visits each fragment, with the range of its box of data.
  private static func fragments(
    _ file: inout SegmentFile, _ movie: MP4Movie,
    _ visit: (MP4Fragment, Range<Int>, inout SegmentFile) throws(JoinFault) -> Void
  ) throws(JoinFault) {
    var at = 0
    while at < file.size {
      let box = try box(&file, at)
      at = box.range.upperBound
      // Data without a fragment before it would be lost.
      guard box.type != data else { throw .damage }
      guard box.type == Self.fragment else { continue }
      let (type, content) = try Self.box(&file, at)
      guard type == data else { throw .damage }
      let fragment = try MP4Fragment(bytes(box, &file), data: content.count, movie: movie)
      try visit(fragment, content, &file)
      at = content.upperBound
    }
  }

  /// An index of the segments (`sidx`); none if one is too large for it.
  private static func index(_ plan: JoinPlan, _ movie: MP4Movie) -> [UInt8] {
    guard plan.spans.count < 1 << 16, plan.lengths.allSatisfy({ $0 < 1 << 31 }) else { return [] }
    let entries = plan.spans.indices.flatMap { index in
      let span = plan.spans[index]
      let duration =
        plan.start(span.upperBound, unitsPerSecond: movie.timescale)
        - plan.start(span.lowerBound, unitsPerSecond: movie.timescale)
      // It begins with a picture from which all later ones can be shown.
      return [UInt8].big(plan.lengths[index], bytes: 4) + [UInt8].big(duration, bytes: 4)
        + [0x90, 0, 0, 0]
    }
    let fields: [[UInt8]] = [
      [1, 0, 0, 0], .big(movie.track, bytes: 4), .big(movie.timescale, bytes: 4),
      .big(0, bytes: 8), .big(0, bytes: 8), .big(plan.spans.count, bytes: 4), entries,
    ]
    return MP4Boxes.box("sidx", Array(fields.joined()))
  }

  /// Type and range of the box at an offset.
  private static func box(
    _ file: inout SegmentFile, _ at: Int
  ) throws(JoinFault) -> (type: Int, range: Range<Int>) {
    var size = try file.number(at, bytes: 4)
    let type = try file.number(at + 4, bytes: 4)
    let isLong = size == 1
    if isLong { size = try file.number(at + 8, bytes: 8) }
    if size == 0 { size = file.size - at }
    guard size >= (isLong ? 16 : 8) else { throw .damage }
    return (type, try file.range(at, count: size))
  }

  /// A whole box, which must be small.
  private static func bytes(
    _ box: (type: Int, range: Range<Int>), _ file: inout SegmentFile
  ) throws(JoinFault) -> [UInt8] {
    guard box.range.count <= largest else { throw .finding("has a box that is too large") }
    return try file.bytes(box.range)
  }
}
