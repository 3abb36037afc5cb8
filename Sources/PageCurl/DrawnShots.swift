/// Shots in order, drawn a few ahead of the consumer, as pictures of any type.
///
/// As in ``Frames``, drawing starts with the first `next()`, and each iterator draws again.
/// Cancelling the iterating task, or dropping the iterator, cancels frames in progress.
package struct DrawnShots<Picture: Sendable>: AsyncSequence, Sendable {
  /// One frame of the sequence.
  package struct Element: Sendable {
    /// Index in the sequence, from 0.
    package let index: Int
    /// Its moment in the turn.
    package let moment: Moment
    /// The drawn picture.
    package let picture: Picture
  }

  package typealias Failure = RenderError

  /// Draws a shot.
  package typealias Draw = @Sendable (Shot) async throws(RenderError) -> Picture

  /// Returns the shot of an index, nil after the last one; called once per index, in order.
  typealias NextShot = (Int) async throws(RenderError) -> Shot?

  /// Returns a new source of shots for each iterator.
  let shots: @Sendable () -> NextShot
  /// Number of frames drawn, or in progress, beyond the returned one, ≥ 0.
  let ahead: Int
  let draw: Draw

  /// A turn at given moments.
  package init(_ turn: PageTurn, at moments: [Moment], ahead: Int, draw: @escaping Draw) {
    precondition(ahead >= 0, "a negative number of frames ahead")
    shots = { { $0 < moments.count ? Shot(turn, at: moments[$0]) : nil } }
    self.ahead = ahead
    self.draw = draw
  }

  /// Any sequence of shots, `most` at most; it is read one by one, no further ahead than frames are
  /// drawn.
  package init<Shots: AsyncSequence & Sendable>(
    of shots: Shots, most: Int = .max, ahead: Int, draw: @escaping Draw
  ) where Shots.Element == Shot, Shots.Failure == RenderError {
    precondition(ahead >= 0, "a negative number of frames ahead")
    self.shots = {
      var iterator = shots.makeAsyncIterator()
      return { index throws(RenderError) in
        index < most ? try await iterator.next(isolation: #isolation) : nil
      }
    }
    self.ahead = ahead
    self.draw = draw
  }

  private init(
    shots: @escaping @Sendable () -> NextShot, ahead: Int, draw: @escaping Draw
  ) {
    self.shots = shots
    self.ahead = ahead
    self.draw = draw
  }

  /// These shots, some of them held: `count` shots, of which number i is the shot of index `index(i)`.
  ///
  /// `index` starts at 0 and rises by 0 or 1.
  package func holding(
    _ count: Int, _ index: @escaping @Sendable (Int) -> Int
  ) -> DrawnShots {
    let shots = shots
    return DrawnShots(
      shots: {
        let next = shots()
        var last: Shot?
        return { number throws(RenderError) in
          guard number < count else { return nil }
          if let last, index(number) == index(number - 1) {
            var held = Shot(last.turn, at: last.moment, repeatsPrevious: true)
            held.marks = last.marks
            return held
          }
          last = try await next(index(number))
          return last
        }
      }, ahead: ahead, draw: draw)
  }

  /// An iterator; drawing starts with its first `next()`.
  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(lookahead: Lookahead(self))
  }

  /// Returns the frames one after the other.
  package struct AsyncIterator: AsyncIteratorProtocol {
    package let lookahead: Lookahead<Picture>

    /// The next frame; nil after the last one, and after an error.
    package mutating func next(isolation actor: isolated (any Actor)?) async throws(RenderError)
      -> Element?
    {
      try await lookahead.next(isolation: actor)
    }
  }
}
