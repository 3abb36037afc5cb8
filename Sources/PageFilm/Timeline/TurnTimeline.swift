internal import ImageFiles
package import PageCurl

/// Timeline of one turn as its file describes it, independent of the page's size.
package struct TurnTimeline: Sendable {
  /// A keyframe whose value keeps its given unit.
  struct Key: Sendable {
    let time: Double
    let quantity: Quantity
    let interpolation: Keyframe.Interpolation
    /// Line in the file.
    let line: Int
  }

  /// The keyframes of a parameter, with their line and field in the file.
  struct Keys: Sendable {
    let name: String
    let keys: [Key]
    let line: Int
    let field: String
  }

  /// Fields that all turns share and that one turn can override.
  static let fields = [
    "turn", "effects", "parameters", "duration", "frames", "ease", "tracks", "repeat",
    "autoreverse",
    "reversed", "thresholds",
  ]
  /// Default duration of a turn, seconds.
  static let defaultDuration = 2.0
  /// Maximum number of frames of a turn.
  static let mostFrames = 100_000

  /// The turn, with its stack of effects if it has one.
  package let kind: TurnKind
  /// Constant parameters, in the order of the file.
  let settings: [Setting]
  /// Duration in one direction, seconds; nil ends at the last keyframe, or after 2 s without
  /// keyframes.
  let duration: Double?
  /// Total number of frames; nil derives it from the duration.
  let frames: Int?
  /// Easing of the progress if neither progress nor time has a track.
  let ease: Keyframe.Interpolation
  let tracks: [Keys]
  let repetition: Timeline.Repetition
  let autoreverses: Bool
  let isReversed: Bool
  let thresholds: [Threshold]
  /// Line in the file.
  let line: Int
  let path: String

  /// The turn with its parameters.
  package func turn(on page: PageSize) -> any Turn {
    var turn = kind.make(on: page)
    for setting in settings { _ = turn.set(setting.name, to: setting.quantity.number(on: page)) }
    return turn
  }

  /// The timeline for a page size; `replacement`, if given, is the progress's easing.
  func timeline(on page: PageSize, ease replacement: Easing? = nil) throws(JSONFault) -> Timeline {
    var made: [String: Track] = [:]
    for track in tracks { made[track.name] = try self.track(track, on: page) }
    let end = tracks.flatMap { $0.keys.map(\.time) }.max() ?? 0
    let duration = duration ?? (end > 0 ? end : Self.defaultDuration)
    if let track = tracks.first(where: { Take.momentNames.contains($0.name) }) {
      guard replacement == nil else {
        throw JSONFault(
          line: track.line, field: track.field,
          what: "has easings of its own, but another easing is given, too: drop one of them")
      }
    } else {
      let ease = replacement.map(Keyframe.Interpolation.easing) ?? ease
      // The last moment needs a positive time, even in a turn shorter than a frame.
      guard let track = try? Track([Keyframe(0, 0, ease), Keyframe(max(duration, 1e-9), 1)]) else {
        throw fault("duration", "\(duration.short) s can't be")
      }
      made["progress"] = track
    }
    do throws(TimelineError) {
      let timeline = try Timeline(
        made, duration: max(duration, 1e-9), repetition: repetition, autoreverses: autoreverses,
        thresholds: thresholds)
      return isReversed ? timeline.reversed() : timeline
    } catch {
      switch error {
      case .keyframeAfterEnd(let parameter, let keyframe, _, _):
        guard let track = tracks.first(where: { $0.name == parameter }) else { break }
        throw JSONFault(
          line: track.keys[keyframe].line, field: "\(track.field)[\(keyframe)].time",
          what: "\(error)")
      case .thresholdParameter, .thresholdValue: throw fault("thresholds", "\(error)")
      case .repetitions, .endlessInstant: throw fault("repeat", "\(error)")
      case .duration: break
      }
      throw fault("duration", "\(error)")
    }
  }

  private func track(_ track: Keys, on page: PageSize) throws(JSONFault) -> Track {
    do throws(TrackError) {
      return try Track(
        track.keys.map { Keyframe($0.time, $0.quantity.number(on: page), $0.interpolation) })
    } catch {
      let place =
        switch error {
        case .noKeyframes: ""
        case .time(let keyframe, _), .order(let keyframe, _, _): "[\(keyframe)].time"
        case .value(let keyframe, _): "[\(keyframe)].value"
        }
      throw JSONFault(line: track.line, field: track.field + place, what: "\(error)")
    }
  }

  /// Number of frames of a timeline of this turn.
  func frames(_ timeline: Timeline, _ rate: FrameRate) throws(JSONFault) -> Int {
    if let frames { return frames }
    let count = ((timeline.totalDuration ?? timeline.period) * rate.framesPerSecond).rounded() + 1
    guard count <= Double(Self.mostFrames) else {
      throw fault(
        "duration",
        "with its repetitions it has more than \(Self.mostFrames) frames at \(rate) a second: "
          + "shorten it, or set its \"frames\"")
    }
    return max(Int(count), 2)
  }

  func fault(_ name: String, _ what: String) -> JSONFault {
    JSONFault(line: line, field: JSONFields.join(path, name), what: what)
  }
}
