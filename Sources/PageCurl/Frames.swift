/// The frames of a turn, or of any shots, in their order, drawn a few ahead of whoever takes them.
///
/// Drawing starts with the first `next()` and never gets further ahead than was asked for: a slow
/// consumer holds the renderer back, so memory stays flat however long the film. Each iterator
/// draws anew. When the task that iterates is cancelled, or the iterator is dropped, what is being
/// drawn is cancelled too.
public struct Frames: AsyncSequence, Sendable {
  /// One frame of the sequence.
  public struct Element: Sendable {
    /// Its place in the sequence, from 0.
    public let index: Int
    /// Its moment in the turn.
    public let moment: Moment
    /// The picture, of the canvas's size.
    public let pixmap: Pixmap
  }

  /// What a frame throws; see ``Renderer/frame(_:at:format:)``.
  public typealias Failure = RenderError

  /// Tells the shot of an index, once each and in order; nil after the last one.
  typealias NextShot = (Int) async throws(RenderError) -> Shot?

  let renderer: Renderer
  /// Starts anew for each iterator.
  let shots: @Sendable () -> NextShot
  /// The format of a turn's frames.
  let format: @Sendable (PageTurn) -> Pixmap.Format
  let ahead: Int

  /// An iterator; drawing starts with its first `next()`.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// Takes the frames one after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    package let lookahead: Lookahead

    init(_ frames: Frames) { lookahead = Lookahead(frames) }

    /// The next frame; nil after the last one, and after an error.
    ///
    /// - Throws: as ``Renderer/frame(_:at:format:)``; the frames after a failed one don't come.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(RenderError)
      -> Element?
    {
      try await lookahead.next(isolation: actor)
    }
  }

  /// The frames that are being drawn, oldest first.
  package final class Lookahead {
    private let frames: Frames
    private let nextShot: NextShot
    private var drawing: [(moment: Moment, task: Task<Result<Pixmap, RenderError>, Never>)] = []
    /// The one begun last, for shots that are held.
    private var last: Task<Result<Pixmap, RenderError>, Never>?
    private var taken = 0
    /// Whether there are no more shots to be had.
    private var isLast = false
    /// Why there are none, where that is an error: it is thrown after the frames before it.
    private var failure: RenderError?
    /// Frames whose drawing was begun.
    package private(set) var started = 0

    fileprivate init(_ frames: Frames) {
      self.frames = frames
      nextShot = frames.shots()
    }

    deinit { for (_, task) in drawing { task.cancel() } }

    fileprivate func next(isolation actor: isolated (any Actor)?) async throws(RenderError)
      -> Element?
    {
      guard !(isLast && drawing.isEmpty && failure == nil) else { return nil }
      // What was drawn ahead is no reason to go on.
      guard !Task.isCancelled else {
        end()
        throw RenderError(.cancelled, "taking a film's frames was cancelled")
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
        return Element(index: index, moment: moment, pixmap: try result.get())
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
      if shot.isHeld, let last {
        drawing.append((shot.moment, last))
        return
      }
      let (renderer, format) = (frames.renderer, frames.format(shot.turn))
      let task = Task { () async -> Result<Pixmap, RenderError> in
        do throws(RenderError) {
          return .success(
            try await renderer.streamedFrame(shot.turn, at: shot.moment, format: format))
        } catch {
          return .failure(error)
        }
      }
      drawing.append((shot.moment, task))
      last = task
    }
  }
}

extension Renderer {
  /// The frames of a turn at given moments, drawn ahead of the consumer.
  ///
  /// ```swift
  /// for try await frame in renderer.frames(turn, count: 60) {
  ///   try await video.append(frame.pixmap)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - turn: what is drawn.
  ///   - moments: when, in the order in which frames come.
  ///   - format: of the frames; default 8 bits a channel.
  ///   - ahead: frames that are drawn, or being drawn, beyond the one that is handed out, 0 and up;
  ///     each holds a frame's memory.
  /// - Returns: the sequence; nothing is drawn before it is iterated.
  public func frames(
    _ turn: PageTurn, at moments: [Moment], format: Pixmap.Format = .rgba8, ahead: Int = 2
  ) -> Frames {
    precondition(ahead >= 0, "a negative number of frames ahead")
    return Frames(
      renderer: self,
      shots: { { $0 < moments.count ? Shot(turn, at: moments[$0]) : nil } },
      format: { _ in format }, ahead: ahead)
  }

  /// The frames of any shots, such as those of a ``Reel``, drawn ahead of the consumer; shots are
  /// taken one after the other, no further ahead than frames are drawn.
  ///
  /// - Parameters:
  ///   - shots: what is drawn, in the order in which frames come; its errors are thrown after the
  ///     frames before them.
  ///   - format: of the frames; default 8 bits a channel.
  ///   - ahead: as of ``frames(_:at:format:ahead:)``.
  /// - Returns: the sequence; nothing is drawn before it is iterated.
  public func frames<Shots: AsyncSequence & Sendable>(
    of shots: Shots, format: Pixmap.Format = .rgba8, ahead: Int = 2
  ) -> Frames where Shots.Element == Shot, Shots.Failure == RenderError {
    frames(of: shots, ahead: ahead) { _ in format }
  }

  /// The same, the format chosen for each turn.
  package func frames<Shots: AsyncSequence & Sendable>(
    of shots: Shots, ahead: Int, format: @escaping @Sendable (PageTurn) -> Pixmap.Format
  ) -> Frames where Shots.Element == Shot, Shots.Failure == RenderError {
    precondition(ahead >= 0, "a negative number of frames ahead")
    return Frames(
      renderer: self,
      shots: {
        var iterator = shots.makeAsyncIterator()
        return { _ throws(RenderError) in try await iterator.next(isolation: #isolation) }
      }, format: format, ahead: ahead)
  }

  /// The whole turn in `count` frames: frame i has progress i / (count − 1).
  ///
  /// - Parameters:
  ///   - turn: what is drawn.
  ///   - count: frames, 1 or more; a single one is at progress 0.
  ///   - format: of the frames; default 8 bits a channel.
  ///   - ahead: as of ``frames(_:at:format:ahead:)``.
  /// - Returns: the sequence; nothing is drawn before it is iterated.
  public func frames(
    _ turn: PageTurn, count: Int, format: Pixmap.Format = .rgba8, ahead: Int = 2
  ) -> Frames {
    precondition(count > 0, "a turn needs a frame")
    return frames(
      turn, at: (0..<count).map { PageTurn.moment(ofFrame: $0, of: count) }, format: format,
      ahead: ahead)
  }
}
