/// The frames of a turn, or of any shots, in order, drawn a few ahead of the consumer.
///
/// Drawing starts with the first `next()`. A slow consumer holds the renderer back, so memory
/// doesn't grow with the length of the film. Each iterator draws again. Cancelling the iterating
/// task, or dropping the iterator, cancels frames in progress.
public struct Frames: AsyncSequence, Sendable {
  /// One frame of the sequence.
  public struct Element: Sendable {
    /// Index in the sequence, from 0.
    public let index: Int
    /// Its moment in the turn.
    public let moment: Moment
    /// The picture, of the canvas's size.
    public let pixmap: Pixmap
  }

  /// Errors of a frame; see ``Renderer/frame(_:at:format:)``.
  public typealias Failure = RenderError

  let drawn: DrawnShots<Pixmap>

  /// An iterator; drawing starts with its first `next()`.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// Returns the frames one after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    package let lookahead: Lookahead<Pixmap>

    init(_ frames: Frames) { lookahead = Lookahead(frames.drawn) }

    /// The next frame; nil after the last one, and after an error.
    ///
    /// - Throws: as ``Renderer/frame(_:at:format:)``; the sequence ends with the error.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(RenderError)
      -> Element?
    {
      guard let drawn = try await lookahead.next(isolation: actor) else { return nil }
      return Element(index: drawn.index, moment: drawn.moment, pixmap: drawn.picture)
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
  ///   - turn: the turn.
  ///   - moments: the moments, in the order of the frames.
  ///   - format: format of the frames; default 8 bits a channel.
  ///   - ahead: frames drawn, or in progress, beyond the returned one, ≥ 0; each takes a frame's
  ///     memory.
  /// - Returns: the sequence; nothing is drawn before it is iterated.
  public func frames(
    _ turn: PageTurn, at moments: [Moment], format: Pixmap.Format = .rgba8, ahead: Int = 2
  ) -> Frames {
    Frames(
      drawn: DrawnShots(turn, at: moments, ahead: ahead) { shot throws(RenderError) in
        try await streamedFrame(shot.turn, at: shot.moment, for: .pixels(format))
      })
  }

  /// The frames of any shots, such as those of a ``Reel``, drawn ahead of the consumer.
  ///
  /// Shots are read one by one, no further ahead than frames are drawn.
  ///
  /// - Parameters:
  ///   - shots: the shots, in the order of the frames; an error of theirs is thrown after all
  ///     frames before it.
  ///   - format: format of the frames; default 8 bits a channel.
  ///   - ahead: as in ``frames(_:at:format:ahead:)``.
  /// - Returns: the sequence; nothing is drawn before it is iterated.
  public func frames<Shots: AsyncSequence & Sendable>(
    of shots: Shots, format: Pixmap.Format = .rgba8, ahead: Int = 2
  ) -> Frames where Shots.Element == Shot, Shots.Failure == RenderError {
    Frames(
      drawn: DrawnShots(of: shots, ahead: ahead) { shot throws(RenderError) in
        try await streamedFrame(shot.turn, at: shot.moment, for: .pixels(format))
      })
  }

  /// The whole turn in `count` frames: frame i has progress i / (count − 1).
  ///
  /// - Parameters:
  ///   - turn: the turn.
  ///   - count: number of frames, ≥ 1; a single frame has progress 0.
  ///   - format: format of the frames; default 8 bits a channel.
  ///   - ahead: as in ``frames(_:at:format:ahead:)``.
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
