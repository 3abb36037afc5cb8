public import CurlCore

extension TurnerConfiguration {
  /// Directions in which leaves turn.
  public enum Directions: String, Sendable, Equatable, CaseIterable {
    /// Both directions.
    case both
    /// In reading direction.
    case forward
    /// Against the reading direction.
    case backward
    /// No direction.
    case none

    /// Whether they include a direction: +1 in reading direction, −1 against it.
    func allows(_ direction: Int) -> Bool {
      self == .both || self == (direction > 0 ? .forward : .backward)
    }
  }

  /// A point of every leaf's way at which a released sheet may rest.
  ///
  /// Let x be a leaf's progress when its finger is lifted;
  /// ``ReleaseRule/projected(time:threshold:)`` adds the leaf's speed times that time. The nearest
  /// point within ``within`` of x attracts the leaf; of two equally near points, the one with the
  /// smaller ``at``. The leaf settles and rests there, its turn still incomplete. Without such a
  /// point, the release rule decides. A finger grabs a resting leaf like a moving one. A turn, an
  /// edit, or rules without the point send the leaf on: to the end that the release rule picks for
  /// its progress without speed.
  public struct SnapPoint: Sendable, Equatable {
    /// The share of the way in reading direction, above 0 and below 1.
    public var at: Double
    /// Largest distance at which the point attracts a sheet, a share of the way, 0…1.
    public var within: Double

    /// A snapping point on a leaf's way.
    public init(at: Double, within: Double = 0.1) {
      self.at = at
      self.within = within
    }
  }

  /// How a leaf moves while it settles.
  ///
  /// This applies to a released leaf, a single commanded turn, a released pull, and a peeking
  /// corner. Leaves of a riffle have their own easing.
  public enum Settling: Sendable, Equatable {
    /// Starts at the leaf's speed, and ends without speed: a cubic in time, not a physical spring.
    ///
    /// The leaf never swings beyond its target. It takes the way's share of ``fullDuration``, at
    /// least ``leastDuration``, and less for a fast leaf.
    case spring
    /// Follows an easing, independent of the leaf's speed, in `duration` seconds, 0…1e6.
    ///
    /// With a `duration` of nil it takes the way's share of ``fullDuration``, at least
    /// ``leastDuration``. A quick release takes ``quickDuration``. An easing that overshoots is
    /// clamped to the leaf's way; in a pull, to the way between the sheet's start and rest.
    case eased(Easing, duration: Double? = nil)
  }

  /// How a corner rises under a pointer.
  ///
  /// The corner rises while all of this holds: a pointer hovers over a corner of the view, no
  /// finger is down, nothing else moves or waits, ``drags`` allows the direction, the book has a
  /// stop in that direction, and its pages have pictures or placeholders. The corners are those of
  /// ``Claim/corners(_:)``.
  ///
  /// The leaf settles at `lift` of its way, held at the corner's end of its edge, and settles back
  /// afterwards. Across its way, the held point moves towards the page's middle, by the view's
  /// length per whole way, so that the corner rises and not the edge.
  ///
  /// A peek is no turn; its only output is ``TurnerOutput/Phase/peeking``. While a finger is down,
  /// the corner keeps its target until the finger drags. A drag or a turn of that leaf starts from
  /// the leaf's position; other turns, and edits, wait until the leaf lies flat.
  public struct Peek: Sendable, Equatable {
    /// The side of the corners, a share of the view's shorter side, 0.01…0.5.
    public var corner: Double
    /// Rise of the corner, a share of the leaf's way, 0.001…0.25.
    public var lift: Double

    /// A corner that rises by a share of the leaf's way.
    public init(corner: Double = 0.15, lift: Double = 0.05) {
      self.corner = corner
      self.lift = lift
    }
  }

  /// A point of every leaf's way whose crossing is reported.
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

  /// How a sheet follows the finger.
  public enum Follow: Sendable, Equatable {
    /// The sheet moves with the finger's travel: the view's length is a whole way.
    case travel
    /// The sheet's fold, or the free edge of facing pages, lies under the finger.
    case position
    /// A half page flips by `degreesPerPixel`, above 0.
    case angle(degreesPerPixel: Double)
  }

