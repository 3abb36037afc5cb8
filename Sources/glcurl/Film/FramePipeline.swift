internal import PageCurl

/// Draws the frames of a film while earlier ones are written.
struct FramePipeline {
  /// Frames that are drawn and not yet taken for writing: enough to even out what differs from
  /// frame to frame, few enough for frames of 100 megapixels.
  private static let depth = 4

  private struct NumberedFrame: Sendable {
    let number: Int
    let pixmap: Pixmap
  }

  let renderer: Renderer
  let turn: PageTurn
  /// When the frames are, in the order in which they are written.
  let moments: [Moment]
  /// How frames are asked for.
  let format: Pixmap.Format
  let sink: FrameSink
  let meter: ProgressMeter

  /// Draws and writes all frames; after a failure nothing unfinished is left.
  func run() async throws {
    let queue = BoundedQueue<NumberedFrame>(capacity: Self.depth)
    do {
      try await withThrowingTaskGroup { group in
        group.addTask { try await draw(into: queue) }
        for _ in 0..<sink.writers { group.addTask { try await write(from: queue) } }
        do {
          while try await group.next() != nil {}
        } catch {
          // Whoever waits for the one that failed must not wait on.
          group.cancelAll()
          await queue.close(dropping: true)
          throw error
        }
      }
      try await sink.finish()
    } catch {
      sink.cancel()
      throw error
    }
  }

  private func draw(into queue: BoundedQueue<NumberedFrame>) async throws {
    for (number, moment) in moments.enumerated() {
      // Task.checkCancellation() here makes the optimiser of Swift 6.3.1 crash.
      guard !Task.isCancelled else { throw CancellationError() }
      let pixmap = try await renderer.frame(turn, at: moment, format: format)
      guard await queue.send(NumberedFrame(number: number, pixmap: pixmap)) else { return }
    }
    await queue.close()
  }

  private func write(from queue: BoundedQueue<NumberedFrame>) async throws {
    while let frame = await queue.receive() {
      guard !Task.isCancelled else { throw CancellationError() }
      try await sink.write(frame.pixmap, number: frame.number)
      meter.advance()
    }
  }
}
