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

  /// Seconds in which a sheet settles over its whole way, of which shorter ones take their share;
  /// default 0.5.
  public var fullDuration = 0.5
  /// Seconds that settling takes at least; default 0.12.
  public var leastDuration = 0.12
  /// Seconds in which a sheet settles after a quick release, which only some rules know; default 0.3.
  public var quickDuration = 0.3
  /// The share of ``fullDuration`` after which the next of several leaves follows; default 0.05.
  public var stagger = 0.05

  /// What a finger moves; default the sheet's free edge.
  public var follow = Follow.travel
  /// How a sheet comes to follow the way that the finger had gone before it dragged; default eased in
  /// 0.07 s, as a move is in Leaves.
  public var catchUp = CatchUp.eased(0.07)
  /// Where a drag starts a turn; default anywhere, its direction being the finger's.
  public var claim = Claim.direction
  /// How near to its ends a held sheet may lie, 0…0.5; default 0.
  public var margin = 0.0
  /// Whether a drag past its start turns to the other side; default true.
  public var allowsReversal = true

  /// What happens at the book's ends; default as if on a rubber band.
  public var boundary = Boundary.rubber(limit: 0.25, stiffness: 0.55)
  /// What a finger does that comes down on a moving sheet; default takes hold of it.
  public var onBusyDown = BusyDown.grab
  /// What becomes of turns that are asked for while a sheet moves; default they queue.
  public var onBusyTurn = BusyTurn.queue
  /// How many turns may wait; default 8.
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
  /// A finger that has been silent for so long gives way to the next one that comes down, and to
  /// ``autoplay``, seconds; default 1.
  ///
  /// It may have been lifted without a word.
  public var lostAfter = 1.0
  /// Where passing leaves are told, by name: a share of their way, between 0 and 1.
  public var thresholds: [Threshold] = []

  /// The most pages that edits may make of the book, 1…2³⁰; default that of `Limits`, 100,000.
  ///
  /// An edit that would make more is dropped as ``TurnerOutput/Reason/outOfRange``. The turner itself keeps nothing for each page; what goes along with it, such as a ``PageList``, does.
  public var mostPages = Limits.Name.pages.standard

  /// What ``mostPages`` may be.
  public static let mostPagesRange = 1...1 << 30

  /// The defaults.
  public init() {}

  /// A place on every leaf's way.
  public struct Threshold: Sendable, Equatable {
    /// What it's called when a leaf passes.
    public var name: String
    /// The share of the way in reading direction, above 0 and below 1.
    public var progress: Double

    /// A threshold on a leaf's way.
    public init(_ name: String, at progress: Double) {
      self.name = name
      self.progress = progress
    }
  }

  /// What a finger moves.
  public enum Follow: Sendable, Equatable {
    /// The sheet goes by the finger's travel, a whole way in the length of the view.
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

  /// Where a drag starts a turn.
  public enum Claim: Sendable, Equatable {
    /// Anywhere; against the reading direction it turns on, along it back.
    case direction
    /// In the strips of ``TapZones/strips(share:least:preferred:)`` alone, each with its own turn,
    /// wherever the finger goes.
    case zones
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
    /// Its leaf starts beside the one under way as soon as that is out of its way.
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
