/// One turn of a film: the turn, its frames, and its parameters over time.
public struct Take: Sendable {
  /// How the page turns; tracks override its parameters.
  public var turn: any Turn
  /// Number of frames, ≥ 1, including the first and the last moment.
  public var frames: Int
  /// Tracks of `progress` or `time`, and of the turn's numeric parameters by name.
  ///
  /// Lengths are page pixels. Without a track of `progress` or `time`, progress follows ``ease``.
  public var timeline: Timeline?
  /// Easing of the progress from 0 in the first frame to 1 in the last.
  ///
  /// Values outside 0…1 are clamped. Each leaf of a flight is eased by itself. A track of `progress`
  /// or `time` overrides it.
  public var ease: Easing

  /// A take of a turn, 1 frame or more.
  ///
  /// A nil `ease` is `Easing.paper`, or `Easing.linear` with a timeline.
  public init(
    _ turn: any Turn, frames: Int, timeline: Timeline? = nil, ease: Easing? = nil
  ) {
    precondition(frames > 0, "a take has a frame or more")
    self.turn = turn
    self.frames = frames
    self.timeline = timeline
    self.ease = ease ?? (timeline == nil ? .paper : .linear)
  }

  /// The moment of a frame, 0 ..< ``frames``.
  ///
  /// A track's progress is clamped to 0…1, its time to ≥ 0.
  public func moment(ofFrame index: Int) -> Moment {
    tracked(ofFrame: index)
      ?? PageTurn.moment(ofFrame: index, of: frames, ease: ease)
  }

  /// The motions of a frame's leaves, each eased by itself; nil if the moment alone says them all.
  ///
  /// `turn` is the turn of the frame. No leaf is ahead of the leaf before it.
  package func motions(ofFrame index: Int, leaves: Int, _ turn: any Turn) -> [LeafMotion]? {
    guard leaves > 1, ease != .linear, tracked(ofFrame: index) == nil else { return nil }
    let share = frames > 1 ? Double(index) / Double(frames - 1) : 0
    var ahead = 1.0
    return turn.leafProgress(share, leaves: leaves).map {
      ahead = min(ahead, ease.progress(at: $0))
      return LeafMotion(progress: ahead)
    }
  }

  /// The moment that a track sets; nil without one.
  private func tracked(ofFrame index: Int) -> Moment? {
    precondition((0..<frames).contains(index), "there is no such frame")
    if let timeline {
      if let value = timeline.value(of: "progress", atFrame: index, of: frames) {
        return .progress(min(max(value, 0), 1))
      }
      if let value = timeline.value(of: "time", atFrame: index, of: frames) {
        return .time(max(value, 0))
      }
    }
    return nil
  }

  /// The turn with the parameters of a frame, 0 ..< ``frames``.
  ///
  /// Throws `.parameter` for a track of a parameter that the turn doesn't have, or for a value out
  /// of its range.
  public func turn(atFrame index: Int) throws(RenderError) -> any Turn {
    guard let timeline else { return turn }
    let time = timeline.frameTime(index, of: frames)
    var turn = turn
    let values = timeline.values(atFrame: index, of: frames)
    for (name, value) in values.sorted(by: { $0.key < $1.key })
    where !Self.momentNames.contains(name) {
      guard turn.set(name, to: value) else {
        let names = turn.parameterDescriptions.map(\.name)
        throw RenderError(
          .parameter,
          "the turn \(type(of: turn).name) has no parameter \(name): "
            + Spelling.hint(for: name, among: names))
      }
    }
    do throws(ParameterError) {
      try turn.check()
    } catch {
      throw RenderError(.parameter, "frame \(index), at \(time) s: \(error)")
    }
    return turn
  }

  /// Names of the tracks that define the moment.
  package static let momentNames = ["progress", "time"]

  /// Whether tracks change the turn's own parameters.
  package var changesTurn: Bool {
    timeline?.tracks.keys.contains { !Self.momentNames.contains($0) } ?? false
  }
}
