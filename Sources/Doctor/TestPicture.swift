package import CurlCore
internal import Glibc
package import PageCurl

/// A turn with almost all pixels known without a renderer.
///
/// Pages have a few plain cells; the right edge is lifted, with a roll of radius 12 at x = 140 of
/// 240. A pixel is its cell's colour, times a light with a closed form in one variable. No part
/// equals another part turned, mirrored or with channels swapped. The known values share no code
/// with the renderers.
package enum TestPicture {
  /// A part of the picture with its own tolerance.
  package enum Zone: String, Sendable, CaseIterable {
    /// The front, unshadowed.
    case front
    /// The front in the shadow of the flap.
    case frontInShadow
    /// The back of the sheet on the flap.
    case flap
    /// The back of the sheet on the roll.
    case roll
    /// The next page in the shadow of the roll.
    case nextInShadow
    /// The next page, unshadowed.
    case next

    /// Largest difference of a channel, steps of 1/255.
    ///
    /// 0 where the page is copied, 1 where only rounding differs. In shadow, the renderer's share
    /// of the sky is within 0.01 of the closed form: at most 3 steps in this light.
    package var tolerance: Double {
      switch self {
      case .front, .next: 0
      case .flap, .roll: 1
      case .frontInShadow, .nextInShadow: 3
      }
    }
  }

  static let width = 240
  static let height = 320
  private static let fold = 140.0
  private static let radius = 12.0

  /// The turning page.
  package static let front = Cells(
    columns: [36, 208], rows: [120],
    colours: [
      [SIMD3(232, 96, 40), SIMD3(60, 170, 90), SIMD3(200, 60, 150)],
      [SIMD3(40, 70, 200), SIMD3(225, 215, 70), SIMD3(30, 140, 160)],
    ])

  /// The page that appears.
  package static let next = Cells(
    columns: [190], rows: [200],
    colours: [
      [SIMD3(250, 240, 215), SIMD3(170, 205, 245)],
      [SIMD3(120, 60, 30), SIMD3(90, 110, 20)],
    ])

  /// The turn; progress 0 gives the front and 1 the next page, byte for byte.
  package static func turn() throws(RenderError) -> PageTurn {
    var parameters = CurlTurn()
    // Set the tint: a fixed tint doesn't fade with the light inside the roll.
    parameters.look.tintAmount = 0.88
    parameters.look.tint = .white
    parameters.angle = 180
    parameters.radius = .pixels(radius)
    return try PageTurn(
      Pages(front: front.pixmap(width, height), next: next.pixmap(width, height)), parameters)
  }

  /// The moment at which the roll is at x = 140.
  package static let moment = Moment.time((Double(width) - fold) / Double(width))

  /// Zone and colour, 0…255, of a pixel at `moment`.
  ///
  /// Nil near cell borders, the sheet's edges or the ends of the roll, where the closed form
  /// doesn't hold.
  package static func known(_ x: Int, _ y: Int) -> (zone: Zone, colour: SIMD3<Double>)? {
    let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
    let half = Double.pi * radius
    let past = px - fold
    let edge = fold + half - (Double(width) - fold)
    // The closed form assumes an endless roll, so it holds only far from the roll's ends.
    let isMiddle = py > 4 * radius && py < Double(height) - 4 * radius
    if past > radius + 1 {
      let sky = skyAbove(elevation: 2 * atan(radius / past))
      if sky < 1 && !isMiddle { return nil }
      return pixel(sky < 1 ? .nextInShadow : .next, next, px, py, light: lit(sky))
    }
    if px < edge - 1 {
      let sky = skyAbove(elevation: atan2(2 * radius, edge - px))
      if sky < 1 && !isMiddle { return nil }
      return pixel(sky < 1 ? .frontInShadow : .front, front, px, py, light: lit(sky))
    }
    if px < edge + 1 || past > radius - 2 { return nil }
    // Lean on the roll; on the flap, minus the way from the roll in radii. The roll eases out from 1 on.
    let way = past > 0 ? asin(past / radius) : past / radius
    let lean = way >= 1 ? way : pow(max(1 + way, 0) / 2, 2)
    let rise = cos(lean)
    let bounced = 0.3 * (1 - rise) / 2
    let sheen = 0.04 * 6.75 * (1 - rise * rise) * pow(rise, 4)
    return pixel(
      past > 0 ? .roll : .flap, front,
      past > 0 ? fold + radius * (.pi - way) : fold + half - past, py,
      light: lit(min(skyFacing(lean) + bounced, 1)), tint: 0.88, sheen: sheen)
  }

  /// Lowest elevation of the sky, radians.
  private static let horizon = 2 * atan(0.2)

  /// Share of the sky that the page sees if the sky below `elevation`, radians, is hidden on one
  /// side; by the cosine law.
  private static func skyAbove(elevation: Double) -> Double {
    let least = max(elevation, horizon)
    return (cos(least) + cos(horizon)) / (2 * cos(horizon))
  }

  /// Share of the sky that an unobstructed surface sees; the surface leans by `slant`, radians.
  private static func skyFacing(_ slant: Double) -> Double {
    let last = min(.pi - horizon, .pi - slant)
    return (cos(horizon + slant) - cos(last + slant)) / (2 * cos(horizon))
  }

  /// Light, 0…1, for a share of the sky, with the default shadow and shading.
  private static func lit(_ sky: Double) -> Double { 1 - 0.7 * (1 - sky) }

  private static func pixel(
    _ zone: Zone, _ cells: Cells, _ x: Double, _ y: Double, light: Double, tint: Double = 0,
    sheen: Double = 0
  ) -> (zone: Zone, colour: SIMD3<Double>)? {
    guard let cell = cells.colour(x, y) else { return nil }
    var colour = SIMD3<Double>.zero
    for i in 0..<3 {
      let linear = SRGB.decode(cell[i] / 255)
      let tinted = linear + tint * (1 - linear)
      colour[i] = 255 * SRGB.encode((tinted + sheen * (1 - tinted)) * light)
    }
    return (zone, colour)
  }

  /// A page of plain rectangles.
  package struct Cells: Sendable {
    /// Borders between columns and between rows, pixels.
    let columns: [Int]
    let rows: [Int]
    /// Colours by row, then column: red, green, blue, 0…255.
    let colours: [[SIMD3<Double>]]

    /// Colour at a page point; nil within two pixels of a border between columns.
    ///
    /// Borders between rows don't matter: the sheet rolls along the rows, so a row of the picture
    /// is a row of the page.
    func colour(_ x: Double, _ y: Double) -> SIMD3<Double>? {
      for column in columns where abs(x - Double(column)) < 2 { return nil }
      return cell(x, y)
    }

    private func cell(_ x: Double, _ y: Double) -> SIMD3<Double> {
      colours[rows.count { Double($0) <= y }][columns.count { Double($0) <= x }]
    }

    func pixmap(_ width: Int, _ height: Int) -> Pixmap {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(4 * width * height)
      for y in 0..<height {
        for x in 0..<width {
          let colour = cell(Double(x), Double(y))
          bytes += [UInt8(colour.x), UInt8(colour.y), UInt8(colour.z), 255]
        }
      }
      return Pixmap(width: width, height: height, rgba8: bytes)
    }
  }
}
