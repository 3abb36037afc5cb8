package import PageCurl

/// Growth of memory and time with the frames of a film, and with the pages of a book.
package struct JobScale {
  /// Films with increasing numbers of frames or pages.
  package struct Series {
    package let films: [MeasuredFilm]

    /// Memory of the last film relative to the first film's.
    package var timesMemory: Double? {
      guard let first = films.first, let last = films.last else { return nil }
      return Double(last.peak) / Double(first.peak)
    }

    /// Processor time per frame of the last film relative to the film before it.
    ///
    /// The first film's time and frames are subtracted from both; they stand for the program's
    /// start.
    package var timesCPU: Double? {
      guard films.count > 2 else { return nil }
      let each = films.suffix(2).map {
        ($0.cpu - films[0].cpu) / Double($0.frames - films[0].frames)
      }
      return each[0] > 0 ? each[1] / each[0] : nil
    }
  }

  /// Size of the pages and of the frames.
  package static let size = PageSize(width: 120, height: 160)

  /// Default number of frames of the longest film.
  package static let longest = 10_000

  /// Films of two pages with 10 frames, a tenth of `longest`, and `longest`.
  package let frames: Series
  /// Books with three frames per turn: 2 pages, a hundredth of `longest`, and a tenth.
  package let pages: Series

  /// Makes the films, of which the longest has `longest` frames; nil if a film fails.
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
