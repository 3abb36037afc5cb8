internal import ImageFiles
internal import PageCurl

/// Draws the frames of a film while earlier frames are written.
struct FramePipeline {
  /// Frames drawn ahead of writing: enough to even out differences between frames, few enough for
  /// frames of 100 megapixels.
  private static let ahead = 3

  let renderer: Renderer
  let plan: FilmPlan
  /// Background of the Y′CbCr planes that OpenGL makes, 0xRRGGBB; nil draws pictures instead.
  let planes: UInt32?
  let sink: FrameSink
  /// Called after each written frame.
  let advance: @Sendable () -> Void

  /// Draws and writes all frames; a failure leaves no unfinished file.
  func run() async throws {
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        var writing = 0
        let frames = plan.frames(plan.range, Self.ahead) { shot throws(RenderError) in
          try await draw(shot)
        }
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

  private func draw(_ shot: Shot) async throws(RenderError) -> FilmFrame {
    var turn = shot.turn
    turn.dithers = sink.dithers
    if let planes,
      let bytes = try await renderer.planes(of: turn, at: shot.moment, over: planes)
    {
      return .planes(bytes)
    }
    return .picture(
      try await renderer.streamedFrame(
        turn, at: shot.moment,
        for: turn.frameFormat(depth: sink.depth, keepsAlpha: sink.keepsAlpha)))
  }
}
