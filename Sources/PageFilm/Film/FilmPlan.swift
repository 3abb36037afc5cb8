internal import ImageFiles
public import PageCurl

/// What a film shows, ready to be drawn, and what is known of it beforehand.
public struct FilmPlan: Sendable {
  /// Frames.
  public let count: Int
  /// What each of them draws.
  public let canvas: Canvas
  /// Whether any of them may be transparent somewhere.
  let canBeTransparent: Bool
  /// Whether one of them is likely to be: that is said.
  let isTransparent: Bool
  /// Whether something is drawn on finished pictures, which so can't be planes of Y′CbCr.
  package var needsPictures = false
  /// The frames, each drawn by `draw`, so many ahead.
  let frames:
    @Sendable (_ ahead: Int, _ draw: @escaping DrawnShots<FilmFrame>.Draw) -> DrawnShots<FilmFrame>
  /// Why a page couldn't be had, where drawing failed for that.
  package var failure: @Sendable () -> FilmError? = { nil }
  /// What the summary tells of it, once it has been drawn.
  package let members: @Sendable () -> [(String, JSON)]
}

extension FilmPlan {
  /// A turn of two pages with even progress.
  ///
  /// - Parameters:
  ///   - turn: The turn.
  ///   - frames: Frames, 1 or more: the first has progress 0, the last of several 1.
  ///   - isReversed: Whether the turn runs backward.
  public init(_ turn: PageTurn, frames: Int, isReversed: Bool = false) {
    precondition(frames > 0, "a film of a turn has 1 frame or more, not \(frames)")
    let moments = (0..<frames).map {
      PageTurn.moment(ofFrame: isReversed ? frames - 1 - $0 : $0, of: frames)
    }
    self.init(
      count: frames, canvas: turn.canvas, canBeTransparent: turn.canBeTransparent,
      isTransparent: turn.canBeTransparent,
      frames: { DrawnShots(turn, at: moments, ahead: $0, draw: $1) },
      members: { turn.members(isReversed: isReversed) })
  }
}

extension PageTurn {
  /// What a summary tells of a turn of two pages.
  func members(isReversed: Bool) -> [(String, JSON)] {
    var members: [(String, JSON)] = [
      ("page", stage.page.json), ("turn", .string(type(of: turn).name)),
    ]
    if let curl {
      members += [
        ("angle", .number(curl.parameters.angle)), ("radius", .number(curl.radius)),
      ]
    }
    return members + [
      ("endTime", .number(endTime)), ("reverse", .bool(isReversed)), ("turnMargin", margin.json),
    ]
  }
}

extension PageSize {
  /// The size in page pixels.
  var json: JSON { .object([("width", .int(width)), ("height", .int(height))]) }
}
