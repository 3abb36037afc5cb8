internal import FoundationEssentials
internal import ImageFiles
internal import PageCurl
internal import PageFilm
internal import SamplePages

/// Makes films with this program, and tells what each takes.
struct FilmMeter {
  /// Where a.png and b.png are: the pages, in turns.
  let folder: ScratchFolder
  /// The pages' size.
  let page: PageSize
  /// What the program is told about drawing.
  let drawing: [String]
  /// Told which film it is.
  let say: (String) -> Void

  /// Makes the pages' files.
  static func writePages(_ size: PageSize, _ folder: ScratchFolder) throws {
    let sample = try SamplePages.make(width: size.width, height: size.height)
    for (name, page) in [("a.png", sample.front), ("b.png", sample.next)] {
      try AtomicFile.write(PNGEncoder.encode(page), path: folder.file(name))
    }
  }

  /// A film of raw frames that go nowhere, so many of each turn; nil where it fails.
  func film(pages: Int = 2, frames: Int, _ words: [String] = []) async throws -> MeasuredFilm? {
    say("memory: \(pages) pages of \(page.width)×\(page.height), \(frames) frames a turn")
    let files = (0..<pages).map { folder.file($0 % 2 == 0 ? "a.png" : "b.png") }
    let run = try await MeasuredProcess.run(
      MeasuredProcess.own,
      ["render"] + files + ["--quiet", "--json", "--frames", "\(frames)"] + drawing
        + ["-o", "/dev/null", "--format", "rgba"] + words,
      output: folder.file("summary.json"))
    guard let run, run.status == 0,
      let summary = FilmSummary(path: folder.file("summary.json"))
    else { return nil }
    return MeasuredFilm(
      pages: pages, frames: summary.frames,
      size: PageSize(width: summary.width, height: summary.height),
      pageBytes: 4 * page.width * page.height, frameBytes: 4 * summary.width * summary.height,
      peak: summary.peakMemoryBytes, cpu: run.lap.cpu)
  }
}

/// What `render --json` prints, as far as it is read again.
struct FilmSummary: Decodable {
  /// The most memory that the program has held, bytes.
  let peakMemoryBytes: Int
  /// Frames of the whole film.
  let frames: Int
  /// A frame's pixels in a row, and its rows.
  let width: Int
  let height: Int

  /// Reads a file; nil where it isn't such a summary.
  init?(path: String) {
    guard let data = try? Data(contentsOf: URL(filePath: path)),
      let found = try? JSONDecoder().decode(FilmSummary.self, from: data)
    else { return nil }
    self = found
  }
}
