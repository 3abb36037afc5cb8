package import CurlCore
package import GLES

/// Frames of a film: the GPU draws later frames during the readback of a frame.
extension GLRenderer {
  /// Draws a frame and calls a closure with its mapped bytes, on the GL thread.
  ///
  /// Concurrent calls overlap: the GPU draws the next frame while one crosses the bus. A short
  /// calibration per size decides how frames are read back. The bytes are those of
  /// ``render(_:_:format:)``, packed into `layout`.
  ///
  /// - Throws: as ``render(_:_:format:)``.
  package func withFrame<Result: Sendable>(
    _ drawing: Drawing, _ pictures: FramePictures, layout: PixelLayout,
    _ body: @Sendable (Span<UInt8>) -> Result
  ) async throws(GLError) -> Result {
    do throws(GLError) {
      return try await stream(drawing, pictures, layout, body)
    } catch {
      guard error.isRecoverable else { throw error }
    }
    // A lost context loses all frames in flight. Draw this one again, but read it at once: in
    // flight, another frame's failure could lose it again.
    return try withResources { resources throws(GLError) in
      let sent = try send(drawing, pictures, layout, from: resources, isDirect: true, body)
      guard case .handedOver(let result) = sent else {
        preconditionFailure("a frame that is read at once is on its way")
      }
      return result
    }
  }

  private func stream<Result: Sendable>(
    _ drawing: Drawing, _ pictures: FramePictures, _ layout: PixelLayout,
    _ body: @Sendable (Span<UInt8>) -> Result
  ) async throws(GLError) -> Result {
    let sent = try withResources { resources throws(GLError) in
      try send(drawing, pictures, layout, from: resources, body)
    }
    switch sent {
    case .handedOver(let result): return result
    case .underway(let ticket, let shape): return try await receive(ticket, shape, body)
    }
  }

  private func receive<Result: Sendable>(
    _ ticket: ReadbackRing.Ticket, _ shape: PackedShape,
    _ body: @Sendable (Span<UInt8>) -> Result
  ) async throws(GLError) -> Result {
    // Let queued calls draw before this one waits.
    await Task.yield()
    guard !isShutDown else { throw Self.shutDownError }
    guard let resources, resources.ring.holds(ticket) else {
      throw GLError(.contextLost(.unknown), doing: "receive a frame")
    }
    return try withResources { resources throws(GLError) in
      defer { resources.review(shape) }
      return try resources.ring.receive(ticket, deadline: .now + deadline, body)
    }
  }

  /// How frames of a size and layout are read back; calibrates on the first call.
  package func plan(width: Int, height: Int, layout: PixelLayout = .rgba8) throws(GLError)
    -> ReadbackPlan
  {
    try withResourcesRetrying { resources throws(GLError) in
      try resources.plan(PackedShape(layout, width: width, height: height))
    }
  }

  /// Whether to pack frames of a size before readback; calibrates on the first call.
  package func packing(_ layout: PixelLayout, width: Int, height: Int) throws(GLError)
    -> PackingPlan
  {
    try withResourcesRetrying { resources throws(GLError) in
      try resources.packing(layout, width: width, height: height)
    }
  }

  /// Draws a frame and queues its readback, or reads it at once if that is faster or no buffer is
  /// free.
  private func send<Result: Sendable>(
    _ drawing: Drawing, _ pictures: FramePictures, _ layout: PixelLayout,
    from resources: ContextResources, isDirect: Bool = false, _ body: (Span<UInt8>) -> Result
  ) throws(GLError) -> Sent<Result> {
    let shape = PackedShape(layout, width: drawing.width, height: drawing.height)
    let method = isDirect ? .direct : try resources.plan(shape).method
    let target = try resources.draw(drawing, pictures, .colour8)
    let frame = try resources.packed(target, layout, dithers: drawing.common.noise != .none)
    if case .ring(let framesPerRead) = method,
      let ticket = try resources.ring.send(frame, framesPerRead: framesPerRead)
    {
      return .underway(ticket, shape)
    }
    // Move the memory out to write to it: a second reference would copy the whole frame.
    var memory = resources.scratch
    resources.scratch = []
    defer { resources.scratch = memory }
    if memory.count < shape.byteCount { memory = [UInt8](repeating: 0, count: shape.byteCount) }
    var span = memory.mutableSpan
    try frame.read(into: &span, deadline: .now + deadline)
    return .handedOver(body(memory.span.extracting(0..<frame.byteCount)))
  }
}

/// State of a drawn frame.
private enum Sent<Result> {
  /// The closure got the frame's bytes, and returned this result.
  case handedOver(Result)
  /// The readback is queued.
  case underway(ReadbackRing.Ticket, PackedShape)
}
