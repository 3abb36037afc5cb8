import Glibc

/// A coast at dusk in colour: hills, sea, and a lighthouse whose lamp has just been lit.
struct CoastPicture {
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  /// Draws the picture, with a frame if a colour is given.
  func draw(on canvas: CairoPicture, frame: Colour? = nil) {
    canvas.clipped(x, y, width, height) {
      drawSky(on: canvas)
      drawHills(on: canvas)
      drawSea(on: canvas)
      drawHeadland(on: canvas)
      drawLighthouse(on: canvas)
      drawGulls(on: canvas)
    }
    guard let frame else { return }
    let line = height * 0.007
    canvas.rectangle(x, y, width, height)
    canvas.stroke(frame, width: line)
    canvas.rectangle(x - 3 * line, y - 3 * line, width + 6 * line, height + 6 * line)
    canvas.stroke(frame, width: line * 0.5)
  }

  /// The point at shares of the picture's width and height.
  private func at(_ across: Double, _ down: Double) -> (x: Double, y: Double) {
    (x + width * across, y + height * down)
  }

  private func drawSky(on canvas: CairoPicture) {
    canvas.rectangle(x, y, width, height)
    canvas.fill(
      .linear(
        at(0, 0), at(0, 0.66),
        [
          (0, Colour(0x3E5B76)), (0.45, Colour(0x8FA3A6)), (0.75, Colour(0xE3BE94)),
          (1, Colour(0xF3D9A6)),
        ]))
    let sun = at(0.27, 0.6)
    canvas.rectangle(x, y, width, height)
    canvas.fill(
      .radial(
        sun, radius: height * 0.9,
        [
          (0, Colour(0xFFF0C8, alpha: 0.9)), (0.3, Colour(0xFFD79A, alpha: 0.4)),
          (1, Colour(0xFFD79A, alpha: 0)),
        ]))
    canvas.circle(sun.x, sun.y, radius: height * 0.075)
    canvas.fill(.flat(Colour(0xFFF6DC)))
    // Long clouds, lit from below.
    for (left, right, down, thick) in [
      (0.02, 0.3, 0.22, 0.028), (0.18, 0.52, 0.3, 0.02), (0.38, 0.6, 0.17, 0.022),
      (0.05, 0.2, 0.4, 0.014), (0.55, 0.78, 0.4, 0.016), (0.86, 1.05, 0.25, 0.03),
    ] {
      let from = at(left, down)
      let to = at(right, down)
      let lift = height * thick
      canvas.move(from.x, from.y)
      canvas.curve(
        from.x + (to.x - from.x) * 0.3, from.y - 2.4 * lift, from.x + (to.x - from.x) * 0.6,
        from.y - 1.6 * lift, to.x, to.y)
      canvas.curve(
        from.x + (to.x - from.x) * 0.6, from.y + lift, from.x + (to.x - from.x) * 0.3,
        from.y + 0.6 * lift, from.x, from.y)
      canvas.fill(
        .linear(
          (from.x, from.y - 2 * lift), (from.x, from.y + lift),
          [(0, Colour(0x6F7F8C, alpha: 0.55)), (1, Colour(0xF2C79A, alpha: 0.75))]))
    }
  }

  private func drawHills(on canvas: CairoPicture) {
    for (base, rise, phase, colour) in [
      (0.62, 0.10, 0.4, Colour(0x93A09F)), (0.635, 0.075, 2.1, Colour(0x72867F)),
    ] {
      var points = [at(0, 0.7)]
      for step in 0...60 {
        let across = Double(step) / 60
        let swell = sin(across * 7 + phase) + 0.45 * sin(across * 17 + 2 * phase)
        // Towards the sun, the hills sink into the sea.
        let fade = max(0, across - 0.36) / 0.64
        points.append(at(across, base - rise * fade * (0.75 + 0.3 * swell)))
      }
      points.append(at(1, 0.7))
      canvas.polygon(points)
      canvas.fill(.flat(colour))
    }
  }

