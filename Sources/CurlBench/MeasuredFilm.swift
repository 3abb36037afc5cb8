package import PageCurl

/// One film that was made to see what it takes.
package struct MeasuredFilm {
  /// Pages that are turned through.
  package let pages: Int
  /// Frames of the whole film.
  package let frames: Int
  /// A frame's size, pixels.
  package let size: PageSize
  /// Bytes of a page and of a frame, as 8-bit RGBA.
  package let pageBytes: Int
  let frameBytes: Int
  /// The most memory that it held, bytes.
  package let peak: Int
  /// Milliseconds of the processors, starting included.
  package let cpu: Double

  /// What it is, for people.
  package var name: String {
    "\(pages) pages in \(frames) frames of \(size.width)x\(size.height)"
  }
}
