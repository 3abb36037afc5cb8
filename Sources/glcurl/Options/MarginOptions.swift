internal import ArgumentParser
internal import PageCurl
internal import PageFilm

/// Margin around the page.
struct MarginOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Margin around the page: auto is what the whole turn needs, so that neither sheet nor shadow \
      is cropped; a length like --radius applies to all sides. Both are rounded up to whole \
      pixels. (default: 0)
      """, valueName: "auto|length"),
    transform: MarginSource.init(argument:))
  var margin: MarginSource?

  /// The margin around pages, whole pixels on each side.
  ///
  /// All parameters are within their ranges, because the options check them.
  func margin(_ page: PageSize, _ turn: any Turn, _ pagesArea: PagesArea) -> Margin {
    switch margin {
    case nil: return .none
    case .length(let length): return Margin(length.pixels(on: page)).roundedUp
    case .auto: return pagesArea.margin(turn, page).roundedUp
    }
  }

  /// Throws if page and margin exceed `limit` pixels.
  func check(_ canvas: Canvas, limit: Int) throws(CommandError) {
    let (count, isOver) = canvas.width.multipliedReportingOverflow(by: canvas.height)
    guard margin != nil, isOver || count > limit else { return }
    throw CommandError(
      .usage,
      "--margin makes the output \(canvas.width)×\(canvas.height) pixels, more than \(limit): "
        + "choose a smaller one, or a smaller output with --size, or allow more with --max-pixels")
  }

  /// Warns if the given margin crops the turn.
  func warn(_ turn: PageTurn, _ talk: TalkOptions) {
    if let warning = warning(turn) { talk.say(warning) }
  }

  /// A note if the margin is smaller than a turn needs.
  func warning(_ turn: PageTurn) -> String? {
    guard case .length(let length) = margin else { return nil }
    let needed = turn.margin
    guard !Margin(length.pixels(on: turn.stage.page)).roundedUp.holds(needed) else { return nil }
    let sides = needed.roundedUp
    return
      "--margin crops the turn, which needs \(sides.left.short) pixels beyond the page on the "
      + "left, \(sides.top.short) at the top, \(sides.right.short) on the right and "
      + "\(sides.bottom.short) at the bottom: --margin auto shows all of it"
  }
}

/// Value of `--margin`.
enum MarginSource: Sendable {
  /// The margin that the whole turn needs.
  case auto
  /// The same length on all sides.
  case length(Length)

  init(argument: String) throws {
    guard argument != "auto" else {
      self = .auto
      return
    }
    do {
      self = .length(try Value.length(argument))
    } catch let error as InvalidValue {
      throw InvalidValue("\(error.description); or auto for the margin that the turn needs")
    }
  }
}
