package import CurlCore
package import GLES

/// Frames of a film: each is read back while later ones are drawn.
extension GLRenderer {
  /// Draws a frame and calls a closure with its mapped bytes, on the GL thread.
  ///
  /// Concurrent calls overlap: while one frame crosses the bus, the next is drawn. A short
  /// calibration per size decides how. The bytes are those of ``render(_:_:format:)``, or their
  /// packing.
  ///
  /// - Throws: as ``render(_:_:format:)``.
  package func withFrame<Result: Sendable>(
    _ drawing: Drawing, _ pictures: FramePictures, layout: PixelLayout,
    _ body: @Sendable (Span<UInt8>) -> Result
  ) async throws(GLError) -> Result {
    do throws(GLError) {
      return try await stream(drawing, pictures, layout, body)
    } catch {
      guard error.isCuredByANewContext else { throw error }
    }
    // A lost context loses all frames in flight. Each is drawn again and read at once: in flight it
    // could be lost with another one's context.
    return try once { stage throws(GLError) in
      let sent = try send(drawing, pictures, layout, from: stage, isDirect: true, body)
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
    let sent = try once { stage throws(GLError) in
      try send(drawing, pictures, layout, from: stage, body)
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
    // Queued calls are drawn before any of them waits.
    await Task.yield()
    guard !isShutDown else { throw Self.shutDownError }
    guard let stage, stage.ring.holds(ticket) else {
      throw GLError(.contextLost(.unknown), doing: "receive a frame")
    }
    return try once { stage throws(GLError) in
      defer { stage.review(shape) }
      return try stage.ring.receive(ticket, deadline: .now + deadline, body)
    }
  }

  /// Fixes the way of reading frames of a size and layout, whatever is faster.
  package func keep(
    to way: ReadbackPlan.Way, width: Int, height: Int, layout: PixelLayout = .rgba8
  ) throws(GLError) {
    try current().keep(to: way, PackedShape(layout, width: width, height: height))
  }

  /// How frames of a size and layout are read back; calibrates if necessary.
  package func plan(width: Int, height: Int, layout: PixelLayout = .rgba8) throws(GLError)
    -> ReadbackPlan
  {
    try whileCurrent { stage throws(GLError) in
      try stage.plan(PackedShape(layout, width: width, height: height))
    }
  }

  /// Whether frames of a size should be packed before they are read back; calibrates if necessary.
  package func packing(_ layout: PixelLayout, width: Int, height: Int) throws(GLError)
    -> PackingPlan
  {
    try whileCurrent { stage throws(GLError) in
      try stage.packing(layout, width: width, height: height)
    }
  }

  /// Draws a frame and queues its read-back, or reads it at once if that is faster.
  private func send<Result: Sendable>(
    _ drawing: Drawing, _ pictures: FramePictures, _ layout: PixelLayout, from stage: Stage,
    isDirect: Bool = false, _ body: (Span<UInt8>) -> Result
  ) throws(GLError) -> Sent<Result> {
    let shape = PackedShape(layout, width: drawing.width, height: drawing.height)
    let way = isDirect ? .direct : try stage.plan(shape).way
    let target = try stage.draw(drawing, pictures, .colour8)
    let frame = try stage.packed(target, layout)
    if case .ring(let framesPerRead) = way,
      let ticket = try stage.ring.send(frame, framesPerRead: framesPerRead)
    {
      return .underway(ticket, shape)
    }
    // Moved out while it is written to: a copy would be as large as the frame.
    var memory = stage.scratch
    stage.scratch = []
    defer { stage.scratch = memory }
    if memory.count < shape.byteCount { memory = [UInt8](repeating: 0, count: shape.byteCount) }
    var span = memory.mutableSpan
    try frame.read(into: &span, deadline: .now + deadline)
    return .handedOver(body(memory.span.extracting(0..<frame.byteCount)))
  }
}

/// A frame that was drawn.
private enum Sent<Result> {
  /// The closure has seen the frame's bytes.
  case handedOver(Result)
  case underway(ReadbackRing.Ticket, PackedShape)
}
