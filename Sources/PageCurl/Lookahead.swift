/// Draws shots ahead of the consumer; tasks in progress are ordered oldest first.
package final class Lookahead<Picture: Sendable> {
  private let frames: DrawnShots<Picture>
  private let nextShot: DrawnShots<Picture>.NextShot
  private var drawing: [(moment: Moment, task: Task<Result<Picture, RenderError>, Never>)] = []
  /// The latest task; a held shot reuses its picture.
  private var last: Task<Result<Picture, RenderError>, Never>?
  private var taken = 0
  /// Whether the source has no more shots.
  private var isLast = false
  /// The error that ended the source; thrown after the frames before it.
  private var failure: RenderError?
  /// Number of started frames, held shots included.
  package private(set) var started = 0

  init(_ frames: DrawnShots<Picture>) {
    self.frames = frames
    nextShot = frames.shots()
  }

  deinit { for (_, task) in drawing { task.cancel() } }

  func next(isolation actor: isolated (any Actor)?) async throws(RenderError)
    -> DrawnShots<Picture>.Element?
  {
    guard !(isLast && drawing.isEmpty && failure == nil) else { return nil }
    // A cancelled task gets none of the frames drawn ahead.
    guard !Task.isCancelled else {
      end()
      throw RenderError(.cancelled, "reading a film's frames was cancelled")
    }
    while !isLast && drawing.count <= frames.ahead { await start() }
    guard !drawing.isEmpty else {
      let failure = failure
      end()
      if let failure { throw failure }
      return nil
    }
    let (moment, task) = drawing.removeFirst()
    let index = taken
    taken += 1
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    do {
      return DrawnShots.Element(index: index, moment: moment, picture: try result.get())
    } catch {
      end()
      throw error
    }
  }

  private func end() {
    for (_, task) in drawing { task.cancel() }
    drawing = []
    last = nil
    isLast = true
    failure = nil
  }

  private func start() async {
    let shot: Shot
    do throws(RenderError) {
      guard let next = try await nextShot(started) else {
        isLast = true
        return
      }
      shot = next
    } catch {
      isLast = true
      failure = error
      return
    }
    started += 1
    if shot.repeatsPrevious, let last {
      drawing.append((shot.moment, last))
      return
    }
    let draw = frames.draw
    let task = Task { () async -> Result<Picture, RenderError> in
      do throws(RenderError) {
        return .success(try await draw(shot))
      } catch {
        return .failure(error)
      }
    }
    drawing.append((shot.moment, task))
    last = task
  }
}
