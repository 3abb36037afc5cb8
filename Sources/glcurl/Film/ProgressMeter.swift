internal import PageFilm
internal import Synchronization

/// Shows the progress of a film: a bar on a terminal, else a line every few seconds.
///
/// Any task can use it.
final class ProgressMeter: Sendable {
  private struct State {
    var done = 0
    var lastShown = ContinuousClock.now
    var isBarShown = false
  }

  /// Display style of a meter.
  enum Style: Sendable {
    case bar, lines, silent
  }

  private static let barColumns = 24
  private static let barInterval = Duration.milliseconds(100)
  private static let lineInterval = Duration.seconds(5)
  /// Carriage return, and the terminal's "erase to the end of the line".
  private static let erase = "\r\u{1B}[K"

  private let total: Int
  private let style: Style
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// A meter for `total` frames, ≥ 1.
  init(total: Int, style: Style) {
    self.total = total
    self.style = style
  }

  /// Seconds since the start.
  var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

  /// Counts a frame.
  func advance() {
    let now = ContinuousClock.now
    let interval = style == .bar ? Self.barInterval : Self.lineInterval
    state.withLock { state in
      state.done += 1
      guard style != .silent, now - state.lastShown >= interval else { return }
      state.lastShown = now
      if style == .bar {
        Console.show(Self.erase + bar(state.done) + status(state.done))
        state.isBarShown = true
      } else {
        Console.say(status(state.done))
      }
    }
  }

  /// Removes the bar.
  func clear() {
    state.withLock { state in
      if state.isBarShown { Console.show(Self.erase) }
      state.isBarShown = false
    }
  }

  private func bar(_ done: Int) -> String {
    let full = done * Self.barColumns / total
    return "[" + String(repeating: "#", count: full)
      + String(repeating: ".", count: Self.barColumns - full) + "] "
  }

  private func status(_ done: Int) -> String {
    let rate = Double(done) / max(seconds, 1e-3)
    let left = Int((Double(total - done) / rate).rounded(.up))
    let time =
      left < 60
      ? "\(left) s" : left < 3600 ? "\(left / 60) min \(left % 60) s" : "\(left / 60) min"
    return "\(done)/\(total) frames, \(rate.fixed(1)) fps, \(time) left"
  }
}
