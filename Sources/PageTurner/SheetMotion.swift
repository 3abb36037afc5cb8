import CurlCore

/// Motion of one sheet, or of the leaves of a riffle: a current turn, a pull, or a peeking corner.
///
/// Its position `p` is 0 at the earlier stop in reading order and 1 at the later stop. The position
/// of a riffle is the sum of its leaves' ways; its ``Settle`` only gives the riffle's time.
struct SheetMotion: Equatable {
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

  /// What moves the sheet.
  enum State: Equatable {
    /// Follows the finger.
    case held
    /// Settles by itself.
    case settling(Settle)
    /// Lies flat, held by no finger, until its pages are ready, then settles to the target.
    case awaitingPages(target: Double)
  }

  /// Crossing of a threshold, or landing of a leaf, at a time known in advance.
  struct Mark: Equatable {
    var time: Double
    var kind: TurnerOutput.Kind
  }

  var kind: Kind
  /// Stop at which the motion starts.
  var from: Int
  /// Stop to which the motion leads.
  var to: Int
  /// +1 in reading direction, −1 against it.
  var direction: Int
  var cause: TurnerOutput.Cause
  var state: State
  /// Whether a held sheet lies flat until its pages are ready, and doesn't follow the finger.
  var liesFlatForPages = false
  /// Held point of the free edge, as a share of the view across the way; nil if no point is held.
  var heldPoint: Double?
  /// Displacement of the held point across the way, pixels, and the `p` at which it was so; for a
  /// peek, displacement per whole way.
  var across = 0.0
  var acrossPosition = 0.0
  /// Marks that the motion will pass, the latest first.
  var marks: [Mark] = []
  /// Marks of a riffle; nil for other motions.
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

  /// `p` at the start of the motion; for a riffle, the target of a settling that goes back.
  var origin: Double {
    if case .pull = kind { 0 } else if case .riffle = kind { 0 } else { direction > 0 ? 0 : 1 }
  }
  /// `p` at the completion of the motion; for a riffle, the target of its settling.
  var goal: Double {
    if case .pull = kind { 0 } else if case .riffle = kind { 1 } else { direction > 0 ? 1 : 0 }
  }
  /// Whether its sheet lies flat until its pages are ready, held or not.
  var waitsForPages: Bool {
    if case .awaitingPages = state { true } else { liesFlatForPages }
  }
  /// Whether the motion is a pull.
  var isPull: Bool { if case .pull = kind { true } else { false } }
  /// Whether the motion is a turn.
  var isTurn: Bool { kind != .peek && !isPull }
  /// Whether a finger can hold the motion's leaf.
  var isGrabbable: Bool { if case .riffle = kind { false } else { kind != .peek } }
  /// Position of its single leaf; nil for a riffle.
  func leafPosition(_ position: (SheetMotion) -> Double) -> Double? {
    if case .riffle = kind { nil } else { position(self) }
  }
  /// How the motion settles; nil if it doesn't.
  var settle: Settle? { if case .settling(let settle) = state { settle } else { nil } }
  /// How the motion settles to its origin or goal; else nil.
  var ending: Settle? {
    settle.flatMap { $0.target == origin || $0.target == goal ? $0 : nil }
  }
  /// How a turn settles to a snapping point; else nil.
  var snapping: Settle? { isTurn && ending == nil ? settle : nil }

  /// Displacement of the held point across the way at a position, pixels.
  ///
  /// While the motion settles, it decreases from its value at the release to 0. Towards p = 0 it
  /// decreases faster, with the square of the remaining way, so that the heading becomes straight;
  /// see `CurlDrag.pointer(settlingFrom:to:progress:)`.
  func across(at position: Double) -> Double {
    if kind == .peek { return across * abs(position - origin) }
    guard case .settling(let settle) = state, across != 0 else { return across }
    let distance = abs(settle.target - acrossPosition)
    guard distance > 0 else { return 0 }
    let left = min(abs(settle.target - position) / distance, 1)
    return settle.target == 0 ? across * left * left : across * left
  }
}
