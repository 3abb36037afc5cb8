internal import ImageFiles
public import PageCurl

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
