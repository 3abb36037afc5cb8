import CurlCore
import Glibc

@testable import ImageFiles

/// A film that is written in segments by the real writers, and joined.
struct SegmentedFilm {
  /// A way to write a film.
  enum Kind: CaseIterable {
    case mp4
    case webm
    case webmAlpha
    case gif
    case gifAlpha
    case webp
    case webpLossy
    case apng
    case apng16
    case y4m
    case rgba
    case tar

    var format: FilmJoin.Format {
      switch self {
      case .mp4: .mp4
      case .webm, .webmAlpha: .webm
      case .gif, .gifAlpha: .gif
      case .webp, .webpLossy: .webp
      case .apng, .apng16: .apng
      case .y4m: .y4m
      case .rgba: .rgba(frame: 4 * SegmentedFilm.width * SegmentedFilm.height)
      case .tar: .tar(SegmentedFilm.names)
      }
    }

    var hasAlpha: Bool { ![.mp4, .webm, .gif, .y4m].contains(self) }

    var video: VideoFormat? {
      switch self {
      case .mp4: .mp4
      case .webm, .webmAlpha: .webm
      case .gif, .gifAlpha: .gif
      default: nil
      }
    }

    /// Kinds that are written by ffmpeg.
    static let videos = allCases.filter { $0.video != nil }
    /// Kinds that aren't.
    static let others = allCases.filter { $0.video == nil }
  }

  static let (width, height) = (48, 36)
  static let names: FramePattern = {
    do throws(ImageFileError) {
      return try FramePattern("f_%04d.png")
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  let kind: Kind
  let rate: FrameRate
  let lengths: [Int]
  let folder: TemporaryFolder

  /// The film's frames: noise that stays, and a spot that moves.
  static func frames(_ count: Int, hasAlpha: Bool) -> [Pixmap] {
    let still = SamplePixmap.rgba8(width: width, height: height, isOpaque: !hasAlpha, seed: 9).rgba8
    return (0..<count).map { index in
      var pixels = still
      let (left, top) = (5 * index % (width - 12), 3 * index % (height - 12))
      for row in top..<(top + 12) {
        let at = 4 * (row * width + left)
        let colour: [UInt8] = [UInt8(11 * index % 256), 200, UInt8(255 - index), 255]
        pixels.replaceSubrange(at..<(at + 48), with: (0..<12).flatMap { _ in colour })
      }
      return Pixmap(width: width, height: height, rgba8: pixels)
    }
  }

  var frames: [Pixmap] { Self.frames(lengths.reduce(0, +), hasAlpha: kind.hasAlpha) }

  /// Writes frames as one file, which is its own film.
  func write(_ frames: [Pixmap], _ name: String) async throws {
    let path = folder.file(name)
    let number = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    let file = AtomicFile(direct: number, path: path)
    let (width, height) = (frames[0].width, frames[0].height)
    if kind == .tar {
      for (index, frame) in frames.enumerated() {
        let picture = PNGEncoder.encode(frame)
        try file.write(TarWriter.header(name: "any\(index)", size: picture.count))
        try file.write(picture + TarWriter.padding(size: picture.count))
      }
      try file.write(TarWriter.end)
      return try file.commit()
    }
    var encoder = VideoEncoder(kind.video ?? .mp4)
    // Several fragments per segment.
    if kind == .mp4 { encoder.settings += ["-g", "10"] }
    let writer: any FilmWriter =
      switch kind {
      case .webp: try WebPWriter(file, width: width, height: height, rate: rate, quality: .lossless)
      case .webpLossy: try WebPWriter(file, width: width, height: height, rate: rate)
      case .apng, .apng16:
        APNGWriter(
          file, width: width, height: height, frames: frames.count, rate: rate,
          depth: kind == .apng ? .eight : .sixteen)
      case .y4m: RawWriter(file, width: width, height: height, format: .y4m(rate))
      case .rgba: RawWriter(file, width: width, height: height, format: .rgba(.eight))
      default:
        try VideoWriter(
          file, width: width, height: height, rate: rate, hasAlpha: kind.hasAlpha,
          encoder: encoder)
      }
    for frame in frames { try await writer.append(frame) }
    try await writer.finish()
  }

  /// Writes the segments as `part0`, `part1` and so on.
  func writeParts() async throws {
    var rest = frames[...]
    for (index, length) in lengths.enumerated() {
      try await write(Array(rest.prefix(length)), "part\(index)")
      rest = rest.dropFirst(length)
    }
  }

  /// Joins these files; returns the film, which is also the file `film`.
  @discardableResult
  func join() throws -> [UInt8] {
    let film = try join(lengths.indices.map { folder.contents("part\($0)") ?? [] })
    folder.make("film", film)
    return film
  }

  /// Joins files that exist only in memory.
  func join(_ files: [[UInt8]]) throws -> [UInt8] {
    var segments: [FilmSegment] = []
    defer { for segment in segments { close(segment.file) } }
    for (index, bytes) in files.enumerated() {
      let path = folder.make("joined", bytes)
      // The position, at the file's end, must not matter.
      let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
      lseek(number, 0, SEEK_END)
      unsafe unlink(path)
      segments.append(FilmSegment(file: number, frames: lengths[index]))
    }
    var film: [UInt8] = []
    try FilmJoin.join(segments, as: kind.format, rate: rate) { film += $0 }
    return film
  }
}
