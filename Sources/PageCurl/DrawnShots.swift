/// Shots in their order, drawn a few ahead of whoever takes them, as pictures of any kind.
///
/// What ``Frames`` promises holds here too: drawing starts with the first `next()`, each iterator
/// draws anew, and what nobody waits for any more is cancelled.
package struct DrawnShots<Picture: Sendable>: AsyncSequence, Sendable {
  /// One frame of the sequence.
  package struct Element: Sendable {
    /// Its place in the sequence, from 0.
    package let index: Int
    /// Its moment in the turn.
    package let moment: Moment
    /// What was drawn.
    package let picture: Picture
  }

  package typealias Failure = RenderError

  /// Draws one of the shots.
  package typealias Draw = @Sendable (Shot) async throws(RenderError) -> Picture

  /// Tells the shot of an index, once each and in order; nil after the last one.
  typealias NextShot = (Int) async throws(RenderError) -> Shot?

  /// Starts anew for each iterator.
  let shots: @Sendable () -> NextShot
  /// Frames that are drawn, or being drawn, beyond the one that is handed out.
  let ahead: Int
  let draw: Draw

  /// A turn at given moments.
  package init(_ turn: PageTurn, at moments: [Moment], ahead: Int, draw: @escaping Draw) {
    precondition(ahead >= 0, "a negative number of frames ahead")
    shots = { { $0 < moments.count ? Shot(turn, at: moments[$0]) : nil } }
    self.ahead = ahead
    self.draw = draw
  }

  /// Any shots, taken one after the other and no further ahead than they are drawn.
  package init<Shots: AsyncSequence & Sendable>(
    of shots: Shots, ahead: Int, draw: @escaping Draw
  ) where Shots.Element == Shot, Shots.Failure == RenderError {
    precondition(ahead >= 0, "a negative number of frames ahead")
    self.shots = {
      var iterator = shots.makeAsyncIterator()
      return { _ throws(RenderError) in try await iterator.next(isolation: #isolation) }
    }
    self.ahead = ahead
    self.draw = draw
  }

  /// An iterator; drawing starts with its first `next()`.
  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(lookahead: Lookahead(self))
  }

  /// Takes the frames one after the other.
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
