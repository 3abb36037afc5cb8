public import CurlCore

/// Makes one output of the frames of a film, which come one after the other.
///
/// The output is whole or not at all: a file gets its name when `finish()` has succeeded, and what
/// was written is gone after `cancel()`, an error, or the last reference. Safe from any task.
public protocol FilmWriter: Sendable {
  /// Adds a frame; returns when it has been taken, so that who renders faster is held back.
  ///
  /// - Precondition: `frame` has the film's size.
  /// - Throws: `ImageFileError`. After an error, `finish()` or `cancel()` there is no film to add
  ///   to: `cancelled` comes here, or at the latest from `finish()`.
  func append(_ frame: Pixmap) async throws(ImageFileError)

  /// Completes the output.
  ///
  /// - Throws: `ImageFileError`, `unsupported` where frames are missing, `cancelled` also after an
  ///   earlier error or `finish()`.
  func finish() async throws(ImageFileError)

  /// Gives up; does nothing after `finish()` has succeeded.
  func cancel()
}
