internal import PageCurl

/// One film that was made to see what it takes.
struct MeasuredFilm {
  /// Pages that are turned through.
  let pages: Int
  /// Frames of the whole film.
  let frames: Int
  /// A frame's size, pixels.
  let size: PageSize
  /// Bytes of a page and of a frame, as 8-bit RGBA.
  let pageBytes: Int
  let frameBytes: Int
  /// The most memory that it held, bytes.
  let peak: Int
  /// Milliseconds of the processors, starting included.
  let cpu: Double

  /// What it is, for people.
  var name: String {
    "\(pages) pages in \(frames) frames of \(size.width)x\(size.height)"
  }
}
