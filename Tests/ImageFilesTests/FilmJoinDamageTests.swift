import CurlCore
import Testing

@testable import ImageFiles

/// Segments are untrusted: damage is an error of the segment, whatever it is.
@Suite(.timeLimit(.minutes(15))) struct FilmJoinDamageTests {
  let folder = TemporaryFolder()
  static let lengths = [3, 1, 4]

  /// Kinds that this machine can write.
  static let kinds = SegmentedFilm.Kind.allCases.filter { $0.video == nil || FFmpeg.isInstalled }

  /// A film, and the files of its segments.
  private func film(
    _ kind: SegmentedFilm.Kind, _ lengths: [Int] = lengths
  ) async throws -> (SegmentedFilm, [[UInt8]]) {
    let film = SegmentedFilm(kind: kind, rate: 25, lengths: lengths, folder: folder)
    try await film.writeParts()
    return (film, try lengths.indices.map { try #require(folder.contents("part\($0)")) })
  }

  /// The sentence about a segment that can't be joined.
  private func finding(
    _ film: SegmentedFilm, _ files: [[UInt8]], segment: Int, location: SourceLocation
  ) -> String {
    let error = #expect(throws: FilmJoinError.self, sourceLocation: location) {
      _ = try film.join(files)
    }
    guard case .segment(segment, let message) = error else {
      Issue.record("the fault isn't in segment \(segment)", sourceLocation: location)
      return ""
    }
    return message
  }

  @Test(arguments: kinds) func wrongNumberOfFramesIsAnError(
    kind: SegmentedFilm.Kind
  ) async throws {
    let (film, files) = try await film(kind)
    let text = finding(
      film, [files[0], files[1], files[0]], segment: 2, location: #_sourceLocation)
    #expect(text.contains("segment 2 (frames 4 to 7)"), "\(text)")
    _ = finding(film, [files[2], files[1], files[2]], segment: 0, location: #_sourceLocation)
  }

  @Test(arguments: kinds) func segmentOfAnotherSizeIsAnError(
    kind: SegmentedFilm.Kind
  ) async throws {
    // Each PNG of a tar has its own.
    guard kind != .tar else { return }
    let (film, files) = try await film(kind)
    let small = SamplePixmap.rgba8(width: 20, height: 36, isOpaque: !kind.hasAlpha)
    try await film.write([Pixmap](repeating: small, count: 4), "small")
    let other = try #require(folder.contents("small"))
    let text = finding(
      film, [files[0], files[1], other], segment: 2, location: #_sourceLocation)
    #expect(text.contains("differs from the first segment") || kind == .rgba, "\(text)")
  }

  @Test(arguments: kinds) func anotherFormatIsAnError(kind: SegmentedFilm.Kind) async throws {
    let (film, files) = try await film(kind)
    // Any bytes are raw frames.
    guard kind != .rgba else { return }
    let other = kind == .y4m ? [UInt8]("GIF89a".utf8) : [UInt8]("YUV4MPEG2 W4 H2\n".utf8)
    for bytes in [[], other, other + [UInt8](repeating: 0, count: 2000)] {
      _ = finding(film, [files[0], bytes, files[2]], segment: 1, location: #_sourceLocation)
    }
  }

  @Test(arguments: kinds) func fileThatIsCutOffIsAnError(kind: SegmentedFilm.Kind) async throws {
    let (film, files) = try await film(kind, [2])
    let step = max(1, files[0].count / 150)
    // What ffmpeg writes after the last frame of an MP4 isn't needed.
    let end = kind == .mp4 ? files[0].count - 80 : files[0].count
    for count in Array(stride(from: 0, to: end, by: step)) + [end - 1] {
      _ = finding(film, [Array(files[0][..<count])], segment: 0, location: #_sourceLocation)
    }
  }

  @Test(arguments: kinds) func damageNeverEndsTheProgram(kind: SegmentedFilm.Kind) async throws {
    let (film, files) = try await film(kind)
    let size = files.reduce(0) { $0 + $1.count }
    var random = SeededGenerator(seed: 28)
    var faults = 0
    for _ in 0..<400 {
      var damaged = files
      let part = Int.random(in: 0..<files.count, using: &random)
      Self.damage(&damaged[part], &random)
      do {
        // What passes isn't larger than what is added to each frame.
        #expect(try film.join(damaged).count < 2 * size + 8192)
      } catch is FilmJoinError {
        faults += 1
      }
    }
    #expect(faults > 0)
  }

  /// Damages some places, mostly where headers are.
  private static func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let edges: [UInt8] = [0, 1, 2, 0x7F, 0x80, 0xFF]
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let reach = Bool.random(using: &random) ? min(bytes.count, 900) : bytes.count
      guard reach > 0 else { return }
      let at = Int.random(in: 0..<reach, using: &random)
      let end = min(bytes.count, at + Int.random(in: 1...8, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[at] = .random(in: 0...255, using: &random)
      case 2:
        let edge = edges[Int.random(in: 0..<edges.count, using: &random)]
        for place in at..<end { bytes[place] = edge }
      case 3: bytes.removeSubrange(at..<end)
      case 4: bytes.insert(contentsOf: Array(bytes[at..<end]), at: at)
      default: bytes.removeSubrange(at...)
      }
    }
  }
}
