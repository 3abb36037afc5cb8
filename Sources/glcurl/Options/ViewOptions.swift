internal import ArgumentParser
internal import PageCurl

/// View of a turn.
struct ViewOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Perspective: distance of the eye above the page, a length such as 1500px or 150%, 0.1 or \
      more. Parts higher than 0.9 of it aren't drawn. (default: the turn's own; of the curl, \
      straight from above)
      """, valueName: "length"),
    transform: Value.length(0.1...1e9))
  var eye: Length?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Perspective as in SwiftUI, 0 to 10: the page's longer side divided by the eye's distance; 0 \
      is none. The eye stays above the turn's own centre.
      """, valueName: "perspective"),
    transform: Value.number(0...10))
  var perspective: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Point under the eye, as shares of the page's width and height, y down, each -100 to 100; \
      needs --eye or --perspective. (default: 0.5,0.5; of --perspective, the turn's own)
      """, valueName: "x,y"),
    transform: Value.pair(-100...100))
  var eyeCentre: SIMD2<Double>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Parallel view: shift of a point per pixel of its height, y down, each -3 to 3. (default: the \
      turn's own; of the curl, straight from above)
      """, valueName: "x,y"),
    transform: Value.pair(-3...3))
  var oblique: SIMD2<Double>?

  func validate() throws {
    let views = [("--eye", eye != nil), ("--perspective", perspective != nil)]
    let given = (views + [("--oblique", oblique != nil)]).filter(\.1).map(\.0)
    if given.count > 1 {
      throw ValidationError(
        "\(given[0]) and \(given[1]) both set the view: drop one of them")
    }
  }

  /// Throws for the centre of an eye if the look has no eye.
  func check(_ look: Look) throws(CommandError) {
    if case .eye = look.view { return }
    if eyeCentre == nil { return }
    throw CommandError(
      .usage, "--eye-centre has no effect without an eye: add --eye, such as 150%")
  }

  /// Whether an option sets the view.
  var isGiven: Bool { eye != nil || perspective != nil || oblique != nil }

  /// The view set by `--eye` or `--oblique`; nil keeps the turn's own view, which `--perspective`
  /// may change.
  var view: Look.View? {
    if let eye { return .eye(distance: EyeDistance(eye), centre: eyeCentre ?? SIMD2(0.5, 0.5)) }
    if let oblique { return .oblique(shear: oblique) }
    return nil
  }
}
