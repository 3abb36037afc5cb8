import CurlCore

/// A current turn, a pull, or a peeking corner.
///
/// Its position `p` is 0 at the earlier stop in reading order and 1 at the later stop. The position
/// of a riffle is the sum of its leaves' ways, and its ``Settle`` measures time alone.
struct Flight: Equatable {
  /// Kind of motion.
  enum Kind: Equatable {
    /// A leaf between neighbouring stops.
    case leaf
    /// One leaf that stands for all leaves between two stops.
    case direct
    /// Several leaves, each a little after the one before.
    case riffle(Stagger)
    /// A sheet that a finger moves but can't turn: at an end of the book, or if pages are missing.
    ///
    /// ``TurnerConfiguration/boundary`` limits its motion. Released, the sheet settles back. `p` is
    /// the distance from rest, negative at the first stop.
    case pull(TurnerOutput.Edge)
    /// A leaf whose corner rises under a pointer; it's no turn.
    case peek
  }

  /// State of the motion.
  enum Motion: Equatable {
    /// Follows the finger.
    case held
    /// Settles by itself.
    case settling(Settle)
    /// Waits for missing pages, then settles to the target.
    case waiting(target: Double)
  }

  /// Crossing of a threshold, or landing of a leaf, at a time known in advance.
  struct Mark: Equatable {
    var time: Double
    var kind: TurnerOutput.Kind
  }

  var kind: Kind
  /// Stop at which the flight starts.
  var from: Int
  /// Stop to which the flight leads.
  var to: Int
  /// +1 in reading direction, −1 against it.
  var direction: Int
  var cause: TurnerOutput.Cause
  var motion: Motion
  /// Whether a held sheet lies flat until its pages are ready.
  var isWaiting = false
  /// Held point of the free edge, as a share of the view across the way; nil if no point is held.
  var heldPoint: Double?
  /// Displacement of the held point across the way, pixels, and the `p` at which it was so; for a
  /// peek, displacement per whole way.
  var across = 0.0
  var acrossPlace = 0.0
  /// Marks that the flight will pass, the latest first.
  var marks: [Mark] = []
  /// Marks of a riffle; nil for other flights.
  var riffle: RiffleMarks?

  /// The next mark.
  var nextMark: Mark? { riffle?.next ?? marks.last }

  /// Removes and returns the next mark.
  mutating func popMark() -> Mark? { riffle?.pop() ?? marks.popLast() }

  /// Removes all marks.
  mutating func forgetMarks() {
    marks.removeAll(keepingCapacity: true)
    riffle = nil
  }

  /// `p` at the start of the flight; for a riffle, the target of a settling that goes back.
  var origin: Double {
    if case .pull = kind { 0 } else if case .riffle = kind { 0 } else { direction > 0 ? 0 : 1 }
  }
  /// `p` at the completion of the flight; for a riffle, the target of its settling.
  var goal: Double {
    if case .pull = kind { 0 } else if case .riffle = kind { 1 } else { direction > 0 ? 1 : 0 }
  }
  /// Whether the flight is a pull.
  var isPull: Bool { if case .pull = kind { true } else { false } }
  /// Whether the flight is a turn.
  var isTurn: Bool { kind != .peek && !isPull }
  /// Whether a finger can hold the flight's leaf.
  var isGrabbable: Bool { if case .riffle = kind { false } else { kind != .peek } }
  /// Position of its single leaf; nil for a riffle.
  func leafPlace(_ place: (Flight) -> Double) -> Double? {
    if case .riffle = kind { nil } else { place(self) }
  }
  /// The settling motion; nil if the flight doesn't settle.
  var settle: Settle? { if case .settling(let settle) = motion { settle } else { nil } }
  /// The settling motion to the origin or the goal; else nil.
  var ending: Settle? {
    settle.flatMap { $0.target == origin || $0.target == goal ? $0 : nil }
  }
  /// The settling motion of a turn to a snapping point; else nil.
  var snapping: Settle? { isTurn && ending == nil ? settle : nil }

  /// Displacement of the held point across the way at a position, pixels.
  ///
  /// While the flight settles, it decreases from its value at the release to 0. Towards p = 0 it
  /// decreases faster, with the square of the remaining way, so that the heading becomes straight;
  /// see `CurlDrag.pointer(settlingFrom:to:progress:)`.
  func across(at place: Double) -> Double {
    if kind == .peek { return across * abs(place - origin) }
    guard case .settling(let settle) = motion, across != 0 else { return across }
    let way = abs(settle.target - acrossPlace)
    guard way > 0 else { return 0 }
    let left = min(abs(settle.target - place) / way, 1)
    return settle.target == 0 ? across * left * left : across * left
  }
}