  /// How a sheet makes up for its distance from the finger.
  public enum CatchUp: Sendable, Equatable {
    /// The distance stays.
    case none
    /// The sheet jumps to the finger.
    case immediate
    /// The sheet moves to the finger, eased at both ends, in so many seconds, above 0.
    case eased(Double)
  }

  /// Start and duration of each leaf of a commanded turn.
  ///
  /// `full` is the larger of ``fullDuration`` and ``leastDuration``.
  public enum LeafTiming: Sendable, Equatable {
    /// Leaf j, counted from 0, starts after j · ``stagger`` · full; each leaf turns for `full`.
    case even
    /// As on a flipboard whose leaves rest `spread` degrees apart, 0…1.
    ///
    /// See `Flipboard.flight(from:to:)`. N leaves turn, each for
    /// D = full · (1 + (N − 1) · spread / 180). The M leaves on the side where they land shift
    /// first, each for d = full · N · spread / 180. Forward, M is the number of the stop that the
    /// turn leaves, plus 1; backward, it is the number of stops minus the number of that stop.
    /// Leaf j, counted from 0, starts after ``stagger`` · (M · d + (j + 1) · D). A direct turn over
    /// several stops counts as N = 1. A single leaf turns for as long as it settles.
    case flipboard(spread: Double)
  }

  /// Where a drag starts a turn.
  public enum Claim: Sendable, Equatable {
    /// Anywhere; a drag against the reading direction turns forward, a drag along it back.
    case direction
    /// Only in tap ``TurnerConfiguration/zones`` that turn; each zone has its own direction,
    /// whatever the finger's.
    case zones
    /// Only in the view's corners: squares with a side of this share of the shorter side, 0.01…0.5.
    ///
    /// Corners where reading ends turn forward, corners where it starts back, whatever the finger's
    /// direction. An overlap of both turns forward.
    case corners(Double)
  }

  /// The rule for turns beyond the ends of the book.
  ///
  /// A drag there is a pull: it moves the sheet as the rule says, but turns no leaf. Released, the
  /// sheet settles back. ``TurnerOutput/Kind/boundary(_:)`` reports a turn beyond an end.
  public enum Boundary: Sendable, Equatable {
    /// Nothing moves.
    case clamp
    /// The sheet follows the finger less and less, up to `limit` of its way; `stiffness` is the
    /// share of the finger's travel at the start.
    case rubber(limit: Double, stiffness: Double)
    /// The sheet follows the finger up to `limit` of its way.
    case tip(limit: Double)
    /// The book starts over: its last stop is followed by its first.
    case loop
  }

  /// What a touch does while a sheet moves.
  public enum BusyDown: String, Sendable, Equatable, CaseIterable {
    /// The finger grabs the sheet at its position; it waits for the end of a riffle.
    case grab
    /// The finger may drag once the sheet has settled.
    ///
    /// If the finger is lifted earlier, a tap acts as usual, and a swipe commands a turn if the
    /// release rule completes it.
    case ignore
  }

  /// What happens to a turn that is commanded while a sheet moves.
  public enum BusyTurn: String, Sendable, Equatable, CaseIterable {
    /// It starts after the current turn.
    case queue
    /// It ends current turns and starts at once; while a sheet is held or waits, it is queued.
    case finish
    /// It is dropped.
    case ignore
    /// Its leaf starts while the current leaf moves, after 0.05 of that leaf's way.
    ///
    /// Only turns to the next or previous stop in the same direction stack; others wait.
    case stack
  }

  /// What happens to an edit while a sheet moves.
  public enum BusyEdit: String, Sendable, Equatable, CaseIterable {
    /// It waits until nothing moves.
    case queue
    /// It is dropped.
    case refuse
  }

  /// The stop that counts as shown while a sheet settles.
  public enum ShownStopRule: String, Sendable, Equatable, CaseIterable {
    /// The stop that the sheet comes from, until it has settled.
    case settleEnd
    /// The stop that the sheet goes to, from its release on.
    case release
  }

  /// What a turn does while its pages have no pictures.
  public enum LatePages: String, Sendable, Equatable, CaseIterable {
    /// It waits: its sheet lies flat until the pictures are ready.
    case hold
    /// It moves with placeholders.
    case placeholder
    /// It is dropped; a drag becomes a pull, as at an end of the book.
    case refuse
  }
}
