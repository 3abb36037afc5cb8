/// A `moof` box of a fragmented MP4: the times of some samples of its only track.
struct MP4Fragment {
  /// A run of samples with their data in one piece.
  private struct Run {
    /// Flags, and the offset of the box's content.
    let (flags, start): (Int, Int)
    let count: Int
    /// Offset of the first sample, and bytes per sample.
    let (first, stride): (Int, Int)

    /// Whether samples have a composition offset, which comes last.
    var hasOffsets: Bool { flags & MP4Fragment.hasOffsets != 0 }
  }

  /// Decoding time of the first sample.
  let time: Int
  /// Duration of all samples.
  private(set) var duration = 0
  /// Number of samples.
  private(set) var count = 0
  /// Earliest time at which a sample is shown, and the smallest composition offset.
  private(set) var (earliest, lowest) = (Int.max, Int.max)
  private let boxes: MP4Boxes
  private let track: [MP4Boxes.Box]
  private var runs: [Run] = []

  private var bytes: [UInt8] { boxes.bytes }

  /// Flag of a run whose samples have composition offsets.
  private static let hasOffsets = 0x800
  /// Largest time, well below an overflow.
  private static let latest = 1 << 60
  /// Most samples; ffmpeg begins a fragment every 250 frames.
  private static let mostSamples = 1 << 14

  /// Takes a box apart; its data is in the `data` bytes after it.
  init(_ bytes: [UInt8], data: Int, movie: MP4Movie) throws(JoinFault) {
    boxes = MP4Boxes(bytes)
    let fragment = try boxes.content("moof")
    let tracks = try boxes.children(fragment).filter { $0.type == MP4Boxes.type("traf") }
    guard tracks.count == 1 else { throw .damage }
    track = try boxes.children(tracks[0].content)
    let times = try boxes.content("tfdt", of: tracks[0].content, count: 8).lowerBound
    time = try bytes.number(times + 4, bytes: bytes[times] == 0 ? 4 : 8)
    guard time < Self.latest else { throw .damage }
    let header = try boxes.content("tfhd", of: tracks[0].content, count: 8)
    let defaults = try Self.defaults(boxes.bytes, header.lowerBound, movie)
    for box in track where box.type == MP4Boxes.type("trun") {
      try add(box.content, defaults, data: data)
    }
  }

  /// Duration and size of a sample that has no others, after the track's header.
  private static func defaults(
    _ bytes: [UInt8], _ header: Int, _ movie: MP4Movie
  ) throws(JoinFault) -> (duration: Int, size: Int) {
    guard try bytes.number(header + 4, bytes: 4) == movie.track else { throw .damage }
    let flags = try bytes.number(header, bytes: 4)
    // Data is found from the fragment on, not from the file's begin.
    guard flags & 0x02_0001 == 0x02_0000 else {
      throw .finding("isn't written with ffmpeg's flag default_base_moof")
    }
    var at = header + 8 + (flags & 2 == 0 ? 0 : 4)
    var defaults = movie.defaults
    if flags & 8 != 0 {
      defaults.duration = try bytes.number(at, bytes: 4)
      at += 4
    }
    if flags & 16 != 0 { defaults.size = try bytes.number(at, bytes: 4) }
    return defaults
  }

  /// Adds a run.
  private mutating func add(
    _ content: Range<Int>, _ defaults: (duration: Int, size: Int), data: Int
  ) throws(JoinFault) {
    let start = content.lowerBound
    let flags = try bytes.number(start, bytes: 4) & 0xFF_FFFF
    let number = try bytes.number(start + 4, bytes: 4)
    // Each run says where its data is.
    guard flags & 1 != 0, count + number <= Self.mostSamples else { throw .damage }
    var place = try bytes.number(start + 8, bytes: 4)
    guard place >= bytes.count + 8 else { throw .damage }
    let columns = [0x100, 0x200, 0x400, Self.hasOffsets].filter { flags & $0 != 0 }
    let stride = 4 * columns.count
    let first = start + (flags & 4 == 0 ? 12 : 16)
    guard first + number * stride <= content.upperBound else { throw .damage }
    func value(_ flag: Int, _ at: Int, _ missing: Int) throws(JoinFault) -> Int {
      guard let column = columns.firstIndex(of: flag) else { return missing }
      return try bytes.number(at + 4 * column, bytes: 4)
    }
    let run = Run(flags: flags, start: start, count: number, first: first, stride: stride)
    for sample in 0..<number {
      let at = first + sample * stride
      let offset = try offset(at, run)
      lowest = min(lowest, offset)
      earliest = min(earliest, time + duration + offset)
      duration += try value(0x100, at, defaults.duration)
      place += try value(0x200, at, defaults.size)
    }
    guard place <= bytes.count + data else { throw .damage }
    count += number
    runs.append(run)
  }

  /// Composition offset of the sample at an offset.
  private func offset(_ at: Int, _ run: Run) throws(JoinFault) -> Int {
    guard run.hasOffsets else { return 0 }
    return Int(Int32(truncatingIfNeeded: try bytes.number(at + run.stride - 4, bytes: 4)))
  }

  /// The box with another number and decoding time, and all composition offsets larger by `shift`.
  func moved(sequence: Int, time: Int, shift: Int) throws(JoinFault) -> [UInt8] {
    let growth = try moved(sequence, time, shift, growth: 0).count - bytes.count
    return try moved(sequence, time, shift, growth: growth)
  }

  /// The changed box; data is `growth` bytes further away than it was.
  private func moved(
    _ sequence: Int, _ time: Int, _ shift: Int, growth: Int
  ) throws(JoinFault) -> [UInt8] {
    var (content, next) = ([UInt8](), 0)
    for box in track {
      switch box.type {
      case MP4Boxes.type("tfdt"):
        content += MP4Boxes.box("tfdt", [1, 0, 0, 0] + .big(time, bytes: 8))
      case MP4Boxes.type("trun"):
        content += try moved(runs[next], shift, growth: growth)
        next += 1
      default: content += bytes[box.range]
      }
    }
    return MP4Boxes.box(
      "moof",
      MP4Boxes.box("mfhd", [0, 0, 0, 0] + .big(sequence, bytes: 4))
        + MP4Boxes.box("traf", content))
  }

  /// A changed run; it gets composition offsets if it has none.
  private func moved(_ run: Run, _ shift: Int, growth: Int) throws(JoinFault) -> [UInt8] {
    let place = try bytes.number(run.start + 8, bytes: 4) + growth
    var content: [UInt8] =
      .big(run.flags | Self.hasOffsets, bytes: 4) + .big(run.count, bytes: 4)
      + .big(place, bytes: 4) + bytes[(run.start + 12)..<run.first]
    let kept = run.stride - (run.hasOffsets ? 4 : 0)
    for sample in 0..<run.count {
      let at = run.first + sample * run.stride
      let offset = try offset(at, run) + shift
      // Negative ones mislead ffmpeg.
      guard (0...Int(Int32.max)).contains(offset) else { throw .damage }
      content += bytes[at..<(at + kept)]
      content += [UInt8].big(offset, bytes: 4)
    }
    return MP4Boxes.box("trun", content)
  }
}
