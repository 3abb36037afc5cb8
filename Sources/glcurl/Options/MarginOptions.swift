internal import ArgumentParser
internal import PageCurl
internal import PageFilm

/// Framing of the page, and the margin around it.
struct MarginOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Margin that adds to the framing, on all sides: a length like --radius, rounded up to whole \
      pixels; auto is --framing turn without a margin. (default: 0)
      """, valueName: "auto|length"),
    transform: MarginSource.init(argument:))
  var margin: MarginSource?

  @Option(
    help: ArgumentHelp(
      """
      What the output shows: page is the page or the open book, which the sheet may leave; turn is \
      the smallest area that crops neither sheet nor shadow; spread is the page and the place of \
      the page that faces it. (default: page)
      """, valueName: "framing"))
  var framing: Framing?

  func validate() throws {
    if case .auto = margin, framing != nil {
      throw ValidationError(
        "--margin auto is --framing turn: drop one of them, or give --margin a length")
    }
  }

  /// The framing and the margin that adds to it; options come before the look.
  func frame(_ look: NamedLook?) -> (framing: Framing, margin: Length) {
    if case .auto = margin { return (.turn, .pixels(0)) }
    let length: Length? = if case .length(let length) = margin { length } else { nil }
    return (
      framing ?? look?.givenFraming ?? .page, length ?? look?.givenMargin ?? .pixels(0)
    )
  }

  /// The margin around pages, whole pixels on each side.
  ///
  /// All parameters are within their ranges, because the options check them.
  func margin(
    _ page: PageSize, _ turn: any Turn, _ look: NamedLook?, _ pagesArea: PagesArea
  ) -> Margin {
    let (framing, margin) = frame(look)
    return (pagesArea.margin(framing, turn, page) + Margin(margin.pixels(on: page))).roundedUp
  }

  /// Throws if page and margin exceed `limit` pixels.
  func check(_ canvas: Canvas, limit: Int) throws(CommandError) {
    let (count, isOver) = canvas.width.multipliedReportingOverflow(by: canvas.height)
    guard let option = given, isOver || count > limit else { return }
    throw CommandError(
      .usage,
      "\(option) makes the output \(canvas.width)×\(canvas.height) pixels, more than \(limit): "
        + "choose a smaller one, or a smaller output with --size, or allow more with --max-pixels")
  }

  /// The option that makes the output larger than the page; nil if none does.
  private var given: String? {
    margin != nil ? "--margin" : framing != nil ? "--framing" : nil
  }

  /// Whether neither option is given.
  var isPlain: Bool { given == nil }

  /// Warns if the given margin crops the turn.
  func warn(_ turn: PageTurn, _ look: NamedLook?, _ talk: TalkOptions) {
    if let warning = warning(turn, look) { talk.say(warning) }
  }

  /// A note if a given margin is smaller than a turn needs; a look's own margin may crop it.
  func warning(_ turn: PageTurn, _ look: NamedLook?) -> String? {
    guard case .length = margin else { return nil }
    let needed = turn.margin
    let stage = turn.stage
    let pagesArea = PagesArea(isFacing: stage.isFacing, binding: turn.binding)
    guard !margin(stage.page, turn.turn, look, pagesArea).holds(needed) else { return nil }
    let sides = needed.roundedUp
    return
      "--margin crops the turn, which needs \(sides.left.short) pixels beyond the page on the "
      + "left, \(sides.top.short) at the top, \(sides.right.short) on the right and "
      + "\(sides.bottom.short) at the bottom: --framing turn shows all of it"
  }
}

/// Value of `--margin`.
enum MarginSource: Sendable {
  /// The margin that the whole turn needs: another spelling of `--framing turn`.
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
      throw InvalidValue("\(error.description); or auto for --framing turn")
    }
  }
}
