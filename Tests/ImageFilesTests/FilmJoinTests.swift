import CurlCore
import Glibc
import Testing

@testable import ImageFiles

@Suite(.timeLimit(.minutes(15))) struct FilmJoinTests {
  let folder = TemporaryFolder()

  static let films: [(String, [Int])] = [
    ("30", [24, 30]), ("25", [7]), ("24000/1001", [1, 7, 24, 30, 1]), ("50", [1, 1]),
    ("60", [30, 2, 1, 24, 7]), ("1/100", [2, 3]), ("29.96", [3, 4]),
  ]

  private func film(
    _ kind: SegmentedFilm.Kind, _ rate: String, _ lengths: [Int]
  ) throws -> SegmentedFilm {
    // A GIF isn't faster.
    let rate = try #require(FrameRate(kind.video == .gif && rate == "60" ? "50" : rate))
    return SegmentedFilm(kind: kind, rate: rate, lengths: lengths, folder: folder)
  }

  /// Straight pixels of a film's frames.
  private func pixels(_ film: SegmentedFilm, _ depth: BitDepth = .eight) -> [[UInt8]] {
    film.frames.map { StraightPixels.bytes($0, depth: depth, order: .bigEndian) }
  }

  /// Checksums of the decoded frames, and what ffmpeg says meanwhile.
  private func decoded(_ name: String, _ kind: SegmentedFilm.Kind) -> [String] {
    let (decoder, pixels) =
      switch kind {
      case .webmAlpha: ("-c:v libvpx-vp9", "yuva420p")
      case .mp4, .webm: ("", "yuv420p")
      default: ("", "rgba")
      }
    let text = FFmpeg.output(
      "ffmpeg -nostdin -v error \(decoder) -i '\(folder.file(name))' -vsync passthrough "
        + "-pix_fmt \(pixels) -f framemd5 - 2>&1")
    return String(decoding: text, as: UTF8.self).split(separator: "\n").filter {
      !$0.hasPrefix("#")
    }.map { String($0.split(separator: ",").last ?? "") }
  }

  /// Times of frames, in order, in the file's own units.
  private func times(_ name: String) -> [Int] {
    let text = FFmpeg.output(
      "ffprobe -v warning -select_streams v -show_entries frame=pts -of csv=p=0 "
        + "'\(folder.file(name))' 2>&1")
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map {
      Int($0.split(separator: ",").first ?? "") ?? -1
    }
  }

  @Test(
    .enabled(if: FFmpeg.isInstalled, "ffmpeg isn't installed"),
    arguments: SegmentedFilm.Kind.videos, films)
  func videosPlayAsIfWrittenAtOnce(
    kind: SegmentedFilm.Kind, sample: (rate: String, lengths: [Int])
  ) async throws {
    let film = try film(kind, sample.rate, sample.lengths)
    try await film.writeParts()
    try film.join()
    let joined = decoded("film", kind)
    #expect(joined == film.lengths.indices.flatMap { decoded("part\($0)", kind) })
    #expect(joined.count == film.frames.count)
    let units =
      switch film.kind.format {
      case .mp4: try timescale()
      case .webm: 1000
      default: 100
      }
    #expect(
      times("film")
        == (0..<film.frames.count).map { film.rate.start(ofFrame: $0, unitsPerSecond: units) })
    let duration = String(
      decoding: FFmpeg.output(
        "ffprobe -v warning -show_entries format=duration -of csv=p=0 '\(folder.file("film"))' 2>&1"
      ), as: UTF8.self)
    let seconds = try #require(Double(duration.split(separator: "\n").first ?? ""), "\(duration)")
    let expected = Double(film.frames.count) / film.rate.framesPerSecond
    #expect(abs(seconds - expected) < 0.011, "\(seconds) s, not \(expected)")
  }

  /// Units of an MP4's times.
  private func timescale() throws -> Int {
    let text = FFmpeg.output(
      "ffprobe -v error -show_entries stream=time_base -of csv=p=0 '\(folder.file("film"))'")
    let words = String(decoding: text, as: UTF8.self).split { $0 == "/" || $0 == "\n" }
    return try #require(words.count == 2 ? Int(words[1]) : nil)
  }

  @Test(
    .enabled(if: FFmpeg.isInstalled, "ffmpeg isn't installed"),
    arguments: [SegmentedFilm.Kind.webp, .webpLossy], films)
  func webPsShowEveryFrameOnTime(
    kind: SegmentedFilm.Kind, sample: (rate: String, lengths: [Int])
  ) async throws {
    let film = try film(kind, sample.rate, sample.lengths.map { min($0, 7) })
    try await film.writeParts()
    let joined = try WebPFile(film.join())
    let starts = (0...film.frames.count).map {
      film.rate.start(ofFrame: $0, unitsPerSecond: 1000)
    }
    #expect(joined.frames.map(\.duration) == zip(starts, starts.dropFirst()).map { $1 - $0 })
    #expect(joined.loops == 0)
    #expect((joined.width, joined.height) == (SegmentedFilm.width, SegmentedFilm.height))
    guard kind == .webp else {
      // Picture data is that of the segments.
      var rest = joined.frames[...]
      for (index, length) in film.lengths.enumerated() where length > 1 {
        rest = joined.frames[film.lengths[..<index].reduce(0, +)...]
        let part = try WebPFile(#require(folder.contents("part\(index)")))
        #expect(part.frames.map(\.data) == rest.prefix(length).map(\.data))
        #expect(part.frames.map(\.box) == rest.prefix(length).map(\.box))
      }
      return
    }
    let shown = try joined.canvases(decodedIn: folder).map(WebPFile.visible)
    let isSame = shown == pixels(film).map(WebPFile.visible)
    #expect(isSame)
  }

  @Test(
    .enabled(if: FFmpeg.isInstalled, "ffmpeg isn't installed"),
    arguments: [SegmentedFilm.Kind.apng, .apng16], films)
  func animatedPNGsShowEveryFrameOnTime(
    kind: SegmentedFilm.Kind, sample: (rate: String, lengths: [Int])
  ) async throws {
    let film = try film(kind, sample.rate, sample.lengths)
    try await film.writeParts()
    let joined = try film.join()
    let depth: BitDepth = kind == .apng ? .eight : .sixteen
    let shown = FFmpeg.bytes(
      "-f apng -i '\(folder.file("film"))'", pixels: kind == .apng ? "rgba" : "rgba64be")
    let isSame = shown == pixels(film, depth).flatMap(\.self)
    #expect(isSame)
    // Each frame is written as in a film that is written at once, but for the segments' first.
    let whole = SegmentedFilm(
      kind: kind, rate: film.rate, lengths: [film.frames.count], folder: folder)
    try await whole.writeParts()
    let expected = try controls(#require(folder.contents("part0")))
    let found = try controls(joined)
    #expect(found.map { $0[20..<24] } == expected.map { $0[20..<24] })
    #expect(times("film").count == film.frames.count)
    #expect(try whole.join() == folder.contents("part0"))
  }

  /// Contents of an animation's control chunks, all numbers and checksums being right.
  private func controls(_ file: [UInt8]) throws -> [[UInt8]] {
    var (rest, number, controls) = (file[8...], 0, [[UInt8]]())
    while rest.count >= 12 {
      let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      let content = Array(rest.dropFirst(8).prefix(count))
      #expect(Array(rest.prefix(count + 12)) == RawPNG.chunk(type, content))
      if ["fcTL", "fdAT"].contains(type) {
        #expect(content.prefix(4).reduce(0) { $0 << 8 | Int($1) } == number)
        number += 1
      }
      if type == "fcTL" { controls.append(content) }
      rest = rest.dropFirst(count + 12)
    }
    return controls
  }

  @Test(arguments: [SegmentedFilm.Kind.y4m, .rgba], films)
  func rawFramesAreThoseOfAFilmThatIsWrittenAtOnce(
    kind: SegmentedFilm.Kind, sample: (rate: String, lengths: [Int])
  ) async throws {
    let film = try film(kind, sample.rate, sample.lengths)
    try await film.writeParts()
    try await film.write(film.frames, "whole")
    let isSame = try film.join() == folder.contents("whole")
    #expect(isSame)
  }

  @Test(arguments: [[7], [1, 3, 2]])
  func tarHasAFilePerFrame(lengths: [Int]) async throws {
    let film = try film(.tar, "30", lengths)
    try await film.writeParts()
    try film.join()
    let count = film.frames.count
    let list = String(
      decoding: FFmpeg.output("tar -tvf '\(folder.file("film"))' 2>&1"), as: UTF8.self)
    let lines = list.split(separator: "\n")
    #expect(lines.count == count)
    for (index, line) in lines.enumerated() {
      #expect(line.hasPrefix("-rw-r--r-- 0/0 ") && line.hasSuffix(" f_000\(index).png"), "\(line)")
    }
    let pictures = FFmpeg.output("tar -xOf '\(folder.file("film"))' 2>&1")
    let isSame = pictures == film.frames.flatMap { PNGEncoder.encode($0) }
    #expect(isSame)
  }

  @Test func largeFilmNeedsLittleMemory() throws {
    // Frames of 32 MB that are holes, which take no room on a disk.
    let path = folder.make("part0", [])
    unsafe truncate(path, 64 << 20)
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    defer { close(number) }
    let segments = [FilmSegment](repeating: FilmSegment(file: number, frames: 2), count: 3)
    var (count, largest) = (0, 0)
    try FilmJoin.join(segments, as: .rgba(frame: 32 << 20), rate: 30) { bytes in
      count += bytes.count
      largest = max(largest, bytes.count)
    }
    #expect(count == 3 * 64 << 20)
    #expect(largest <= 1 << 18)
  }

  @Test func sinksErrorEndsTheJoin() throws {
    struct Full: Error {}
    let path = folder.make("part0", [UInt8](repeating: 1, count: 1 << 20))
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    defer { close(number) }
    var calls = 0
    let error = #expect(throws: FilmJoinError.self) {
      try FilmJoin.join(
        [FilmSegment(file: number, frames: 1)], as: .rgba(frame: 1 << 20), rate: 30
      ) { _ in
        calls += 1
        throw Full()
      }
    }
    guard case .output(let cause) = error else {
      Issue.record("it isn't the sink's")
      return
    }
    #expect(cause is Full && calls == 1)
  }

  @Test func whatIsNoFileIsAnError() {
    for number in [-1, Int32.max] {
      let error = #expect(throws: FilmJoinError.self) {
        try FilmJoin.join([FilmSegment(file: number, frames: 1)], as: .gif, rate: 30) { _ in }
      }
      var isOfSegment = false
      if case .segment(0, _) = error { isOfSegment = true }
      #expect(isOfSegment)
    }
  }
}
