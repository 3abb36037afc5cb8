internal import CurlCore

/// The rules by which a turner reads its input and moves its sheets.
///
/// Lengths are pixels of the view, times are seconds. The way of a leaf is its motion from one stop
/// to the next: the whole way is 1, and speeds are ways per second.
public struct TurnerConfiguration: Sendable, Equatable {
  /// Whether pages turn at all, by fingers, taps, commands or time; default true.
  ///
  /// Setting it to false releases a held sheet and drops queued turns; a settling sheet still
  /// lands. Edits and the host's taps aren't affected.
  public var allowsTurning = true
  /// Directions in which a drag turns leaves; default both.
  ///
  /// A drag in another direction is dropped as ``TurnerOutput/Reason/locked``, and its finger is
  /// ignored until it is lifted. A drag doesn't reverse into such a direction. A finger can't grab
  /// a leaf that moves in it, as with ``BusyDown/ignore``. Switching off the direction of a held
  /// sheet sends the sheet back, and drops turns commanded before the finger came down.
  public var drags = Directions.both
  /// Directions in which taps turn; default both.
  ///
  /// Taps in other directions go to the host.
  public var taps = Directions.both
  /// Distance that a finger moves before it drags, pixels, ≥ 0; default 10, as in Leaves.
  public var slop = 10.0
  /// Least ratio of a drag's distance along the leaves' way to that across, ≥ 0; default 1.5.
  public var dominance = 1.5
  /// Longest tap, seconds; default 0.25.
  ///
  /// A longer touch without a drag does nothing: long presses are left to the host.
  public var longestTap = 0.25
  /// What taps do; default thirds of the view.
  public var zones = TapZones.thirds

  /// Time over which a finger's speed is measured, seconds; default 0.09.
  ///
  /// Of more than 1024 samples within it, the latest 1024 count.
  public var velocityWindow = 0.09
  /// Rest after which a finger has no speed, seconds; default 0.08.
  public var velocityPause = 0.08
  /// Rule by which a released sheet turns or goes back; default beyond half, projected by 0.25 s.
  public var release = ReleaseRule.projected(time: 0.25, threshold: 0.5)

  /// Points of the way at which a released sheet may rest; default none.
  public var snaps: [SnapPoint] = []
  /// How a leaf moves while it settles; default ``Settling/spring``.
  public var settling = Settling.spring

  /// Time of settling over a whole way, seconds; default 0.5.
  ///
  /// A part of the way takes the same part of this time.
  public var fullDuration = 0.5
  /// Least time of settling, seconds; default 0.12.
  public var leastDuration = 0.12
  /// Time of settling after a quick release, seconds; default 0.3.
  ///
  /// Only ``ReleaseRule/angle(half:quick:quickTime:)`` has quick releases.
  public var quickDuration = 0.3
  /// Delay of each next leaf of a riffle, as a share of a leaf's time, 0…1; default 0.05.
  public var stagger = 0.05
  /// Start and duration of each leaf of a commanded turn; default ``LeafTiming/even``.
  public var leafTiming = LeafTiming.even

  /// How a sheet follows the finger; default ``Follow/travel``.
  public var follow = Follow.travel
  /// How a sheet catches up with the finger's motion before the drag was recognized; default eased
  /// in 0.07 s, as in Leaves.
  public var catchUp = CatchUp.eased(0.07)
  /// Time in which a held sheet follows each move of the finger, seconds, 0…10; default 0, at once.
  ///
  /// Each move starts a new ease, CSS's `ease`, from the sheet's visible position to the finger's.
  /// A grabbed sheet reaches the finger in the same way, so ``CatchUp/eased(_:)`` acts as
  /// ``CatchUp/immediate``. Release rules judge the finger's motion; the sheet settles from its
  /// visible position.
  public var smoothing = 0.0
  /// Where a drag may start a turn; default anywhere, in the finger's direction.
  public var claim = Claim.direction
  /// Least distance of a held sheet from both ends of its way, 0…0.5; default 0.
  public var margin = 0.0
  /// Whether a drag back past its start turns in the other direction; default true.
  public var allowsReversal = true

  /// How a corner rises under a pointer that hovers over it; default nil, not at all.
  public var peek: Peek?

  /// The rule for turns beyond the ends of the book; default a rubber band.
  public var boundary = Boundary.rubber(limit: 0.25, stiffness: 0.55)
  /// What a touch does while a sheet moves; default it grabs the sheet.
  public var onBusyDown = BusyDown.grab
  /// What happens to a turn that is commanded while a sheet moves; default it is queued.
  public var onBusyTurn = BusyTurn.queue
  /// Most turns in the queue; default 8.
  ///
  /// While a finger rests on a sheet that it grabbed in motion, turns commanded before the touch
  /// don't count. A drag, or a touch too long for a tap, drops these and keeps the later ones. A
  /// tap keeps both, and drops the latest turns beyond the limit.
  public var queueLimit = 8
  /// What happens to an edit while a sheet moves; default it waits.
  public var onBusyEdit = BusyEdit.queue
  /// Stop that counts as shown while a sheet settles; default the stop that the sheet comes from.
  public var shownStopRule = ShownStopRule.settleEnd

  /// What a turn does while its pages have no pictures; default it waits.
  public var latePages = LatePages.hold
  /// Whether a page has no picture until ``TurnerEvent/page(_:_:)`` reports it; default false: all
  /// pages have pictures.
  public var awaitsPages = false
  /// Seconds until the turner turns to an inserted or appended page; default nil, never.
  public var revealDelay: Double?

  /// Seconds between automatic turns, ≥ 0.01; default nil, none.
  ///
  /// After more than 1000 intervals without an event, missed turns aren't made up for. A finger
  /// that is down suspends automatic turns until it has been silent for ``lostAfter``.
  public var autoplay: Double?
  /// Whether turns end at once, without an animation; default false.
  ///
  /// Fingers still move sheets.
  public var reducesMotion = false
  /// Silence after which a finger counts as lost, seconds; default 1.
  ///
  /// A host may fail to report that a finger was lifted. A silent finger gives way to another
  /// finger, a hovering pointer, and a turn or an edit, queued ones included. The oldest other
  /// finger with recent events then takes over its sheet. Without one, the ``release`` rule decides
  /// as for a finger lifted without speed, and snapping points don't count. A new finger grabs the
  /// sheet at the same instant. A lost finger that moves again drags from there; it never taps.
  public var lostAfter = 1.0
  /// Named shares of a leaf's way, between 0 and 1, whose crossings are reported; default none.
  public var thresholds: [Threshold] = []

  /// Most pages that edits may give the book, 1…2³⁰; default 100,000, the limit of books of files.
  ///
  /// A larger edit is dropped as ``TurnerOutput/Reason/outOfRange``. The turner stores nothing for
  /// each page; a `PageList` beside it does.
  public var mostPages = 100_000

  /// Range of ``mostPages``.
  public static let mostPagesRange = 1...1 << 30

  /// The defaults.
  public init() {}
}
