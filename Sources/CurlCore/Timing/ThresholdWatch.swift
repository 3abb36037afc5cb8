/// Follows a parameter past a threshold, piece by piece in playing order, and records crossings.
///
/// The value crosses if it was strictly on one side and then strictly on the other. In between, a
/// value that stays at the threshold counts as above it.
struct ThresholdWatch {
  /// A crossing in a period: `time` is seconds from the period's start.
  struct Event {
    var period: Int
    var time: Double
    var direction: Crossing.Direction
  }

  private(set) var events: [Event] = []
  private let threshold: Double
  /// Last known side of the value: −1 below, 1 above, 0 unknown.
  private var side = 0
  /// Time of arrival at the threshold from below, while the value is still there.
  private var arrival: (period: Int, time: Double)?

  init(_ threshold: Double) { self.threshold = threshold }

  /// Follows a piece of `track`; with a `length`, backward: the playing time is `length` minus the
  /// track's time.
  ///
  /// Only crossings in period 0 are used, so only their times are exact.
  mutating func follow(
    _ piece: MonotonePiece, of track: Track, inPeriod period: Int, backFrom length: Double?
  ) {
    let (start, end) = length == nil ? (piece.start, piece.end) : (piece.end, piece.start)
    let (first, last) = length == nil ? (piece.first, piece.last) : (piece.last, piece.first)
    func playing(_ time: Double) -> Double { length.map { $0 - time } ?? time }
    // A jump may have preceded the piece.
    let from = sign(first)
    come(to: from, inPeriod: period, at: playing(start))
    let to = sign(last)
    if from < 0 && to >= 0 {
      let time = period == 0 ? track.time(of: threshold, below: start, above: end) : end
      come(to: to, inPeriod: period, at: playing(time))
    } else if from >= 0 && to < 0 {
      let time = period == 0 ? track.time(of: threshold, below: end, above: start) : end
      come(to: to, inPeriod: period, at: playing(time))
    } else {
      come(to: to, inPeriod: period, at: playing(end))
    }
  }

  private mutating func come(to next: Int, inPeriod period: Int, at time: Double) {
    if next == 0 {
      if side < 0 && arrival == nil { arrival = (period, time) }
      return
    }
    if next == -side {
      let rose = next > 0 ? arrival : nil
      events.append(
        Event(
          period: rose?.period ?? period, time: rose?.time ?? time,
          direction: next > 0 ? .rising : .falling))
    }
    (side, arrival) = (next, nil)
  }

  private func sign(_ value: Double) -> Int { value < threshold ? -1 : value > threshold ? 1 : 0 }
}
