import Glibc

/// A sheet that comes to rest: Bézier's cubic whose first control points are its place and speed, and
/// whose last two are its goal.
struct TwinGlide {
  var start: Double
  var length: Double
  /// Control points.
  var points: [Double]

  /// From a place at a speed to a goal, in a length, without leaving 0…1 where `room` is what lies
  /// behind it.
  init(
    at start: Double, from place: Double, speed: Double, to goal: Double, length: Double,
    room: Double
  ) {
    let way = goal - place
    self.start = start
    var (speed, length) = (speed, length)
    if way == 0 { length = 0 }
    if length > 0, speed * way > 0 {
      // Any faster, and it overshoots.
      length = min(length, 3 * abs(way) / abs(speed))
    } else if length > 0 {
      // The farthest that it goes astray is 4/27 of what it would go at that speed.
      let most = room / length * 27 / 4
      speed = speed < 0 ? max(speed, -most) : min(speed, most)
    }
    self.length = length
    points = [place, place + speed * length / 3, goal, goal]
  }

  var goal: Double { points[3] }
  var end: Double { start + length }

  /// De Casteljau's corners, from all points to the last one, at a time.
  private func corners(_ time: Double) -> [[Double]] {
    let share = length > 0 ? min(max((time - start) / length, 0), 1) : 1
    var rows = [points]
    while let row = rows.last, row.count > 1 {
      rows.append(zip(row, row.dropFirst()).map { $0 + ($1 - $0) * share })
    }
    return rows
  }

  func place(_ time: Double) -> Double { time >= end ? goal : corners(time)[3][0] }

  func speed(_ time: Double) -> Double {
    guard length > 0, time < end else { return 0 }
    let pair = corners(time)[2]
    return 3 * (pair[1] - pair[0]) / length
  }

  /// When it turns round, if it does on its way.
  var turn: Double? {
    guard length > 0 else { return nil }
    // The speed is a parabola through 0 at the end; its other root.
    let (a, b) = (points[1] - points[0], points[2] - points[1])
    // a (1 − u)² + 2 b u (1 − u) is 0 where a (1 − u) + 2 b u is.
    let u = a / (a - 2 * b)
    return u > 0 && u < 1 ? start + u * length : nil
  }
}
