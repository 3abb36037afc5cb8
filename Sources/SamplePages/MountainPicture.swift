import Glibc

/// Mountains in the early morning: ridge behind ridge, mist between them, firs in front.
struct MountainPicture {
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  /// A ridge: its foot, its height, its seed, and its colours above and in the mist.
  private struct Ridge {
    var base: Double
    var rise: Double
    var seed: Double
    var top: UInt32
    var mist: UInt32
  }

  /// The ridges, furthest first.
  private static let ridges = [
    Ridge(base: 0.47, rise: 0.15, seed: 0.7, top: 0x94A9BC, mist: 0xEAD9C6),
    Ridge(base: 0.55, rise: 0.13, seed: 2.9, top: 0x7790A6, mist: 0xDCCFC2),
    Ridge(base: 0.64, rise: 0.11, seed: 5.3, top: 0x58748B, mist: 0xC2C1BD),
    Ridge(base: 0.74, rise: 0.10, seed: 8.1, top: 0x3C576B, mist: 0x9DA9AC),
    Ridge(base: 0.86, rise: 0.09, seed: 11.6, top: 0x24404F, mist: 0x6F8288),
  ]

  /// Draws the picture.
  func draw(on canvas: CairoPicture) {
    canvas.clipped(x, y, width, height) {
      drawSky(on: canvas)
      for ridge in Self.ridges {
        canvas.polygon(outline(of: ridge))
        canvas.fill(
          .linear(
            at(0, ridge.base - ridge.rise), at(0, ridge.base + 0.13),
            [(0, Colour(ridge.top)), (1, Colour(ridge.mist))]))
      }
      drawFirs(on: canvas)
    }
  }

  private func at(_ across: Double, _ down: Double) -> (x: Double, y: Double) {
    (x + width * across, y + height * down)
  }

  private func drawSky(on canvas: CairoPicture) {
    canvas.rectangle(x, y, width, height)
    canvas.fill(
      .linear(
        at(0, 0), at(0, 0.56),
        [
          (0, Colour(0x4F7CA8)), (0.5, Colour(0xA9C3CF)), (0.82, Colour(0xF3DDBE)),
          (1, Colour(0xF7CFA0)),
        ]))
    let sun = at(0.7, 0.3)
    canvas.rectangle(x, y, width, height)
    canvas.fill(
      .radial(
        sun, radius: width * 0.75,
        [
          (0, Colour(0xFFF6DC, alpha: 0.95)), (0.12, Colour(0xFFEBC2, alpha: 0.55)),
          (1, Colour(0xFFE3B0, alpha: 0)),
        ]))
    canvas.circle(sun.x, sun.y, radius: width * 0.045)
    canvas.fill(.flat(Colour(0xFFFBEE)))
  }

  /// The outline of a ridge and everything below it.
  private func outline(of ridge: Ridge) -> [(x: Double, y: Double)] {
    let points = 220
    var outline = [at(0, 1.01)]
    for point in 0...points {
      let across = Double(point) / Double(points)
      // Peaks are sharp and valleys round: folded waves, each finer one weaker.
      var sum = 0.0
      var weight = 0.62
      var waves = 1.15
      for octave in 0..<6 {
        let angle = across * waves + ridge.seed * Double(octave + 1) * 0.37
        sum += weight * (1 - abs(sin(.pi * angle)))
        weight *= 0.46
        waves *= 2.13
      }
      outline.append(at(across, ridge.base - ridge.rise * (1.5 * sum - 0.55)))
    }
    outline.append(at(1, 1.01))
    return outline
  }

  private func drawFirs(on canvas: CairoPicture) {
    for tree in 0..<34 {
      let shift = Double((tree * 29) % 17) / 17
      let across = (Double(tree) + shift) / 33.5
      let size = 0.045 + 0.05 * Double((tree * 41) % 23) / 23
      let foot = at(across, 1.01 - 0.045 * sin(across * 5 + 0.6))
      let rise = height * size
      var branches: [(x: Double, y: Double)] = [(foot.x, foot.y - rise)]
      for side in [1.0, -1.0] {
        let steps = side > 0 ? Array(1...6) : Array((1...6).reversed())
        for step in steps {
          let down = Double(step) / 6
          let halfWidth = rise * 0.2 * down
          let low = (x: foot.x + side * halfWidth, y: foot.y - rise * (1 - down))
          let notch = (
            x: foot.x + side * halfWidth * 0.6, y: foot.y - rise * (1 - down) - rise * 0.03
          )
          branches += side > 0 ? [low, notch] : [notch, low]
        }
      }
      canvas.polygon(branches)
      canvas.fill(.flat(Colour(tree % 3 == 0 ? 0x14262B : 0x1A2F35)))
    }
    let ground = at(0, 0.97)
    canvas.rectangle(ground.x, ground.y, width, height)
    canvas.fill(
      .linear(ground, at(0, 1), [(0, Colour(0x14262B, alpha: 0)), (1, Colour(0x0E1B20))]))
  }
}
