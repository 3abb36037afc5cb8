/// The `moov` box of a fragmented MP4 with one video track.
struct MP4Movie {
  /// Units of the track's times per second.
  let timescale: Int
  /// Number of the track.
  let track: Int
  /// Duration and size of a sample that has no others.
  let defaults: (duration: Int, size: Int)
  /// What all segments must have alike: track, units, defaults and description of the samples.
  let key: [UInt8]
  private let boxes: MP4Boxes

  /// Bytes of a sample description that name the encoder.
  private static let encoderName = (8 + 8 + 42)..<(8 + 8 + 74)
  /// Most units per second.
  private static let units = 1...1_000_000

  init(_ bytes: [UInt8]) throws(JoinFault) {
    boxes = MP4Boxes(bytes)
    let movie = try boxes.content("moov")
    let tracks = try boxes.children(movie).filter { $0.type == MP4Boxes.type("trak") }
    guard tracks.count == 1 else { throw .finding("has \(tracks.count) tracks, not one") }
    let handler = try boxes.content("moov/trak/mdia/hdlr", count: 12).lowerBound
    guard try bytes.number(handler + 8, bytes: 4) == MP4Boxes.type("vide") else {
      throw .finding("has no video")
    }
    timescale = try boxes.number(boxes.content("moov/trak/mdia/mdhd", count: 24), 12)
    guard Self.units.contains(timescale) else { throw .damage }
    track = try boxes.number(boxes.content("moov/trak/tkhd", count: 24), 12)
    // Without it the file isn't fragmented.
    let samples = try boxes.content("moov/mvex/trex", count: 24)
    defaults = try (
      bytes.number(samples.lowerBound + 12, bytes: 4),
      bytes.number(samples.lowerBound + 16, bytes: 4)
    )
    let description = try boxes.content("moov/trak/mdia/minf/stbl/stsd", count: 94)
    var words = Array(bytes[description])
    words.removeSubrange(Self.encoderName)
    key = .big(track, bytes: 4) + .big(timescale, bytes: 4) + bytes[samples] + words
  }

  /// The box for the whole film, which is shown from the track's time `start` on.
  func bytes(_ plan: JoinPlan, start: Int) throws(JoinFault) -> [UInt8] {
    var boxes = boxes
    let units = try boxes.number(boxes.content("moov/mvhd", count: 24), 12)
    guard Self.units.contains(units) else { throw .damage }
    let duration = plan.start(plan.frames, unitsPerSecond: units)
    try boxes.set(
      "mehd", in: ["moov", "mvex"], to: [1, 0, 0, 0] + .big(duration, bytes: 8))
    // One edit as long as the film, at normal speed.
    let edit: [UInt8] =
      [0, 0, 0, 0] + .big(1, bytes: 4) + .big(0, bytes: 4) + .big(start, bytes: 4) + [0, 1, 0, 0]
    try boxes.set(
      "edts", in: ["moov", "trak"], after: "tkhd",
      to: start > 0 ? MP4Boxes.box("elst", edit) : nil)
    return boxes.bytes
  }
}
