#if Server
internal import CurlServer
internal import ImageFiles
internal import PageFilm
internal import WorkerLink

extension ParsedFilm {
  /// Joins the segments of the film, files of `frames` frames, and writes it.
  func join(_ files: [SharedFile], _ frames: [Int], to stream: AtomicFile) throws {
    guard files.count == frames.count, let first = frames.first, frames.allSatisfy({ $0 > 0 }),
      let file = files.first
    else { throw WorkerFault(.internal, "\(files.count) files of \(frames.count) segments") }
    let segments = zip(files, frames).map { FilmSegment(file: $0.number, frames: $1) }
    defer { withExtendedLifetime(files) {} }
    try FilmJoin.join(
      segments, as: joinFormat(frameBytes: max(1, try file.size / first)),
      rate: options.film.fps
    ) { try stream.write($0) }
    try stream.commit()
  }

  /// The format for joining; raw frames have `frameBytes` bytes.
  private func joinFormat(frameBytes: Int) throws -> FilmJoin.Format {
    switch format {
    case .mp4: .mp4
    case .webm: .webm
    case .gif: .gif
    case .webp: .webp
    case .apng: .apng
    case .y4m: .y4m
    case .rgba: .rgba(frame: frameBytes)
    case .tar, .png: .tar(PNGTarWriter.names)
    }
  }
}
#endif
