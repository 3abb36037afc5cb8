public import CurlCore

extension TurnerConfiguration {
  /// Directions in which leaves turn.
  public enum Directions: String, Sendable, Equatable, CaseIterable {
    /// Either.
    case both
    /// In reading direction.
    case forward
    /// Against it.
    case backward
    /// Neither.
    case none

    /// Whether a direction is one of them, +1 in reading direction or −1.
    func allows(_ direction: Int) -> Bool {
      self == .both || self == (direction > 0 ? .forward : .backward)
    }
  }

  /// A place on every leaf's way where a released sheet may rest.
  ///
  /// Let x be the place of a leaf when its finger is lifted; ``ReleaseRule/projected(time:threshold:)``
  /// adds the leaf's speed times that time. Of all points within ``within`` of x the nearest attracts the
  /// leaf; of two as near, the one with the smaller ``at``. The leaf settles there and rests, its turn
  /// still under way. Without such a point the release rule decides. A finger grabs a resting leaf as it
  /// does a moving one. A turn, an edit or rules without the point first send the leaf on, to the end
  /// that the release rule picks for a leaf in that place without speed.
  public struct SnapPoint: Sendable, Equatable {
    /// The share of the way in reading direction, above 0 and below 1.
    public var at: Double
    /// Greatest distance from which it attracts a sheet, 0…1.
    public var within: Double

    /// A snapping point on a leaf's way.
    public init(at: Double, within: Double = 0.1) {
      self.at = at
      self.within = within
    }
  }

  /// How a leaf moves to the place where it settles.
  ///
  /// It holds for a released leaf, a single commanded turn, the sheet at the book's end, and a peeking
  /// corner. Leaves of a riffle have their own easing.
  public enum Settling: Sendable, Equatable {
    /// Keeps the leaf's speed and slows down: a cubic with that speed at its start and none at its end.
    ///
    /// It takes its share of ``fullDuration``, at least ``leastDuration``, and less for a fast leaf.
    case spring
    /// Follows an easing, independent of the leaf's speed, in `duration` seconds, 0…1e6.
    ///
    /// With a `duration` of nil it takes its share of ``fullDuration``, at least ``leastDuration``; a quick
    /// release takes ``quickDuration``. An easing that overshoots is clamped to the leaf's way, and at the
    /// book's end to the way between the sheet's start and rest.
    case eased(Easing, duration: Double? = nil)
  }

  /// How a corner rises under a pointer.
  ///
  /// The corner rises while all of this holds: a pointer hovers over a corner of the view, no finger is
  /// down, nothing else moves or waits, ``drags`` allows the direction, a stop lies there, and its pages
  /// have pictures or placeholders. The corners are those of ``Claim/corners(_:)``.
  ///
  /// The leaf settles at `lift` of its way, held at the corner's end of its edge, and settles back
  /// afterwards. Across its way the held point moves to the page's middle, by the view's length for a
  /// whole way, so that the corner rises and not the edge.
  ///
  /// A peek is no turn; its only output is ``TurnerOutput/Phase/peeking``. A finger that comes down
  /// freezes it until the finger drags; a drag in the leaf's direction takes the leaf from there. A turn
  /// of that leaf starts from there too; other turns, and edits, wait until the leaf lies flat.
  public struct Peek: Sendable, Equatable {
    /// The side of the corners, a share of the view's shorter side, 0.01…0.5.
    public var corner: Double
    /// How far it rises, a share of the leaf's way, 0.001…0.25.
    public var lift: Double

    /// A corner that rises by a share of the leaf's way.
    public init(corner: Double = 0.15, lift: Double = 0.05) {
      self.corner = corner
      self.lift = lift
    }
  }

  /// A place on every leaf's way.
  public struct Threshold: Sendable, Equatable {
    /// Name in the output of a crossing.
    public var name: String
    /// The share of the way in reading direction, above 0 and below 1.
    public var progress: Double

    /// A threshold on a leaf's way.
    public init(_ name: String, at progress: Double) {
      self.name = name
      self.progress = progress
    }
  }

