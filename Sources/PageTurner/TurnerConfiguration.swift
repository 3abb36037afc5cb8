internal import CurlCore

/// How a page turner takes its input and moves its sheets.
///
/// Lengths are pixels of the view, times seconds, ways and speeds in stops: one leaf's whole way is
/// 1. The defaults are those of the libraries named with them.
public struct TurnerConfiguration: Sendable, Equatable {
  /// Whether pages turn at all, whoever asks: fingers, taps, commands, time; default true.
  ///
  /// Switched off, it lets go of a sheet that a finger holds and drops the turns that wait; what
  /// settles by itself still lands. Edits are done, and taps that are the host's are told, as ever.
  public var allowsTurning = true
  /// In which directions a finger turns leaves by dragging; default both.
  ///
  /// A drag in another direction is dropped as ``TurnerOutput/Reason/locked``, and its finger does
  /// nothing more until it's lifted. Nor does a drag turn round in that direction. A leaf that moves in
  /// it isn't taken hold of: fingers wait, as with ``BusyDown/ignore``. A sheet that is held when its
  /// direction is switched off goes back, and what waited for its finger's tap is dropped.
  public var drags = Directions.both
  /// In which directions taps turn, those in others being the host's; default both.
  public var taps = Directions.both
  /// How far a finger goes before it drags, pixels, 0 and up; default 10, as in Leaves.
  public var slop = 10.0
  /// How many times further along than across the leaves' way a finger must go to drag, 0 and up;
  /// default 1.5.
  public var dominance = 1.5
  /// The longest tap, seconds; default 0.25.
  ///
  /// What is longer and no drag does nothing: long presses
  /// are the host's.
  public var longestTap = 0.25
  /// What taps do; default thirds of the view.
  public var zones = TapZones.thirds

  /// The time over which a finger's speed is measured, seconds; default 0.09.
  ///
  /// Of more than 1024 places that are told within it the latest count.
  public var velocityWindow = 0.09
  /// A finger that has rested for so long has no speed, seconds; default 0.08.
  public var velocityPause = 0.08
  /// When a sheet that is let go of turns; default projected by 0.25 s beyond a half.
  public var release = ReleaseRule.projected(time: 0.25, threshold: 0.5)

  /// Where a sheet may rest on its way when it's let go of; default nowhere.
  public var snaps: [SnapPoint] = []
  /// How a leaf gets to where it settles; default ``Settling/spring``.
  public var settling = Settling.spring

  /// Seconds in which a sheet settles over its whole way, of which shorter ones take their share;
  /// default 0.5.
  public var fullDuration = 0.5
  /// Seconds that settling takes at least; default 0.12.
  public var leastDuration = 0.12
  /// Seconds in which a sheet settles after a quick release, which only some rules know; default 0.3.
  public var quickDuration = 0.3
  /// The share of a leaf's time after which the next of several leaves follows, 0…1; default 0.05.
  public var stagger = 0.05
  /// When leaves start that are asked for, and how long each turns; default ``LeafTiming/even``.
  public var leafTiming = LeafTiming.even

  /// What a finger moves; default the sheet's free edge.
  public var follow = Follow.travel
  /// How a sheet comes to follow the way that the finger had gone before it dragged; default eased in
  /// 0.07 s, as a move is in Leaves.
  public var catchUp = CatchUp.eased(0.07)
  /// Seconds in which a held sheet follows each move of the finger, 0…10; default 0, at once.
  ///
  /// Each move to another point starts anew, from the place and the displacement across that are seen
  /// then to those that the finger asks for, as CSS's `ease`. A sheet that a finger has only just taken
  /// hold of comes to it in the same way: ``CatchUp/eased(_:)`` is ``CatchUp/immediate`` then. What a
  /// release rule judges is the finger's way; the sheet settles from where it's seen.
  public var smoothing = 0.0
  /// Where a drag starts a turn; default anywhere, its direction being the finger's.
  public var claim = Claim.direction
  /// How near to its ends a held sheet may lie, 0…0.5; default 0.
  public var margin = 0.0
  /// Whether a drag past its start turns to the other side; default true.
  public var allowsReversal = true

  /// How a corner rises under a pointer that hovers over it; default nil, not at all.
  public var peek: Peek?

  /// What happens at the book's ends; default as if on a rubber band.
  public var boundary = Boundary.rubber(limit: 0.25, stiffness: 0.55)
  /// What a finger does that comes down on a moving sheet; default takes hold of it.
  public var onBusyDown = BusyDown.grab
  /// What becomes of turns that are asked for while a sheet moves; default they queue.
  public var onBusyTurn = BusyTurn.queue
  /// How many turns may wait; default 8.
  ///
  /// While a finger rests on a sheet that it took hold of as that moved, turns that were asked for before
  /// it came down don't count. If it drags, or rests too long for a tap, they are dropped, and those
  /// that were asked for since go on waiting. If it taps, they go on waiting too, and the latest ones
  /// beyond the limit are dropped.
  public var queueLimit = 8
  /// What becomes of edits while a sheet moves; default they wait.
  public var onBusyEdit = BusyEdit.queue
  /// Which stop is the shown one while a sheet settles; default the one that it comes from.
  public var commit = Commit.settleEnd

  /// What a turn does whose pages have no pictures yet; default waits for them.
  public var latePages = LatePages.hold
  /// Whether pages have no pictures before ``TurnerEvent/page(_:_:)`` says so; default false, all are
  /// at hand.
  public var awaitsPages = false
  /// Seconds after which an inserted or appended page is turned to; default nil, not at all.
  public var revealDelay: Double?

  /// Seconds between turns that the book makes by itself, 0.01 and up; default nil, none.
  ///
  /// Where no event comes for more than a thousand of them, such as a tick, nobody has looked, and the
  /// book has made none in that time. A finger that is down holds it up until ``lostAfter`` is over.
  public var autoplay: Double?
  /// Whether sheets turn without moving by themselves, and only fingers move them; default false.
  public var reducesMotion = false
  /// A finger that has been silent for so long gives way to whoever asks, seconds; default 1.
  ///
  /// It may have been lifted without a word. Once it's been silent for so long it's lost to another
  /// finger that comes down, to a pointer that hovers, to a turn or an edit that is asked for, and to
  /// one that waits already. Then the oldest other finger that is heard of goes on with its sheet. If
  /// there is none, the ``release`` rule says where the sheet goes, as if the finger were lifted without
  /// speed, and no snapping point holds it. A new finger takes hold of it at the same instant, as of any
  /// sheet that moves. Where a lost finger is heard of again it's one that drives from there, but never
  /// a tap.
  public var lostAfter = 1.0
  /// Where passing leaves are told, by name: a share of their way, between 0 and 1.
  public var thresholds: [Threshold] = []

  /// The most pages that edits may make of the book, 1…2³⁰; default 100,000, as
  /// many as a book of files may have.
  ///
  /// An edit that would make more is dropped as ``TurnerOutput/Reason/outOfRange``. The turner itself
  /// keeps nothing for each page; what goes along with it, such as a `PageList`, does.
  public var mostPages = 100_000

  /// What ``mostPages`` may be.
  public static let mostPagesRange = 1...1 << 30

  /// The defaults.
  public init() {}
}
