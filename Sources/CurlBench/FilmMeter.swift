internal import FoundationEssentials
internal import ImageFiles
internal import PageCurl
internal import PageFilm
internal import SamplePages

/// Makes films with this program and measures them.
struct FilmMeter {
  /// Folder of a.png and b.png, the alternating pages.
  let folder: ScratchFolder
  /// Size of the pages.
  let page: PageSize
  /// Options of the program for drawing.
  let drawing: [String]
  /// Receives the name of each film.
  let say: (String) -> Void

  /// Makes the pages' files.
  static func writePages(_ size: PageSize, _ folder: ScratchFolder) throws {
    let sample = try SamplePages.make(width: size.width, height: size.height)
    for (name, page) in [("a.png", sample.front), ("b.png", sample.next)] {
      try AtomicFile.write(PNGEncoder.encode(page), path: folder.file(name))
    }
  }

  /// Makes a film of raw frames, which are discarded; nil if that fails.
  ///
  /// `frames` is their number per turn, `words` are further options.
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
      hasBackground: words.contains("--background"),
      pageBytes: 4 * page.width * page.height, frameBytes: 4 * summary.width * summary.height,
      peak: summary.peakMemoryBytes, cpu: run.lap.cpu)
  }
}

/// The fields of `render --json` that the measurements need.
struct FilmSummary: Decodable {
  /// Peak memory of the program, bytes.
  let peakMemoryBytes: Int
  /// Number of frames of the film.
  let frames: Int
  /// Size of a frame, pixels.
  let width: Int
  let height: Int

  /// Reads a file; nil if the file isn't such a summary.
  init?(path: String) {
    guard let data = try? Data(contentsOf: URL(filePath: path)),
      let found = try? JSONDecoder().decode(FilmSummary.self, from: data)
    else { return nil }
    self = found
  }
}
