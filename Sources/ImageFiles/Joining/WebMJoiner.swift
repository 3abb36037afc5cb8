/// Joins WebMs of one video track (RFC 8794, RFC 9559).
///
/// Each block begins when its frame does, so the segments' own times are not used. The film gets
/// cues, one per segment, for seeking.
struct WebMJoiner: SegmentJoiner {
  private static let (ebml, segment, information, tracks, cluster, cues) = (
    0x1A45_DFA3, 0x1853_8067, 0x1549_A966, 0x1654_AE6B, 0x1F43_B675, 0x1C53_BB6B
  )
  private static let (trackEntry, trackNumber, trackType) = (0xAE, 0xD7, 0x83)
  private static let (time, simpleBlock, blockGroup, block, reference, void) = (
    0xE7, 0xA3, 0xA0, 0xA1, 0xFB, 0xEC
  )
  /// Elements that would be wrong: checksum, position, and size of the cluster before.
  private static let stale = [0xBF, 0xA7, 0xAB]
  /// Times are milliseconds.
  private static let units = 1000
  /// Largest description of the tracks, bytes.
  private static let largestTracks = 1 << 16

  /// Content of the description of the tracks.
  private var tracks: [UInt8] = []
  private var track = 0

  mutating func append(
    _ file: inout SegmentFile, to output: inout JoinOutput
  ) throws(JoinFault) {
    var at = 0
    let head = try EBMLElement(&file, &at)
    guard head.id == Self.ebml, let size = head.size else { throw .finding("isn't a WebM") }
    at = try file.range(at, count: size).upperBound
    let segment = try EBMLElement(&file, &at)
    let rest = file.size - at
    guard segment.id == Self.segment, segment.size == nil || segment.size == rest else {
      throw .damage
    }
    var count = 0
    var isDescribed = false
    while at < file.size {
      let element = try EBMLElement(&file, &at)
      if element.id == Self.cluster {
        guard isDescribed else { throw .damage }
        var size = element.size
        if size == nil { size = try Self.size(ofCluster: at, &file) }
        let content = try file.range(at, count: size ?? -1)
        try append(cluster: content, &count, &file, to: &output)
        at = content.upperBound
        continue
      }
      guard let size = element.size else { throw .damage }
      let content = try file.range(at, count: size)
      if element.id == Self.tracks {
        try describe(content, &file)
        isDescribed = true
      }
      at = content.upperBound
    }
    guard count == file.span.count else { throw .count(count, of: file.span.count) }
  }

  func header(_ plan: JoinPlan) -> [UInt8] {
    func element(_ id: Int, _ content: [UInt8]) -> [UInt8] { EBMLElement.head(id, content) }
    let program = [UInt8]("glcurl".utf8)
    let seconds = Double(plan.start(plan.frames, unitsPerSecond: Self.units))
    let duration = Int(truncatingIfNeeded: seconds.bitPattern)
    let head =
      element(
        Self.information,
        element(0x2AD7B1, .big(1_000_000, bytes: 3)) + element(0x4489, .big(duration, bytes: 8))
          + element(0x4D80, program) + element(0x5741, program))
      + element(Self.tracks, tracks)
    func cues(_ start: Int) -> [UInt8] {
      var at = start
      return element(
        Self.cues,
        plan.spans.indices.flatMap { index in
          defer { at += plan.lengths[index] }
          let time = plan.start(plan.spans[index].lowerBound, unitsPerSecond: Self.units)
          let place = element(0xF7, .big(track, bytes: 8)) + element(0xF1, .big(at, bytes: 8))
          return element(0xBB, element(0xB3, .big(time, bytes: 8)) + element(0xB7, place))
        })
    }
    // Positions count from the segment's content; their lengths don't depend on their values.
    let before = head + cues(head.count + cues(0).count)
    // Versions and limits as ffmpeg writes them.
    let version = [(0x4286, 1), (0x42F7, 1), (0x42F2, 4), (0x42F3, 8)].flatMap {
      element($0.0, [UInt8($0.1)])
    }
    return element(
      Self.ebml,
      version + element(0x4282, [UInt8]("webm".utf8)) + element(0x4287, [4])
        + element(0x4285, [2]))
      + EBMLElement.head(Self.segment, size: before.count + plan.length) + before
  }

  var end: [UInt8] { [] }

  /// Keeps the first segment's tracks, and checks those of the others.
  private mutating func describe(
    _ content: Range<Int>, _ file: inout SegmentFile
  ) throws(JoinFault) {
    guard content.count <= Self.largestTracks else { throw .damage }
    let tracks = try file.bytes(content)
    if file.isFirst {
      self.tracks = tracks
      track = try Self.track(content, &file)
    }
    guard tracks == self.tracks else { throw .difference("its track") }
  }

