package import PageCurl

/// Draws the frames of a film while earlier ones are written.
package struct FramePipeline {
  /// Frames that are drawn ahead of the writing: enough to even out what differs from frame to
  /// frame, few enough for frames of 100 megapixels.
  private static let ahead = 3

  let renderer: Renderer
  let plan: FilmPlan
  /// How a turn's frames are asked for.
  let format: @Sendable (PageTurn) -> Pixmap.Format
  /// What planes of Y′CbCr that OpenGL makes show through, 0xRRGGBB; nil where pictures are drawn.
  let planes: UInt32?
  let sink: FrameSink
  /// Is told of each frame once it is written.
  let advance: @Sendable () -> Void

  package init(
    _ plan: FilmPlan, _ renderer: Renderer, to sink: FrameSink, planes: UInt32?,
    format: @escaping @Sendable (PageTurn) -> Pixmap.Format, advance: @escaping @Sendable () -> Void
  ) {
    self.plan = plan
    self.renderer = renderer
    self.sink = sink
    self.planes = planes
    self.format = format
    self.advance = advance
  }

  /// Draws and writes all frames; after a failure nothing unfinished is left.
  package func run() async throws {
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        var writing = 0
        let frames = plan.frames(Self.ahead) { shot throws(RenderError) in try await draw(shot) }
        for try await frame in frames {
          if writing == sink.writers {
            try await group.next()
            writing -= 1
          }
          group.addTask {
            try await sink.write(frame.picture, number: frame.index)
            advance()
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

  /// Draws one of the frames.
  private func draw(_ shot: Shot) async throws(RenderError) -> FilmFrame {
    if let planes,
      let bytes = try await renderer.planes(of: shot.turn, at: shot.moment, over: planes)
    {
      return .planes(bytes)
    }
    return .picture(
      try await renderer.streamedFrame(shot.turn, at: shot.moment, format: format(shot.turn)))
  }
}
