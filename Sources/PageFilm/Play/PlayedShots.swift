internal import PageCurl
internal import PageTurner

/// The frames of a played script, one after the other.
struct PlayedShots: AsyncSequence, Sendable {
  typealias Element = Shot
  typealias Failure = RenderError

  /// Playback before the first event.
  let start: Playback
  let stage: PlayStage
  /// Name of the script's file, for messages.
  let script: String
  let pages: PlayPages
  /// Number of frames.
  let count: Int
  /// Frames per second.
  let rate: Double
  /// Time at which everything rests, seconds; 0 with a given duration.
  ///
  /// Rounding must not put the last frame before it.
  let end: Double
  /// Whether fingers are marked.
  let marksFingers: Bool

  func makeAsyncIterator() -> Iterator { Iterator(run: PlayedRun(self)) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let run: PlayedRun

    mutating func next(isolation actor: isolated (any Actor)?) async throws(RenderError) -> Shot? {
      try await run.next()
    }
  }
}

/// One iteration over a script's frames.
private final class PlayedRun {
  private let shots: PlayedShots
  private var playback: Playback
  private var frame = 0
  private let drawer: PlayedDrawer

  init(_ shots: PlayedShots) {
    self.shots = shots
    playback = shots.start
    drawer = PlayedDrawer(shots.stage, shots.pages, marksFingers: shots.marksFingers)
  }

  func next() async throws(RenderError) -> Shot? {
    guard frame < shots.count else { return nil }
    do throws(JSONFault) {
      let time = Double(frame) / shots.rate
      try playback.advance(to: frame == shots.count - 1 ? max(time, shots.end) : time)
    } catch {
      throw RenderError(.page, error.text(in: shots.script))
    }
    frame += 1
    return try await drawer.shot(of: playback)
  }
}
