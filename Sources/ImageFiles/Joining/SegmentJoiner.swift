/// Joins the segments of one format.
///
/// All segments are appended twice. The first time only counts, so that the header can hold the
/// lengths of what follows, and so that most faults are found before the sink gets a byte.
protocol SegmentJoiner {
  /// Appends a segment's frames, without header and end; remembers what the header needs.
  mutating func append(
    _ file: inout SegmentFile, to output: inout JoinOutput
  ) throws(JoinFault)

  /// The film's beginning, after all segments were counted and before they are appended.
  mutating func header(_ plan: JoinPlan) throws(JoinFault) -> [UInt8]

  /// The film's end.
  var end: [UInt8] { get }
}

/// What is known of a film after its segments were counted.
struct JoinPlan {
  /// Frames of each segment, numbered as in the film.
  let spans: [Range<Int>]
  /// Bytes that each segment appends.
  let lengths: [Int]
  let rate: FrameRate

  /// Number of the film's frames.
  var frames: Int { spans.last?.upperBound ?? 0 }
  /// Bytes between the header and the end.
  var length: Int { lengths.reduce(0, +) }

  /// Start of frame `index`, rounded, in units of `1 / units` seconds.
  func start(_ index: Int, unitsPerSecond units: Int) -> Int {
    rate.start(ofFrame: index, unitsPerSecond: units)
  }
}
