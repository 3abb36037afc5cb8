public import CurlCore

/// Writes the frames of a film, in order, to one output.
///
/// The output is complete or missing: only a successful `finish()` moves the file to its path;
/// `cancel()`, an error or the release of the last reference removes it. Safe from any task.
public protocol FilmWriter: Sendable {
  /// Adds a frame; returns when the writer has taken it, which slows a faster renderer down.
  ///
  /// - Precondition: `frame` has the film's size.
  /// - Throws: `ImageFileError`. After an error, `finish()` or `cancel()`, the film rejects frames
  ///   with kind `cancelled`, here or at the latest in `finish()`.
  func append(_ frame: Pixmap) async throws(ImageFileError)

  /// Completes the output.
  ///
  /// - Throws: `ImageFileError`: `unsupported` if frames are missing, `cancelled` also after an
  ///   earlier error or `finish()`.
  func finish() async throws(ImageFileError)

  /// Cancels the film and removes its output; no effect after a successful `finish()`.
  func cancel()
}
