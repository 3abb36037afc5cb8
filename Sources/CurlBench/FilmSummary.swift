internal import FoundationEssentials

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