  /// What follows the finger.
  public enum Follow: Sendable, Equatable {
    /// The sheet's place follows the finger's travel: the view's length is a whole way.
    case travel
    /// The sheet's fold, or the free edge of facing pages, lies where the finger is.
    case position
    /// A half flips by so many degrees per pixel, above 0.
    case angle(degreesPerPixel: Double)
  }

  /// How a sheet comes to follow what lies between it and the finger.
  public enum CatchUp: Sendable, Equatable {
    /// It doesn't.
    case none
    /// At once.
    case immediate
    /// Eased at both ends, in so many seconds, above 0.
    case eased(Double)
  }

  /// When the leaves of a turn that is asked for start, and for how long each turns; `full` is the
  /// larger of ``fullDuration`` and ``leastDuration``.
  public enum LeafTiming: Sendable, Equatable {
    /// The first one starts at once, each next one ``stagger`` · full later; each turns for `full`.
    case even
    /// As on a flipboard whose leaves rest so many degrees apart, 0…1: see `Flipboard.flight(from:to:)`.
    ///
    /// Where N leaves turn, each turns for D = full · (1 + (N − 1) · spread / 180). M leaves lie on the
    /// side that the turning ones come to, and shift first, for d = full · N · spread / 180 each: M is
    /// the number of the stop that is left plus 1, or backwards the number of stops minus that of the
    /// stop. Leaf j, counted from 0, starts after ``stagger`` · (M · d + (j + 1) · D). One leaf that
    /// turns for all between two stops is N = 1; a single one turns for as long as it settles.
    case flipboard(spread: Double)
  }

  /// Where a drag starts a turn.
  public enum Claim: Sendable, Equatable {
    /// Anywhere; against the reading direction it turns on, along it back.
    case direction
    /// In the strips of ``TapZones/strips(share:least:preferred:)`` alone, each with its own turn,
    /// wherever the finger goes.
    case zones
    /// In the view's corners alone, squares whose side is a share of the view's shorter side,
    /// 0.01…0.5: those where reading ends turn on, those where it starts back, wherever the finger
    /// goes. Where both overlap it turns on.
    case corners(Double)
  }

  /// What happens at the book's ends.
  public enum Boundary: Sendable, Equatable {
    /// Nothing moves.
    case clamp
    /// The sheet comes along, ever less, up to `limit` of its way; `stiffness` is the share of the
    /// travel at first.
    case rubber(limit: Double, stiffness: Double)
    /// The sheet comes along with the finger up to `limit` of its way.
    case tip(limit: Double)
    /// The book starts over: its last stop is followed by its first.
    case loop
  }

  /// What a finger does that comes down while a sheet moves.
  public enum BusyDown: String, Sendable, Equatable, CaseIterable {
    /// Takes hold of the sheet, which goes on from where it is; leaves that riffle it waits for.
    case grab
    /// Waits: it may drag or tap, once the sheet has settled. Where it's lifted before, a swipe is a
    /// turn that is asked for meanwhile, if the release rule says so.
    case ignore
  }

  /// What becomes of a turn that is asked for while a sheet moves.
  public enum BusyTurn: String, Sendable, Equatable, CaseIterable {
    /// It comes after what is under way.
    case queue
    /// What is under way ends at once, and it begins.
    case finish
    /// It's dropped.
    case ignore
    /// Its leaf starts beside the one under way as soon as that is out of its way. Only turns to the
    /// next or the previous stop that go the same way do; others wait.
    case stack
  }

  /// What becomes of an edit while a sheet moves.
  public enum BusyEdit: String, Sendable, Equatable, CaseIterable {
    /// It's done once nothing moves.
    case queue
    /// It's dropped.
    case refuse
  }

  /// Which stop is the shown one while a sheet settles.
  public enum Commit: String, Sendable, Equatable, CaseIterable {
    /// The one that it comes from, until it has settled.
    case settleEnd
    /// The one that it goes to, from the moment it's let go of.
    case release
  }

  /// What a turn does whose pages have no pictures yet.
  public enum LatePages: String, Sendable, Equatable, CaseIterable {
    /// Stays where it is until they have come, and goes on from there.
    case hold
    /// Turns with placeholders.
    case placeholder
    /// Doesn't begin.
    case refuse
  }
}
