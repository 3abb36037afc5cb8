package import PageCurl

/// Settings of paper, light, view and background: of a look by name, or of a command line.
///
/// Only what is set changes a turn, so that settings can be applied one after another.
package struct LookSettings: Sendable {
  /// Numeric parameters of the turn, in the order in which they are set.
  package var numbers: [Setting] = []
  package var back: Look.Back?
  /// The paper's colour; nil inside is each leaf's own.
  package var paper: Colour??
  package var tint: Colour?
  package var tintAmount: Double?
  package var shadowLift: Length?
  package var isLit: Bool?
  package var view: Look.View?
  /// Centre of the eye, whether the view comes from these settings or from the turn.
  package var eyeCentre: SIMD2<Double>?
  package var background: Background?

  package init() {}

  /// Whether the settings have a view.
  package var setsView: Bool {
    view != nil || numbers.contains { $0.name == "perspective" }
  }

  /// Changes a turn; numeric parameters that it lacks are ignored.
  package func apply(to turn: inout any Turn, on page: PageSize) {
    if let back { turn.look.back = back }
    if let paper { turn.look.paper = paper }
    if let tint { turn.look.tint = tint }
    if let tintAmount { turn.look.tintAmount = tintAmount }
    if let shadowLift { turn.look.shadowLift = shadowLift }
    if let isLit { turn.look.isLit = isLit }
    if let view {
      turn.look.view = view
      // Some turns have their own parameter `eye`.
      if case .eye(let distance, _) = view { _ = turn.set("eye", to: distance.pixels(on: page)) }
    }
    if let background { turn.look.background = background }
    for number in numbers { _ = turn.set(number.name, to: number.quantity.number(on: page)) }
    if let eyeCentre, case .eye(let distance, _) = turn.look.view {
      turn.look.view = .eye(distance: distance, centre: eyeCentre)
    }
  }
}
