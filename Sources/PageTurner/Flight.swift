import CurlCore

/// A turn under way, or the sheet that is pulled at the book's end.
///
/// Its place `p` counts in reading direction from the stop that is read first: 0 is there, 1 at the
/// later stop. Only several leaves that riffle count their common time instead.
struct Flight: Equatable {
  /// Kind of motion.
  enum Kind: Equatable {
    /// A leaf between neighbouring stops.
    case leaf
    /// One leaf for all between two stops.
    case direct
    /// Several leaves, each on its own and a little after the one before.
    case riffle(Stagger)
    /// The leaf that isn't there, at an end of the book; `p` is how far it's pulled, negative at the
    /// first stop.
    case boundary(TurnerOutput.Edge)
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
  /// Whether a held sheet stays where it is until its pages have come.
  var isWaiting = false
  /// Where the free edge is held: the share of the view across the way, or nil for the turn's own way.
  var grab: Double?
  /// How far across that the held point is displaced, pixels, and at which `p`; of a peek, for each whole
  /// way.
  var across = 0.0
  var acrossPlace = 0.0
  /// Marks that the flight will pass, the latest first.
  var marks: [Mark] = []
  /// The same where several leaves riffle.
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

  /// Place where the flight began.
  var origin: Double {
    if case .boundary = kind { 0 } else if case .riffle = kind { 0 } else { direction > 0 ? 0 : 1 }
  }
  /// Place where the flight is complete.
  var goal: Double {
    if case .boundary = kind { 0 } else if case .riffle = kind { 1 } else { direction > 0 ? 1 : 0 }
  }
  /// Whether the flight is the sheet pulled at the book's end.
  var isBoundary: Bool { if case .boundary = kind { true } else { false } }
  /// Whether the flight is a turn.
  var isTurn: Bool { kind != .peek && !isBoundary }
  /// Whether a finger can hold the flight's leaf.
  var isGrabbable: Bool { if case .riffle = kind { false } else { kind != .peek } }
  /// Where its leaf is, if it's a single one.
  func leafPlace(_ place: (Flight) -> Double) -> Double? {
    if case .riffle = kind { nil } else { place(self) }
  }
  /// What it's settling to.
  var settle: Settle? { if case .settling(let settle) = motion { settle } else { nil } }
  /// What it's settling to, if that is its origin or its goal.
  var ending: Settle? {
    settle.flatMap { $0.target == origin || $0.target == goal ? $0 : nil }
  }
  /// What it's settling to, if that is a turn's snapping point.
  var snapping: Settle? { isTurn && ending == nil ? settle : nil }

  /// The displacement of the held point across the way at a place.
  ///
  /// It's what it was when the finger let go, less as it comes to rest.
  /// Where the sheet goes back it goes faster, so that its heading comes to be straight; see `CurlDrag.pointer(settlingFrom:to:progress:)`.
  func across(at place: Double) -> Double {
    if kind == .peek { return across * abs(place - origin) }
    guard case .settling(let settle) = motion, across != 0 else { return across }
    let way = abs(settle.target - acrossPlace)
    guard way > 0 else { return 0 }
    let left = min(abs(settle.target - place) / way, 1)
    return settle.target == 0 ? across * left * left : across * left
  }
}
