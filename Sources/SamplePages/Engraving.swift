import Glibc

/// A night at sea as an engraving: horizontal lines that are thicker where the picture is dark.
struct Engraving {
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  /// Number of lines.
  private static let lineCount = 112
  /// Number of points per line.
  private static let pointCount = 640
  private static let horizon = 0.58
  private static let moon = (across: 0.66, down: 0.24, radius: 0.075)
  private static let ink = Colour(0x1F2A38)

  /// Draws the picture and its frame.
  func draw(on canvas: CairoPicture) {
    canvas.clipped(x, y, width, height) {
      for line in 0..<Self.lineCount { drawLine(line, on: canvas) }
    }
    let thin = width * 0.0022
    canvas.rectangle(x, y, width, height)
    canvas.stroke(Self.ink, width: thin * 1.6)
    canvas.rectangle(x - 4 * thin, y - 4 * thin, width + 8 * thin, height + 8 * thin)
    canvas.stroke(Self.ink, width: thin * 0.6)
  }

  /// Draws one line as a polygon: along its upper edge and back along the lower one.
  private func drawLine(_ number: Int, on canvas: CairoPicture) {
    let pitch = 1 / Double(Self.lineCount)
    let middle = (Double(number) + 0.5) * pitch
    var upper: [(x: Double, y: Double)] = []
    var lower: [(x: Double, y: Double)] = []
    for point in 0...Self.pointCount {
      let across = Double(point) / Double(Self.pointCount)
      let down = middle + pitch * sway(across, middle)
      // From a hairline to a line that nearly touches the next.
      let half = pitch * (0.06 + 0.42 * darkness(across, down))
      upper.append((x + width * across, y + height * (down - half)))
      lower.append((x + width * across, y + height * (down + half)))
    }
    canvas.polygon(upper + lower.reversed())
    canvas.fill(.flat(Self.ink))
  }

  /// Vertical displacement of a line, in line distances: waves below the horizon.
  private func sway(_ across: Double, _ down: Double) -> Double {
    guard down > Self.horizon else { return 0.1 * sin(across * 9 + down * 40) }
    let near = (down - Self.horizon) / (1 - Self.horizon)
    let wave =
      sin(across * (64 - 40 * near) + 3 * sin(down * 97)) + 0.5
      * sin(across * 23 + 2 * sin(down * 61))
    return (0.1 + 0.3 * near) * wave
  }

  /// Darkness of the picture, 0…1, at a point given as shares of its sides.
  private func darkness(_ across: Double, _ down: Double) -> Double {
    if let ship = shipDarkness(across, down) { return ship }
    if let rock = rockDarkness(across, down) { return rock }
    let tone = down < Self.horizon ? skyDarkness(across, down) : seaDarkness(across, down)
    return min(max(tone, 0), 1)
  }

  private func skyDarkness(_ across: Double, _ down: Double) -> Double {
    let dx = (across - Self.moon.across) * width / height
    let dy = down - Self.moon.down
    let distance = sqrt(dx * dx + dy * dy)
    if distance < Self.moon.radius {
      // The moon's plains.
      let plain = sin(dx * 60 + 1) * sin(dy * 47 - 2)
      return plain > 0.5 ? 0.12 : 0
    }
    let glow = exp(-(distance - Self.moon.radius) * 3.6)
    let sky = 0.94 - 0.34 * down / Self.horizon - 0.62 * glow
    // Banks of cloud, bright where they face the moon.
    let bank = sin(across * 6.5 + 3 * down + 0.8) + 0.6 * sin(across * 15 - down * 21)
    let belt = exp(-pow((down - 0.43) / 0.075, 2)) + 0.7 * exp(-pow((down - 0.13) / 0.05, 2))
    return sky - 0.26 * belt * max(0, bank) * (0.5 + glow) + 0.12 * belt * max(0, -bank)
  }

  private func seaDarkness(_ across: Double, _ down: Double) -> Double {
    let near = (down - Self.horizon) / (1 - Self.horizon)
    let spread = 0.035 + 0.13 * near
    let glade = exp(-pow((across - Self.moon.across + 0.02 * sin(down * 60)) / spread, 2))
    let glitter = 0.5 + 0.5 * sin(across * (210 - 120 * near) + down * 410)
    let swell = 0.14 * sin(across * (48 - 30 * near) + 3 * sin(down * 83))
    return 0.72 + 0.16 * near + swell - 0.85 * glade * (0.45 + 0.55 * glitter)
  }

