/// A film's run of consecutive frames, in a file of its own.
package struct FilmSegment: Sendable {
  /// Number of an open, readable, regular file; its position is neither used nor moved.
  ///
  /// The caller keeps it open during the join, and closes it.
  package let file: Int32
  /// Number of frames, ≥ 1.
  package let frames: Int

  package init(file: Int32, frames: Int) {
    precondition(frames > 0, "a segment needs a frame")
    self.file = file
    self.frames = frames
  }
}
