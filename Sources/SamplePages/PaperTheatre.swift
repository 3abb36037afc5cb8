import Glibc

/// A sheet with the edge of a postage stamp: a village at night whose moon, stars and windows are
/// cut out, and the page that shines through them.
struct PaperTheatre {
  let width: Double
  let height: Double

  /// Number of perforations along the upper edge.
  private static let holes = 15
  /// Positions of the stars as shares of the sides, and their sizes as shares of the width.
  private static let stars: [(across: Double, down: Double, size: Double)] = [
    (0.17, 0.16, 0.034), (0.36, 0.11, 0.02), (0.30, 0.27, 0.026), (0.53, 0.19, 0.03),
    (0.86, 0.39, 0.03), (0.62, 0.38, 0.019), (0.15, 0.40, 0.022), (0.43, 0.42, 0.032),
    (0.88, 0.12, 0.018), (0.72, 0.50, 0.022), (0.25, 0.53, 0.017),
  ]
  /// A house: left side, foot, width and height up to the eaves, and its columns of windows.
  private struct House {
    var left: Double
    var foot: Double
    var width: Double
    var rise: Double
    var columns: Int
  }

  private static let houses = [
    House(left: 0.14, foot: 0.80, width: 0.15, rise: 0.085, columns: 2),
    House(left: 0.33, foot: 0.83, width: 0.12, rise: 0.12, columns: 2),
    House(left: 0.49, foot: 0.815, width: 0.20, rise: 0.08, columns: 3),
    House(left: 0.74, foot: 0.80, width: 0.13, rise: 0.10, columns: 2),
  ]

  /// The front: night.
  func drawNight(on canvas: CairoPicture) {
    fill([(0, Colour(0x14213F)), (0.6, Colour(0x2A3F6B)), (1, Colour(0x3B4F78))], on: canvas)
    hill(0.70, 0.05, 0.3, Colour(0x22345A), on: canvas)
    hill(0.76, 0.035, 2.2, Colour(0x1A2847), on: canvas)
    for house in Self.houses { draw(house, on: canvas) }
    hill(0.83, 0.02, 4.4, Colour(0x101A31), on: canvas)
    drawLine(Colour(0x9FB0CF, alpha: 0.8), on: canvas)
    cutShapes(isMirrored: false, on: canvas)
    cutEdge(on: canvas)
  }

  /// The back: unprinted, cut like the front.
  func drawBack(on canvas: CairoPicture) {
    fill([(0, Colour(0xD9C6A3)), (1, Colour(0xCDB88F))], on: canvas)
    drawLine(Colour(0x9A8259, alpha: 0.6), on: canvas)
    cutShapes(isMirrored: true, on: canvas)
    cutEdge(on: canvas)
  }

  /// The page behind: day, bright enough for windows and stars to shine.
  func drawDay(on canvas: CairoPicture) {
    fill([(0, Colour(0xF7C95C)), (0.65, Colour(0xFBE3A4)), (1, Colour(0xF5D489))], on: canvas)
    let sun = (x: width * 0.72, y: height * 0.26)
    for ray in 0..<24 where ray % 2 == 0 {
      let (from, to) = (Double(ray) * .pi / 12, Double(ray + 1) * .pi / 12)
      let length = width + height
      canvas.polygon([
        sun, (sun.x + length * cos(from), sun.y + length * sin(from)),
        (sun.x + length * cos(to), sun.y + length * sin(to)),
      ])
      canvas.fill(.flat(Colour(0xFFF3CD, alpha: 0.55)))
    }
    canvas.circle(sun.x, sun.y, radius: width * 0.13)
    canvas.fill(.flat(Colour(0xF08A34)))
    hill(0.72, 0.05, 1.2, Colour(0xB9B25A), on: canvas)
    hill(0.80, 0.04, 3.6, Colour(0x8C9A4B), on: canvas)
    hill(0.88, 0.03, 5.2, Colour(0x5F7A3F), on: canvas)
    drawLine(Colour(0x9A6A1E, alpha: 0.8), on: canvas)
    cutEdge(on: canvas)
  }

