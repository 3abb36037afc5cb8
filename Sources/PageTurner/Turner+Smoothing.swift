import CurlCore

/// How a held sheet follows its finger.
extension Turner {
  /// Restarts smoothing from a visible position and displacement, and recomputes marks.
  mutating func replan(from visible: SheetOffset) {
    drag?.smoothedFrom = visible
    drag?.smoothedSince = time
    let hasMarks = motions.last?.marks.isEmpty == false
    guard hasMarks || !configuration.thresholds.isEmpty, drag != nil,
      var motion = motions.popLast()
    else { return }
    plan(&motion, from: visible.position)
    motions.append(motion)
  }

  /// Visible position and displacement across of the latest motion.
  var visibleOffset: SheetOffset? {
    motions.last.map {
      SheetOffset(position: position(of: $0, at: time), across: across(of: $0, at: time))
    }
  }

  /// Smoothed position or displacement of a held sheet, from `start` to `aim`.
  func smoothed(
    _ aim: Double, from start: Double, of drag: Drag, at time: Double
  ) -> Double {
    let duration = configuration.smoothing
    guard time < drag.smoothedSince + duration else { return aim }
    let left = 1 - Easing.ease.value(at: (time - drag.smoothedSince) / duration)
    return min(max(aim + (start - aim) * left, min(aim, start)), max(aim, start))
  }

  /// How a sheet catches up with the finger: smoothing replaces an eased catching up.
  var catchUp: TurnerConfiguration.CatchUp {
    if configuration.smoothing > 0, case .eased = configuration.catchUp { return .immediate }
    return configuration.catchUp
  }
}
