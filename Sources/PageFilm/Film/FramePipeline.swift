internal import ImageFiles
public import PageCurl

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

  private func draw(_ shot: Shot) async throws(RenderError) -> FilmFrame {
    if let planes,
      let bytes = try await renderer.planes(of: shot.turn, at: shot.moment, over: planes)
    {
      return .planes(bytes)
    }
    return .picture(
      try await renderer.streamedFrame(
        shot.turn, at: shot.moment,
        for: shot.turn.frameFormat(depth: sink.depth, keepsAlpha: sink.keepsAlpha)))
  }
}

extension FilmPlan {
  /// Draws the film and writes it to a destination.
  ///
  /// A file gets its name when it is complete; an error leaves no unfinished file. Frames are drawn
  /// while earlier frames are written. Cancelling the task ends both.
  ///
  /// - Parameters:
  ///   - destination: The output.
  ///   - renderer: The renderer.
  ///   - advance: Called after each written frame, from any thread.
  /// - Throws: A ``FilmError``, or a `CancellationError`.
  public func write(
    to destination: FilmDestination, with renderer: Renderer,
    advance: @escaping @Sendable () -> Void = {}
  ) async throws {
    let sink: FrameSink
    do throws(ImageFileError) {
      sink = try FrameSink(destination, self)
    } catch {
      throw FilmError.file(error)
    }
    let planes: UInt32?
    do throws(RenderError) {
      planes = try await renderer.fasterPlanes(of: self, for: sink)
    } catch {
      sink.cancel()
      throw FilmError.rendering(error)
    }
    try await write(to: sink, with: renderer, planes: planes, advance: advance)
  }

  /// Draws the film and writes it to an open output.
  ///
  /// `planes` is the background of the Y′CbCr planes that OpenGL makes, 0xRRGGBB; nil draws
  /// pictures instead.
  package func write(
    to sink: FrameSink, with renderer: Renderer, planes: UInt32?,
    advance: @escaping @Sendable () -> Void
  ) async throws {
    do {
      try await FramePipeline(
        renderer: renderer, plan: self, planes: planes, sink: sink, advance: advance
      ).run()
    } catch let error as RenderError where error.code == .page {
      throw failure() ?? FilmError.rendering(error)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      throw FilmError(any: error)
    }
  }
}

extension Renderer {
  /// Background of Y′CbCr planes, 0xRRGGBB; nil if the output takes no planes or OpenGL doesn't
  /// convert faster than the processor.
  package func fasterPlanes(
    of plan: FilmPlan, for sink: FrameSink
  ) async throws(RenderError) -> UInt32? {
    guard !plan.needsPictures, let background = sink.planesBackground,
      try await convertsFaster(width: plan.canvas.width, height: plan.canvas.height) == true
    else { return nil }
    return background
  }
}
