/// A turn on its way, or the sheet that is pulled at the book's end.
///
/// Its way counts from 0, where it began, to 1, where it's completed; that of leaves that riffle counts
/// the seconds since the first one's start.
struct TwinFlight {
  enum Shape: Equatable { case leaf, direct, riffle, pull }
  enum Motion {
    case held
    /// Its pages are missing; then it goes to its goal.
    case waiting
    case gliding(TwinGlide)
    /// Seconds of leaves that riffle at a time, and whether they go on.
    case riffling(since: Double, from: Double, isOn: Bool)
  }

  var from: Int
  var to: Int
  /// +1 in reading direction, −1 against it.
  var sign: Double
  var shape: Shape
  var motion = Motion.held
  /// Whether it's to be completed.
  var isOn = true
  /// Whether a sheet that is held lies flat for want of pages.
  var lacks = false
  /// Where its edge is held, as a share of the view across.
  var edge: Double?
  /// When leaves that riffle start, seconds from the first moment, and how long each turns.
  var starts: [Double] = []
  var lasts = 0.0
  /// The times of what it passes by itself, sorted; all but the landing of the last leaf.
  var passes: [TwinPass] = []

  var isHeld: Bool { if case .held = motion { true } else { false } }
  var isWaiting: Bool { if case .waiting = motion { true } else { false } }
  var isTurn: Bool { shape != .pull }
  /// How many leaves it has.
  var count: Int { shape == .riffle ? abs(to - from) : 1 }
}

/// What is passed at a time.
struct TwinPass {
  var time: Double
  var words: String
}