  /// Number of the only track, which must be video.
  private static func track(
    _ tracks: Range<Int>, _ file: inout SegmentFile
  ) throws(JoinFault) -> Int {
    var at = tracks.lowerBound
    let entry = try EBMLElement(&file, &at)
    guard entry.id == trackEntry, entry.size == tracks.upperBound - at else {
      throw .finding("doesn't have exactly one track")
    }
    var (number, type) = (0, 0)
    while at < tracks.upperBound {
      let element = try EBMLElement(&file, &at)
      let content = try file.range(at, count: element.size ?? -1, limit: tracks.upperBound)
      at = content.upperBound
      guard [trackNumber, trackType].contains(element.id) else { continue }
      guard (1...8).contains(content.count) else { throw .damage }
      let value = try file.number(content.lowerBound, bytes: content.count)
      if element.id == trackNumber { number = value } else { type = value }
    }
    guard number > 0, type == 1 else { throw .finding("has no video") }
    return number
  }

  /// Appends a cluster, the frames of which come after `count` others.
  private func append(
    cluster: Range<Int>, _ count: inout Int, _ file: inout SegmentFile,
    to output: inout JoinOutput
  ) throws(JoinFault) {
    // A time that always has eight bytes replaces the cluster's.
    guard let old = try Self.child(Self.time, of: cluster, &file) else { throw .damage }
    let start = file.start(try file.frame(after: count), unitsPerSecond: Self.units)
    let time = EBMLElement.head(Self.time, .big(start, bytes: 8))
    try output.append(
      EBMLElement.head(Self.cluster, size: cluster.count - old.count + time.count) + time)
    var at = cluster.lowerBound
    while at < cluster.upperBound {
      let first = at
      let element = try EBMLElement(&file, &at)
      let content = try file.range(at, count: element.size ?? -1, limit: cluster.upperBound)
      at = content.upperBound
      switch element.id {
      case Self.time:
        guard first == old.lowerBound else { throw .damage }
      case Self.simpleBlock:
        try output.append(first..<content.lowerBound, of: &file)
        try append(block: content, count, from: start, &file, to: &output)
        count += 1
      case Self.blockGroup:
        try output.append(first..<content.lowerBound, of: &file)
        try append(group: content, count, from: start, &file, to: &output)
        count += 1
      case _ where Self.stale.contains(element.id):
        try output.append([UInt8(Self.void)])
        try output.append((first + 1)..<at, of: &file)
      default: try output.append(first..<at, of: &file)
      }
    }
  }

  /// Appends a group, which has one block and, after other frames, a reference to the last one.
  private func append(
    group: Range<Int>, _ count: Int, from start: Int, _ file: inout SegmentFile,
    to output: inout JoinOutput
  ) throws(JoinFault) {
    var at = group.lowerBound
    var blocks = 0
    while at < group.upperBound {
      let first = at
      let element = try EBMLElement(&file, &at)
      let content = try file.range(at, count: element.size ?? -1, limit: group.upperBound)
      at = content.upperBound
      try output.append(first..<content.lowerBound, of: &file)
      switch element.id {
      case Self.block:
        try append(block: content, count, from: start, &file, to: &output)
        blocks += 1
      case Self.reference:
        guard count > 0, (1...8).contains(content.count) else { throw .damage }
        let last = try file.frame(after: count - 1)
        let time = -file.duration(last, unitsPerSecond: Self.units)
        let fits = content.count == 8 || time >= -1 << (8 * content.count - 1)
        // Players look only whether there is a reference.
        try output.append([UInt8].big(fits ? time : -1, bytes: content.count))
      default: try output.append(content, of: &file)
      }
    }
    guard blocks == 1 else { throw .damage }
  }

  /// Appends a block's content, with the time of the frame that comes after `count` others.
  private func append(
    block: Range<Int>, _ count: Int, from start: Int, _ file: inout SegmentFile,
    to output: inout JoinOutput
  ) throws(JoinFault) {
    var at = block.lowerBound
    guard try EBMLElement.length(&file, &at) == track, block.upperBound - at >= 3 else {
      throw .damage
    }
    let time = file.start(try file.frame(after: count), unitsPerSecond: Self.units) - start
    guard time <= Int16.max else { throw .finding("has a cluster that is too long") }
    // Several frames in a block would have one time.
    guard try file.byte(at + 2) & 0x06 == 0 else { throw .damage }
    try output.append(block.lowerBound..<at, of: &file)
    try output.append([UInt8].big(time, bytes: 2))
    try output.append((at + 2)..<block.upperBound, of: &file)
  }

  /// The first child with an identifier, head and content.
  private static func child(
    _ id: Int, of parent: Range<Int>, _ file: inout SegmentFile
  ) throws(JoinFault) -> Range<Int>? {
    var at = parent.lowerBound
    while at < parent.upperBound {
      let first = at
      let element = try EBMLElement(&file, &at)
      at = try file.range(at, count: element.size ?? -1, limit: parent.upperBound).upperBound
      if element.id == id { return first..<at }
    }
    return nil
  }

  /// Size of a cluster that doesn't say it: it ends before an element that can't be in it.
  private static func size(
    ofCluster start: Int, _ file: inout SegmentFile
  ) throws(JoinFault) -> Int {
    var at = start
    while at < file.size {
      let first = at
      let element = try EBMLElement(&file, &at)
      // Only elements of the segment have identifiers of four bytes.
      if element.id > 0xFF_FFFF { return first - start }
      at = try file.range(at, count: element.size ?? -1).upperBound
    }
    return at - start
  }
}
