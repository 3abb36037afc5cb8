internal import Glibc

/// A soft leaf turns about the spine, bent from there: its free edge leads while it rises, and trails
/// while it falls, until it lies as its own mirror image.
///
/// Its tangent stands at the angle π · u at the spine, u = p² (3 − 2 p) of progress p, and β = bend ·
/// sin 2πp further up after `reach` of its width, on one circle arc; beyond, it is straight. Turned by
/// progress 1 − p it is the mirror image of itself at p.
public struct BendTurn: Turn {
  /// `bend`.
  public static let name = "bend"
  /// What it does, in a sentence.
  public static let summary = "A soft leaf turns about the spine, bent from there."
  /// Bend, reach, stagger, and those of the look that have an effect.
  public static let parameters: [TurnParameter<Self>] =
    [
      TurnParameter(
        "bend", .degrees, 0...90, "most by which the free edge leads or trails"
      ) { $1(&$0.bend) },
      TurnParameter("reach", .share, 0.05...1, "share of the width that bends") { $1(&$0.reach) },
      TurnParameter(
        "stagger", .share, 0...1, "how much later each further leaf starts, in turns"
      ) { $1(&$0.stagger) },
    ]
    + lookParameters(
      "showThrough", "shadowAmount", "shadowSize", "shading", "cornerRadius", "bounce", "keyLight",
      "lightElevation", "lightAzimuth", "perspective")
  /// A bent leaf lands on the facing page.
  public static let turnsSpreads = true

  /// Most by which the free edge leads or trails the spine, degrees, 0 (rigid) … 90; default 70.
  public var bend = 70.0
  /// The share of the width that bends, from the spine on, 0.05…1; default 0.8.
  public var reach = 0.8
  /// Of several leaves, how much later each starts than the one before it, in turns, 0…1.
  public var stagger = 0.25
  /// The page and its light; seen by default from two and a half widths above the middle of
  /// the spine.
  public var look = Look()

  /// The defaults.
  public init() { look.view = .eye(distance: .percent(250), centre: SIMD2(0, 0.5)) }

  /// Throws for the first parameter out of its range.
  public func check() throws(ParameterError) {
    try ParameterError.require("bend", bend, 0...90)
    try ParameterError.require("reach", reach, 0.05...1)
    try ParameterError.require("stagger", stagger, 0...1)
    try look.check()
  }

  /// The leaf over what lies under it.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    stage.flight(look, base: base, progress(moment, on: stage), stagger: stagger) { progress in
      profile(progress: progress, width: stage.size.x)
    }
  }

  /// The cross-section at a progress, for a page of a width.
  package func profile(progress p: Double, width: Double) -> Profile {
    let lift = p * p * (3 - 2 * p) * .pi
    // Held where the free edge would go through a page: early and late, by the tangent itself.
    let wanted = bend * .pi / 180 * sin(2 * .pi * p)
    let turn = min(max(wanted, -lift), .pi - lift)
    guard abs(turn) > 1e-6 else { return Profile(lift: lift, pieces: []) }
    return Profile(lift: lift, pieces: [.arc(radius: reach * width / abs(turn), turn: turn)])
  }
}
