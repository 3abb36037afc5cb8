/// Joins a film's segments, each a file that was written alone, into one film.
///
/// Nothing is decoded or encoded. The film plays as if it had been written at once: each frame
/// begins when the film's rate says, whatever the segments' own times are. Memory holds about 1 MB,
/// whatever the files' sizes. Segments are untrusted: a damaged one is an error.
package enum FilmJoin {
  /// Format of the segments and of the film.
  package enum Format: Sendable, Equatable {
    /// Fragmented MP4 (ffmpeg's `frag_keyframe+empty_moov+default_base_moof`) of one video track.
    case mp4
    /// WebM of one video track.
    case webm
    /// GIF, at most 50 frames per second.
    case gif
    /// Animated WebP of `WebPWriter`; its film of one frame isn't animated.
    case webp
    /// Animated PNG of `APNGWriter`.
    case apng
    /// Y4M stream of `RawWriter`.
    case y4m
    /// Raw frames of `RawWriter`, each of so many bytes, ≥ 1.
    case rgba(frame: Int)
    /// A tar of one PNG per frame; the film's files are named by the pattern, numbered from 0.
    case tar(FramePattern)

    /// The name with its article.
    var name: String {
      switch self {
      case .mp4: "a fragmented MP4"
      case .webm: "a WebM"
      case .gif: "a GIF"
      case .webp: "a WebP"
      case .apng: "an APNG"
      case .y4m: "a Y4M stream"
      case .rgba: "raw RGBA"
      case .tar: "a tar of PNGs"
      }
    }

    var joiner: any SegmentJoiner {
      switch self {
      case .mp4: MP4Joiner()
      case .webm: WebMJoiner()
      case .gif: GIFJoiner()
      case .webp: WebPJoiner()
      case .apng: APNGJoiner()
      case .y4m: Y4MJoiner()
      case .rgba(let frame): RGBAJoiner(frame: frame)
      case .tar(let pattern): TarJoiner(pattern: pattern)
      }
    }
  }

  /// Joins segments, in order, and hands the film's bytes to a sink.
  ///
  /// Each file is read twice; most faults are found before the sink gets a byte. After an error the
  /// film is incomplete.
  ///
  /// - Parameters:
  ///   - segments: At least one, with 10⁶ frames at most.
  ///   - format: The format of all files.
  ///   - rate: Frames per second of the film.
  ///   - sink: Takes the next bytes, about 64 KB at a time.
  /// - Throws: The segment's fault, or the sink's error.
  package static func join(
    _ segments: [FilmSegment], as format: Format, rate: FrameRate,
    to sink: ([UInt8]) throws -> Void
  ) throws(FilmJoinError) {
    var frames = 0
    let spans = segments.map { segment in
      defer { frames += segment.frames }
      return frames..<(frames + segment.frames)
    }
    precondition((1...1_000_000).contains(frames), "a film of \(frames) frames")
    let failure = withoutActuallyEscaping(sink) { sink in
      var run = JoinRun(segments: segments, spans: spans, format: format, rate: rate)
      do throws(FilmJoinError) {
        try run.join(to: sink)
        return nil as FilmJoinError?
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }
}

/// One call of `FilmJoin.join`.
private struct JoinRun {
  let segments: [FilmSegment]
  let spans: [Range<Int>]
  let format: FilmJoin.Format
  let rate: FrameRate

  mutating func join(to sink: @escaping ([UInt8]) throws -> Void) throws(FilmJoinError) {
    var joiner = format.joiner
    var lengths: [Int] = []
    var counter = JoinOutput(nil)
    for index in segments.indices {
      lengths.append(try append(index, &joiner, to: &counter))
    }
    var output = JoinOutput(sink)
    try checked(0) { () throws(JoinFault) in
      let plan = JoinPlan(spans: spans, lengths: lengths, rate: rate)
      try output.append(joiner.header(plan))
    }
    for index in segments.indices {
      let length = try append(index, &joiner, to: &output)
      try checked(index) { () throws(JoinFault) in
        guard length == lengths[index] else { throw .finding("was changed while it was read") }
      }
    }
    try checked(segments.count - 1) { () throws(JoinFault) in
      try output.append(joiner.end)
      try output.flush()
    }
  }

  /// Appends a segment; returns its length.
  private func append(
    _ index: Int, _ joiner: inout any SegmentJoiner, to output: inout JoinOutput
  ) throws(FilmJoinError) -> Int {
    let before = output.count
    try checked(index) { () throws(JoinFault) in
      var file = try SegmentFile(segments[index], first: spans[index].lowerBound, rate: rate)
      try joiner.append(&file, to: &output)
    }
    return output.count - before
  }

  /// Runs a step for a segment, and converts its fault.
  private func checked(
    _ index: Int, _ step: () throws(JoinFault) -> Void
  ) throws(FilmJoinError) {
    do throws(JoinFault) {
      try step()
    } catch {
      switch error {
      case .output(let error): throw .output(error)
      case .finding(let finding):
        let span = spans[index]
        throw .segment(
          index,
          "cannot join \(format.name): segment \(index) (frames \(span.lowerBound) to "
            + "\(span.upperBound - 1)) \(finding); draw it again")
      }
    }
  }
}
