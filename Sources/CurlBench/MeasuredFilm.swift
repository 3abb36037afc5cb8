package import PageCurl

/// A film that was made for measurements.
package struct MeasuredFilm {
  /// Number of pages.
  package let pages: Int
  /// Number of frames.
  package let frames: Int
  /// Size of a frame, pixels.
  package let size: PageSize
  /// Whether the pages' shadow lies on an opaque background.
  package let hasBackground: Bool
  /// Bytes of a page and of a frame, as 8-bit RGBA.
  package let pageBytes: Int
  let frameBytes: Int
  /// Peak memory, bytes.
  package let peak: Int
  /// Processor time including the start, milliseconds.
  package let cpu: Double

  /// Name of the film, for messages.
  package var name: String {
    "\(pages) pages in \(frames) frames of \(size.width)x\(size.height)"
  }
}