  private func drawSea(on canvas: CairoPicture) {
    let horizon = at(0, 0.645)
    canvas.rectangle(horizon.x, horizon.y, width, height)
    canvas.fill(
      .linear(
        horizon, at(0, 1),
        [
          (0, Colour(0xD9C29B)), (0.12, Colour(0x8FA29B)), (0.5, Colour(0x55747A)),
          (1, Colour(0x2F4B57)),
        ]))
    // The sun's path, and small waves that widen towards the viewer.
    for row in 0..<16 {
      let depth = Double(row) / 15
      let down = 0.655 + 0.33 * depth * (0.35 + 0.65 * depth)
      for wave in 0..<14 {
        let shift = Double((row * 37 + wave * 53) % 29) / 29
        let across = (Double(wave) + shift) / 13.5
        let distance = abs(across - 0.27 + 0.03 * (shift - 0.5))
        let glow = max(0, 1 - distance / (0.06 + 0.1 * depth))
        let length = 0.008 + 0.028 * depth
        let from = at(across - length, down)
        let to = at(across + length, down)
        canvas.move(from.x, from.y)
        canvas.curve(
          from.x + (to.x - from.x) / 3, from.y - height * 0.006 * (1 + depth),
          from.x + (to.x - from.x) / 1.5, from.y + height * 0.004, to.x, to.y)
        let colour =
          glow > 0.05
          ? Colour(0xFFE9BC, alpha: 0.35 + 0.55 * glow) : Colour(0xE4ECE2, alpha: 0.16)
        canvas.stroke(colour, width: height * (0.004 + 0.006 * depth))
      }
    }
  }

  private func drawHeadland(on canvas: CairoPicture) {
    let start = at(0.56, 1.02)
    canvas.move(start.x, start.y)
    for (x1, y1, x2, y2, x3, y3) in [
      (0.60, 0.97, 0.61, 0.84, 0.66, 0.78), (0.70, 0.73, 0.72, 0.62, 0.77, 0.60),
      (0.83, 0.575, 0.88, 0.60, 0.92, 0.555), (0.96, 0.515, 1.0, 0.52, 1.03, 0.5),
    ] {
      let first = at(x1, y1)
      let second = at(x2, y2)
      let end = at(x3, y3)
      canvas.curve(first.x, first.y, second.x, second.y, end.x, end.y)
    }
    let corner = at(1.03, 1.02)
    canvas.line(corner.x, corner.y)
    canvas.fill(
      .linear(
        at(0.6, 0.6), at(0.95, 1),
        [(0, Colour(0x7C7A55)), (0.4, Colour(0x4F5A43)), (1, Colour(0x2A352F))]))
    // Strata of the cliff.
    for step in 0..<9 {
      let down = 0.69 + Double(step) * 0.04
      let from = at(0.68 - Double(step) * 0.012, down)
      let to = at(0.84 + Double(step * 7 % 5) * 0.03, down + 0.03)
      canvas.move(from.x, from.y)
      canvas.curve(
        from.x + width * 0.04, from.y - height * 0.02, to.x - width * 0.05, to.y, to.x, to.y)
      canvas.stroke(Colour(0x1E2723, alpha: 0.35), width: height * 0.006)
    }
  }

