internal import ImageFiles
public import PageCurl

/// The frames of a film, ready to be drawn, and their known properties.
public struct FilmPlan: Sendable {
  /// Number of frames.
  public let count: Int
  /// Area and size of each frame.
  public let canvas: Canvas
  /// Whether a frame may have transparent areas.
  let canBeTransparent: Bool
  /// Whether a frame is likely to have transparent areas, so that a lossy format needs a note.
  let isLikelyTransparent: Bool
  /// Whether marks are drawn on finished pictures; frames then can't be planes of Y′CbCr.
  package var needsPictures = false
  /// The frames of a range, drawn by `draw`, up to `ahead` in advance.
  let frames:
    @Sendable (_ range: Range<Int>, _ ahead: Int, _ draw: @escaping DrawnShots<FilmFrame>.Draw) ->
      DrawnShots<FilmFrame>
  /// Error of the page that made drawing fail, else nil.
  package var failure: @Sendable () -> FilmError? = { nil }
  /// Members of the summary; call this after drawing.
  package let members: @Sendable () -> [(String, JSON)]
  /// The part of the frames that is written, as a film of its own; nil is all.
  private(set) var part: Range<Int>?

  /// The frames that are written.
  var range: Range<Int> { part ?? 0..<count }

  /// The film of a range of the frames, inside `0..<count`.
  package func part(_ range: Range<Int>) -> FilmPlan {
    precondition(
      !range.isEmpty && range.lowerBound >= 0 && range.upperBound <= count,
      "frames \(range) of a film of \(count)")
    var plan = self
    plan.part = range
    return plan
  }
}

extension FilmPlan {
  /// A turn of two pages.
  ///
  /// - Parameters:
  ///   - turn: The turn.
  ///   - frames: Number of frames of the turn, ≥ 1: the first has progress 0, the last of several
  ///     has 1.
  ///   - ease: Easing of the progress; values outside 0…1 are clamped.
  ///   - isReversed: Whether the film has the same frames from the last to the first.
  ///   - holdFirst: Further frames for which the first picture is held, ≥ 0.
  ///   - holdLast: Further frames for which the last picture is held, ≥ 0.
  public init(
    _ turn: PageTurn, frames: Int, ease: Easing = .paper, isReversed: Bool = false,
    holdFirst: Int = 0, holdLast: Int = 0
  ) {
    precondition(frames > 0, "a film of a turn has 1 frame or more, not \(frames)")
    let moments = (0..<frames).map {
      PageTurn.moment(ofFrame: isReversed ? frames - 1 - $0 : $0, of: frames, ease: ease)
    }
    let plan = FilmPlan(
      count: frames, canvas: turn.canvas, canBeTransparent: turn.canBeTransparent,
      isLikelyTransparent: turn.canBeTransparent,
      frames: { DrawnShots(turn, at: Array(moments[$0]), ahead: $1, draw: $2) },
      members: { [("ease", .string(ease.name))] + turn.members(isReversed: isReversed) })
    self = plan.holding(first: holdFirst, last: holdLast)
  }

  /// The film with its first and last picture held for further frames.
  func holding(first: Int, last: Int) -> FilmPlan {
    precondition(first >= 0 && last >= 0, "a negative number of frames held")
    let (count, frames, members) = (count, frames, members)
    var plan = FilmPlan(
      count: first + count + last, canvas: canvas, canBeTransparent: canBeTransparent,
      isLikelyTransparent: isLikelyTransparent,
      frames: { range, ahead, draw in
        @Sendable func frame(_ number: Int) -> Int { min(max(number - first, 0), count - 1) }
        let start = frame(range.lowerBound)
        return frames(start..<frame(range.upperBound - 1) + 1, ahead, draw)
          .holding(range.count) { frame(range.lowerBound + $0) - start }
      },
      failure: failure,
      members: { members() + [("holdFirst", .int(first)), ("holdLast", .int(last))] })
    plan.needsPictures = needsPictures
    return plan
  }
}

extension PageTurn {
  /// Members of the summary for a turn of two pages.
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