  /// Darkness of the rock at the left with its tower and rays; nil outside.
  private func rockDarkness(_ across: Double, _ down: Double) -> Double? {
    let centre = 0.2
    let offset = across - centre
    if let tower = towerDarkness(offset, down) { return tower }
    // The shore slopes down on both sides of the tower and ends in the sea on the right.
    let fall = offset > 0 ? 1.15 * pow(offset, 1.5) : 0.55 * pow(-offset, 1.3)
    let profile = 0.5 + fall + 0.007 * sin(across * 55) + 0.004 * sin(across * 131)
    let shore = 0.622 + 0.006 * sin(across * 40)
    if down > profile && down < shore {
      // Facets in the moonlight have thinner lines.
      let slope = sin(across * 37 - down * 46) + 0.6 * sin(across * 71 + down * 25)
      let lit = max(0, slope - 0.35) * (down - profile < 0.07 ? 1 : 0.45)
      return max(0.42, 0.97 - 0.55 * lit)
    }
    // Foam.
    if down >= shore && down < shore + 0.012 && profile < shore + 0.004 { return 0.08 }
    return rayDarkness(offset, down)
  }

  /// Darkness of the tower; nil outside.
  ///
  /// `offset` is measured from its middle line, as a share of the width.
  private func towerDarkness(_ offset: Double, _ down: Double) -> Double? {
    let top = 0.22
    let foot = 0.525
    if down > top && down < foot {
      let half = 0.0135 + 0.0135 * (down - top) / (foot - top)
      let side = offset / half
      guard abs(side) < 1 else { return nil }
      // Moonlight comes from the right; a band and two windows are dark.
      if down > 0.31 && down < 0.375 { return side > 0.25 ? 0.62 : 0.95 }
      if abs(side - 0.1) < 0.22 && (abs(down - 0.275) < 0.011 || abs(down - 0.435) < 0.012) {
        return 0.95
      }
      return side > 0.1 ? 0 : 0.2 - 0.5 * side
    }
    if down > top - 0.022 && down <= top && abs(offset) < 0.024 { return 0.96 }
    if down > top - 0.064 && down <= top - 0.022 && abs(offset) < 0.0115 {
      return abs(abs(offset) - 0.0045) < 0.0012 ? 0.9 : 0
    }
    let roof = (down - (top - 0.102)) / 0.038
    return roof > 0 && roof <= 1 && abs(offset) < 0.017 * roof ? 0.96 : nil
  }

  /// Darkness in the lamp's rays, two wedges in which the sky is lighter; nil outside.
  private func rayDarkness(_ offset: Double, _ down: Double) -> Double? {
    let length = offset > 0 ? 0.34 : 0.24
    let distance = abs(offset) / length
    guard distance < 1, abs(offset) > 0.012 else { return nil }
    let middle = 0.178 - 0.06 * offset
    let off = abs(down - middle) / (0.006 + 0.15 * abs(offset))
    guard off < 1 else { return nil }
    let fade = pow(distance, 1.6)
    return skyDarkness(offset + 0.2, down) * (0.1 + 0.9 * fade)
  }

  /// Darkness of the sailing boat; nil outside.
  private func shipDarkness(_ across: Double, _ down: Double) -> Double? {
    let u = (across - 0.7) / 0.1
    let v = (0.665 - down) / 0.1
    // The hull, a bowl that rises to the bow at the left.
    let deck = 0.3 + 0.1 * u * u - 0.06 * u
    if v > 0 && v < deck && u > -0.78 - 0.5 * v && u < 0.66 + 0.3 * v {
      return v > deck - 0.07 ? 0.25 : 0.98
    }
    if abs(u + 0.12) < 0.024 && v > 0.25 && v < 3.05 { return 0.98 }
    // Mainsail behind the mast, jib before it: against the light, darker towards the mast.
    let main = (v - 0.5) / 2.35
    if main > 0 && main < 1 && u > -0.06 && u < 0.86 - 0.8 * main + 0.12 * sin(main * 3.1) {
      return 0.9 - 0.42 * (u + 0.06)
    }
    let jib = (v - 0.55) / 2.1
    if jib > 0 && jib < 1 && u < -0.19 && u > -1.12 + 0.93 * jib {
      return 0.5 + 0.35 * (u + 1.1)
    }
    // The boat's reflection, broken by the waves.
    let depth = -v
    guard depth >= 0, depth < 0.7 else { return nil }
    let broken = 0.07 * sin(depth * 34) + 0.05 * sin(depth * 71)
    return abs(u + broken) < 0.72 - 0.62 * depth ? 0.96 : nil
  }
}