  private func drawLighthouse(on canvas: CairoPicture) {
    let foot = at(0.79, 0.605)
    let rise = height * 0.42
    let half = height * 0.052
    func level(_ up: Double) -> (left: Double, right: Double, y: Double) {
      let halfWidth = half * (1 - 0.36 * up)
      return (foot.x - halfWidth, foot.x + halfWidth, foot.y - rise * up)
    }
    let lamp = (x: foot.x, y: foot.y - rise * 1.085)
    for (dx, dy) in [(-0.62, -0.05), (0.3, -0.075)] {
      let end = (x: lamp.x + width * dx, y: lamp.y + height * dy)
      canvas.polygon([
        (lamp.x, lamp.y - height * 0.008), (end.x, end.y - height * 0.09),
        (end.x, end.y + height * 0.09), (lamp.x, lamp.y + height * 0.008),
      ])
      canvas.fill(
        .linear(lamp, end, [(0, Colour(0xFFF3C4, alpha: 0.75)), (1, Colour(0xFFF3C4, alpha: 0))]))
    }
    for band in 0..<5 {
      let low = level(Double(band) / 5)
      let high = level(Double(band + 1) / 5)
      canvas.polygon([
        (low.left, low.y), (high.left, high.y), (high.right, high.y), (low.right, low.y),
      ])
      let light = band % 2 == 0 ? Colour(0xF4E9D6) : Colour(0xB4493A)
      let dark = band % 2 == 0 ? Colour(0x8E8E8C) : Colour(0x64261F)
      canvas.fill(.linear((low.left, 0), (low.right, 0), [(0, light), (0.45, light), (1, dark)]))
    }
    let gallery = level(1)
    canvas.rectangle(
      gallery.left - half * 0.3, gallery.y - rise * 0.02, gallery.right - gallery.left + half * 0.6,
      rise * 0.03)
    canvas.fill(.flat(Colour(0x2B2A2A)))
    canvas.rectangle(foot.x - half * 0.42, gallery.y - rise * 0.13, half * 0.84, rise * 0.11)
    canvas.fill(.flat(Colour(0xFFF1BE)))
    for bar in [-0.42, -0.14, 0.14, 0.42] {
      canvas.move(foot.x + half * bar, gallery.y - rise * 0.13)
      canvas.line(foot.x + half * bar, gallery.y - rise * 0.02)
      canvas.stroke(Colour(0x2B2A2A), width: half * 0.07)
    }
    canvas.move(foot.x - half * 0.58, gallery.y - rise * 0.13)
    canvas.curve(
      foot.x - half * 0.4, gallery.y - rise * 0.2, foot.x + half * 0.4, gallery.y - rise * 0.2,
      foot.x + half * 0.58, gallery.y - rise * 0.13)
    canvas.fill(.flat(Colour(0x7A2E24)))
    canvas.circle(lamp.x, lamp.y, radius: height * 0.14)
    canvas.fill(
      .radial(
        lamp, radius: height * 0.14,
        [(0, Colour(0xFFF6D2, alpha: 0.85)), (1, Colour(0xFFF6D2, alpha: 0))]))
    // The keeper's house.
    canvas.rectangle(foot.x + half * 1.1, foot.y - height * 0.055, height * 0.15, height * 0.075)
    canvas.fill(.flat(Colour(0xD9CDB8)))
    canvas.polygon([
      (foot.x + half * 0.95, foot.y - height * 0.05),
      (foot.x + half * 1.3, foot.y - height * 0.105),
      (foot.x + half * 1.1 + height * 0.13, foot.y - height * 0.105),
      (foot.x + half * 1.1 + height * 0.165, foot.y - height * 0.05),
    ])
    canvas.fill(.flat(Colour(0x6A3B30)))
    for window in [0.3, 0.68] {
      canvas.rectangle(
        foot.x + half * 1.1 + height * 0.15 * window, foot.y - height * 0.038, height * 0.018,
        height * 0.026)
      canvas.fill(.flat(Colour(0xFFDF8E)))
    }
  }

  private func drawGulls(on canvas: CairoPicture) {
    for (across, down, size) in [
      (0.42, 0.34, 0.022), (0.47, 0.40, 0.016), (0.37, 0.45, 0.013), (0.60, 0.27, 0.018),
    ] {
      let centre = at(across, down)
      let span = width * size
      canvas.move(centre.x - span, centre.y - span * 0.35)
      canvas.curve(
        centre.x - span * 0.6, centre.y - span * 0.7, centre.x - span * 0.2, centre.y - span * 0.4,
        centre.x, centre.y)
      canvas.curve(
        centre.x + span * 0.2, centre.y - span * 0.5, centre.x + span * 0.6,
        centre.y - span * 0.75, centre.x + span, centre.y - span * 0.3)
      canvas.stroke(Colour(0x2E3A42), width: span * 0.13)
    }
  }
}