  private func fill(_ stops: [(at: Double, Colour)], on canvas: CairoPicture) {
    canvas.rectangle(0, 0, width, height)
    canvas.fill(.linear((0, 0), (0, height), stops))
  }

  /// A line slightly inside the edge.
  private func drawLine(_ colour: Colour, on canvas: CairoPicture) {
    let inset = width * 0.07
    canvas.rectangle(inset, inset, width - 2 * inset, height - 2 * inset)
    canvas.stroke(colour, width: width * 0.006)
  }

  private func hill(
    _ down: Double, _ rise: Double, _ phase: Double, _ colour: Colour, on canvas: CairoPicture
  ) {
    var points = [(x: 0.0, y: height)]
    for step in 0...80 {
      let across = Double(step) / 80
      let swell = sin(across * 5 + phase) + 0.35 * sin(across * 13 + 2 * phase)
      points.append((width * across, height * (down - rise * swell)))
    }
    points.append((width, height))
    canvas.polygon(points)
    canvas.fill(.flat(colour))
  }

  private func draw(_ house: House, on canvas: CairoPicture) {
    let (left, right) = (width * house.left, width * (house.left + house.width))
    let (eaves, foot) = (height * (house.foot - house.rise), height * (house.foot + 0.05))
    canvas.rectangle(left, eaves, right - left, foot - eaves)
    canvas.fill(.flat(Colour(0x121C35)))
    let over = width * 0.014
    canvas.polygon([
      (left - over, eaves), ((left + right) / 2, eaves - height * 0.06), (right + over, eaves),
    ])
    canvas.fill(.flat(Colour(0x0B1326)))
  }

  /// Cuts moon, stars and windows.
  private func cutShapes(isMirrored: Bool, on canvas: CairoPicture) {
    func at(_ across: Double, _ down: Double) -> (x: Double, y: Double) {
      (width * (isMirrored ? 1 - across : across), height * down)
    }
    func shape(_ middle: (Double, Double), _ points: [(Double, Double)]) {
      let middle = at(middle.0, middle.1)
      canvas.polygon(
        points.map { (middle.x + (isMirrored ? -$0.0 : $0.0) * width, middle.y + $0.1 * width) })
    }
    // A crescent: along the outer arc and back along the inner one.
    let radius = 0.12
    let outer = (0...40).map { step in
      let turn = 0.9 + (2 * .pi - 1.8) * Double(step) / 40
      return (radius * cos(turn), radius * sin(turn))
    }
    let inner = (0...40).map { step in
      let turn = 1.32 + (2 * .pi - 2.64) * Double(40 - step) / 40
      let narrow = radius * sin(0.9) / sin(1.32)
      return (radius * cos(0.9) + narrow * (cos(turn) - cos(1.32)), narrow * sin(turn))
    }
    shape((0.71, 0.25), outer + inner)
    canvas.cut()
    for star in Self.stars {
      shape(
        (star.across, star.down),
        (0..<10).map { point in
          let distance = point % 2 == 0 ? star.size : star.size * 0.42
          let turn = Double(point) * .pi / 5 - .pi / 2
          return (distance * cos(turn), distance * sin(turn))
        })
      canvas.cut()
    }
    for house in Self.houses {
      let pitch = house.width / Double(house.columns)
      for column in 0..<house.columns {
        let across = house.left + pitch * (Double(column) + 0.5)
        let side = min(pitch * 0.24, 0.02)
        shape(
          (across, house.foot - house.rise * 0.58),
          [(-side, -side * 1.3), (side, -side * 1.3), (side, side * 1.3), (-side, side * 1.3)])
        canvas.cut()
      }
    }
  }

  /// Cuts the perforation: half circles along all sides, with a whole number of them on each.
  private func cutEdge(on canvas: CairoPicture) {
    let down = max(Int((Double(Self.holes) * height / width).rounded()), 1)
    for (count, length) in [(Self.holes, width), (down, height)] {
      let pitch = length / Double(count)
      for number in 0...count {
        let place = pitch * Double(number)
        for far in [false, true] {
          let (x, y) =
            length == width && count == Self.holes
            ? (place, far ? height : 0) : (far ? width : 0, place)
          canvas.circle(x, y, radius: pitch * 0.27)
        }
      }
    }
    canvas.cut()
  }
}
