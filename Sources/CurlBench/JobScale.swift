package import PageCurl

/// How memory and time grow with the frames of a film, and with the pages of a book.
package struct JobScale {
  /// Films of which each has more frames, or pages, than the one before.
  package struct Series {
    package let films: [MeasuredFilm]

    /// How many times the memory of the first the last one takes.
    package var timesMemory: Double? {
      guard let first = films.first, let last = films.last else { return nil }
      return Double(last.peak) / Double(first.peak)
    }

    /// How many times the processors' time for a frame of the one before the last one takes, the time
    /// and the frames of the first taken off: starting isn't drawing.
    package var timesCPU: Double? {
      guard films.count > 2 else { return nil }
      let each = films.suffix(2).map {
        ($0.cpu - films[0].cpu) / Double($0.frames - films[0].frames)
      }
      return each[0] > 0 ? each[1] / each[0] : nil
    }
  }

  /// The size of the pages and of the frames.
  package static let size = PageSize(width: 120, height: 160)

  /// Frames of the longest film, where nothing else is asked for.
  package static let longest = 10_000

  /// Two pages, in 10 frames, a tenth of the most, and the most.
  package let frames: Series
  /// Books of three frames a turn: of 2 pages, a hundredth of as many, and a tenth.
  package let pages: Series

  /// Makes the films, `longest` frames in the longest; nil where one can't be made.
  package static func measure(
    longest: Int, in folder: ScratchFolder, drawing: [String], say: @escaping (String) -> Void
  ) async throws -> JobScale? {
    defer { folder.remove() }
    try FilmMeter.writePages(size, folder)
    let meter = FilmMeter(folder: folder, page: size, drawing: drawing, say: say)
    var (frames, pages): ([MeasuredFilm], [MeasuredFilm]) = ([], [])
    for count in [10, longest / 10, longest] {
      guard let film = try await meter.film(frames: count) else { return nil }
      frames.append(film)
    }
    for count in [2, longest / 100, longest / 10] {
      guard let film = try await meter.film(pages: count, frames: 3) else { return nil }
      pages.append(film)
    }
    return JobScale(frames: Series(films: frames), pages: Series(films: pages))
  }
}
