internal import PageCurl

/// Draws the frames of a film while earlier ones are written.
struct FramePipeline {
  /// Frames that are drawn ahead of the writing: enough to even out what differs from frame to
  /// frame, few enough for frames of 100 megapixels.
  private static let ahead = 3

  let renderer: Renderer
  let plan: FilmPlan
  /// How a turn's frames are asked for.
  let format: @Sendable (PageTurn) -> Pixmap.Format
  let sink: FrameSink
  let meter: ProgressMeter

  /// Draws and writes all frames; after a failure nothing unfinished is left.
  func run() async throws {
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        var writing = 0
        let frames = plan.frames(renderer, format, Self.ahead)
        for try await frame in frames {
          if writing == sink.writers {
            try await group.next()
            writing -= 1
          }
          group.addTask {
            try await sink.write(frame.pixmap, number: frame.index)
            meter.advance()
          }
          writing += 1
        }
        try await group.waitForAll()
      }
      try await sink.finish()
    } catch {
      sink.cancel()
      throw error
    }
  }
}
