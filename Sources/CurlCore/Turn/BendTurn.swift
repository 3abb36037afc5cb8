internal import Glibc

/// A soft leaf that turns about the spine and bends near it.
///
/// The free edge leads while the leaf rises and trails while it falls. At progress p, the leaf's
/// angle at the spine is π · u, with u = p² (3 − 2 p). From the spine to `reach` of its width, the
/// leaf bends along one arc by β = bend · sin 2πp; the rest is straight. The leaf at progress 1 − p
/// mirrors the leaf at p. On a canvas of a single page that ends at the spine, the turn ends when
/// the leaf has left the canvas: p is then the progress times that share.
public struct BendTurn: Turn {
  /// `bend`.
  public static let name = "bend"
  /// One-sentence summary.
  public static let summary = "A soft leaf turns about the spine, bent from there."
  /// Bend, reach, stagger and the look's parameters that have an effect.
  public static let parameters: [TurnParameter<Self>] =
    [
      TurnParameter(
        "bend", .degrees, 0...90, "largest lead or lag of the free edge"
      ) { $1(&$0.bend) },
      TurnParameter("reach", .share, 0.05...1, "share of the width that bends") { $1(&$0.reach) },
      TurnParameter(
        "stagger", .share, 0...1, "delay between leaves' starts, in turns"
      ) { $1(&$0.stagger) },
    ]
    + lookParameters(
      "showThrough", "grain", "shadowAmount", "shadowSize", "shading", "cornerRadius",
      "contactShadow",
      "bounce", "keyLight",
      "lightElevation", "lightAzimuth", "perspective")
  /// A bent leaf lands on the facing page.
  public static let turnsSpreads = true

  /// Largest angle by which the free edge leads or trails the spine, degrees, 0 (rigid) … 90;
  /// default 70.
  public var bend = 70.0
  /// Share of the width that bends, measured from the spine, 0.05…1; default 0.8.
  public var reach = 0.8
  /// Delay between the starts of consecutive leaves, as a share of a leaf's time, 0…1; default
  /// 0.25.
  public var stagger = 0.25
  /// The paper, light and view; by default seen from 2.5 page widths above the middle of the spine.
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

  /// Margin that the turn needs where the leaf has room to land.
  public func margin(on stage: TurnStage) -> Margin { sampledMargin(on: stage.withRoomToLand) }

  /// The leaf, over the pages under it.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    stage.flight(look, base: base, progress(moment, on: stage), stagger: stagger) { progress in
      profile(progress: progress, width: stage.size.x)
    }
  }

  /// The cross-section at a progress, for a page `width` page pixels wide.
  package func profile(progress p: Double, width: Double) -> Profile {
    let lift = smoothstep(p) * .pi
    // Limits the bend early and late in the turn, where the free edge would cut through a page.
    let wanted = bend * .pi / 180 * sin(2 * .pi * p)
    let turn = min(max(wanted, -lift), .pi - lift)
    guard abs(turn) > 1e-6 else { return Profile(lift: lift, pieces: []) }
    return Profile(lift: lift, pieces: [.arc(radius: reach * width / abs(turn), turn: turn)])
  }
}
