public import CurlCore

/// Writes the frames of a film, in order, to one output.
///
/// The output is complete or missing: a file gets its name when `finish()` has succeeded, and is
/// removed after `cancel()`, an error, or the last reference. Safe from any task.
public protocol FilmWriter: Sendable {
  /// Adds a frame; returns when it has been taken, which slows a faster renderer down.
  ///
  /// - Precondition: `frame` has the film's size.
  /// - Throws: `ImageFileError`. After an error, `finish()` or `cancel()` the film takes no more
  ///   frames: `cancelled` is thrown here, or at the latest by `finish()`.
  func append(_ frame: Pixmap) async throws(ImageFileError)

  /// Completes the output.
  ///
  /// - Throws: `ImageFileError`, `unsupported` if frames are missing, `cancelled` also after an
  ///   earlier error or `finish()`.
  func finish() async throws(ImageFileError)

  /// Gives up; no effect after `finish()` has succeeded.
  func cancel()
}
