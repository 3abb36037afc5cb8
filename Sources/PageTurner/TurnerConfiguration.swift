internal import CurlCore

/// The rules by which a turner reads its input and moves its sheets.
///
/// Lengths are pixels of the view, times are seconds. Ways are stops and speeds stops a second: the
/// whole way of a leaf is 1.
public struct TurnerConfiguration: Sendable, Equatable {
  /// Whether pages turn at all, by fingers, taps, commands or time; default true.
  ///
  /// Setting it to false releases a held sheet and drops queued turns; a settling sheet still lands.
  /// Edits and the host's taps go on as before.
  public var allowsTurning = true
  /// Directions in which a drag turns leaves; default both.
  ///
  /// A drag in another direction is dropped as ``TurnerOutput/Reason/locked``, and its finger is ignored
  /// until it is lifted. A drag doesn't reverse into such a direction. A finger can't grab a leaf that
  /// moves in it, as with ``BusyDown/ignore``. Switching off the direction of a held sheet sends the
  /// sheet back, and drops what waited for its finger's tap.
  public var drags = Directions.both
  /// Directions in which taps turn; default both.
  ///
  /// Other taps are the host's.
  public var taps = Directions.both
  /// Way of a finger before it drags, pixels, ≥ 0; default 10, as in Leaves.
  public var slop = 10.0
  /// Least ratio of a drag's way along the leaves' direction to its way across, ≥ 0; default 1.5.
  public var dominance = 1.5
  /// Longest tap, seconds; default 0.25.
  ///
  /// A longer touch without a drag does nothing: long presses are the host's.
  public var longestTap = 0.25
  /// What taps do; default thirds of the view.
  public var zones = TapZones.thirds

  /// Time over which a finger's speed is measured, seconds; default 0.09.
  ///
  /// Of more than 1024 places within it, the latest 1024 count.
  public var velocityWindow = 0.09
  /// Rest after which a finger has no speed, seconds; default 0.08.
  public var velocityPause = 0.08
  /// Rule by which a released sheet turns or goes back; default: projected by 0.25 s, beyond a half.
  public var release = ReleaseRule.projected(time: 0.25, threshold: 0.5)

  /// Places on the way where a released sheet may rest; default none.
  public var snaps: [SnapPoint] = []
  /// How a leaf gets to where it settles; default ``Settling/spring``.
  public var settling = Settling.spring

  /// Seconds in which a sheet settles over its whole way; default 0.5.
  ///
  /// Shorter ways take their share.
  public var fullDuration = 0.5
  /// Least time of settling, seconds; default 0.12.
  public var leastDuration = 0.12
  /// Seconds in which a sheet settles after a quick release; default 0.3.
  ///
  /// Some release rules use it.
  public var quickDuration = 0.3
  /// Delay of each next leaf of a riffle, as a share of a leaf's time, 0…1; default 0.05.
  public var stagger = 0.05
  /// Start and duration of each leaf of a commanded turn; default ``LeafTiming/even``.
  public var leafTiming = LeafTiming.even

  /// What follows the finger; default the sheet's free edge.
  public var follow = Follow.travel
  /// How a sheet catches up with the way that the finger went before the drag was recognized; default
  /// eased in 0.07 s, as in Leaves.
  public var catchUp = CatchUp.eased(0.07)
  /// Seconds in which a held sheet follows each move of the finger, 0…10; default 0, at once.
  ///
  /// Each move starts a new ease, CSS's `ease`, from the sheet's visible place to the finger's. A
  /// grabbed sheet reaches the finger in the same way, so ``CatchUp/eased(_:)`` acts as
  /// ``CatchUp/immediate``. Release rules judge the finger's way; the sheet settles from its visible
  /// place.
  public var smoothing = 0.0
  /// Where a drag may start a turn; default anywhere, in the finger's direction.
  public var claim = Claim.direction
  /// Least distance of a held sheet from both ends of its way, 0…0.5; default 0.
  public var margin = 0.0
  /// Whether a drag past its start turns to the other side; default true.
  public var allowsReversal = true

  /// How a corner rises under a pointer that hovers over it; default nil, not at all.
  public var peek: Peek?

  /// What a drag beyond the book's ends does; default a rubber band.
  public var boundary = Boundary.rubber(limit: 0.25, stiffness: 0.55)
  /// What a finger does that comes down on a moving sheet; default grabs it.
  public var onBusyDown = BusyDown.grab
  /// What happens to a turn that is commanded while a sheet moves; default it is queued.
  public var onBusyTurn = BusyTurn.queue
  /// Most turns in the queue; default 8.
  ///
  /// While a finger rests on a sheet that it grabbed in motion, turns commanded before the touch don't
  /// count. A drag, or a touch too long for a tap, drops these and keeps the later ones. A tap keeps
  /// both, and drops the latest turns beyond the limit.
  public var queueLimit = 8
  /// What happens to an edit while a sheet moves; default it waits.
  public var onBusyEdit = BusyEdit.queue
  /// Stop that counts as shown while a sheet settles; default the one that it comes from.
  public var commit = Commit.settleEnd

  /// What a turn does while its pages have no pictures; default it waits.
  public var latePages = LatePages.hold
  /// Whether a page has no picture until ``TurnerEvent/page(_:_:)`` reports it; default false: all pages
  /// have pictures.
  public var awaitsPages = false
  /// Seconds until the turner turns to an inserted or appended page; default nil, never.
  public var revealDelay: Double?

  /// Seconds between automatic turns, ≥ 0.01; default nil, none.
  ///
  /// After a pause in events of more than a thousand intervals no turn is made up for. A finger that is
  /// down suspends automatic turns until ``lostAfter`` has passed.
  public var autoplay: Double?
  /// Whether turns end at once, without an animation; default false.
  ///
  /// Fingers still move sheets.
  public var reducesMotion = false
  /// Silence after which a finger counts as lost, seconds; default 1.
  ///
  /// A host may fail to report that a finger was lifted. A silent finger gives way to another finger, a
  /// hovering pointer, and a turn or an edit, queued ones included. The oldest other finger with recent
  /// events then takes over its sheet. Without one, the ``release`` rule decides as for a finger lifted
  /// without speed, and snapping points don't count. A new finger grabs the sheet at the same instant.
  /// A lost finger that moves again drags from there; it never taps.
  public var lostAfter = 1.0
  /// Named shares of a leaf's way, between 0 and 1, whose crossings are reported; default none.
  public var thresholds: [Threshold] = []

  /// Most pages that edits may give the book, 1…2³⁰; default 100,000, the limit of books of files.
  ///
  /// A larger edit is dropped as ``TurnerOutput/Reason/outOfRange``. The turner stores nothing for each
  /// page; a `PageList` beside it does.
  public var mostPages = 100_000

  /// Range of ``mostPages``.
  public static let mostPagesRange = 1...1 << 30

  /// The defaults.
  public init() {}
}
