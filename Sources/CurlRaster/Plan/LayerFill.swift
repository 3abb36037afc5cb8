internal import CurlCore

/// The content of a layer of a scene where it fills its pixels.
enum LayerFill {
  /// Any content, drawn by `StackSpans`.
  case spans(FramePlan.Obstacle)
  /// One colour, opaque linear light.
  case colour(SIMD4<Float>)
  /// Transparent, with nothing below.
  case clear
  /// An opaque page: its bytes if its texels are pixels or it is at rest, else its means under a tone.
  case page(PlateSampler?, PageBytes?, SheetTone?)
  /// A share 0…1 of an opaque page.
  case veil(PlateSampler, Float)
  /// Black with a share.
  case shade(PlateShade)
  /// Sides of a bent sheet, and the obstacle to drawing its lifted part in integers.
  case sheet(Int, SheetSides, FramePlan.Obstacle?)

  /// The fill of a layer.
  init(_ layer: Stack.Layer, _ stack: Stack, _ pictures: FramePictures) {
    let common = stack.common
    switch layer.body {
    case .background
    where !common.hasBackgroundPicture && common.background.w == 1 && isStored(common.background):
      self = .colour(common.background)
    case .background where !common.hasBackgroundPicture && common.background.w == 0:
      self = .clear
    case .plate(let plate):
      self = Self.plate(plate, common, pictures)
    case .background:
      if let bytes = PageBytes(backgroundOf: common, pictures) {
        self = .page(nil, bytes, nil)
      } else {
        self = .spans(.background)
      }
    case .sheet(let number, let sides):
      self = .sheet(number, sides, Self.obstacle(stack.sheets[number], pictures))
    case .shadow: self = .spans(.shade)
    }
  }

  private static func obstacle(_ sheet: Stack.Sheet, _ pictures: FramePictures)
    -> FramePlan.Obstacle?
  {
    let own = sheet.pictures(pictures)
    return sheet.section == nil
      ? FramePlan.obstacleToLayer(sheet.frame, own) : FramePlan.obstacleToColumns(sheet, own)
  }

  private static func plate(_ plate: Plate, _ common: CurlFrame, _ pictures: FramePictures)
    -> LayerFill
  {
    let ink = plate.ink
    let pictures = PlatePictures(plate, common, pictures)
    func flip(_ source: Ink.Source?) -> Ink.Flip {
      if case .picture(_, let flip) = source { flip } else { .none }
    }
    // Rows mix in linear light.
    if plate.isEncodedShade || plate.hasEncodedTint { return .spans(.mixing) }
    // An opaque cut changes nothing.
    if pictures.cut != nil { return .spans(.cut) }
    let isPlain = ink.showThrough == 0 && ink.tintAmount == 0 && ink.beneathShare == 0
    let rest = 1 - ink.tintAmount
    let tint = ink.tintAmount * ink.tint
    /// A tone, if its numbers fit in the integers.
    func tone(_ scale: Float, _ offset: SIMD4<Float>) -> SheetTone? {
      scale >= 0 && scale <= 1 && isStored(offset) ? SheetTone(scale: scale, offset: offset) : nil
    }
    switch ink.contents {
    case .picture:
      guard ink.showThrough == 0, let page = pictures.contents else { return .spans(.ink) }
      let flip = flip(ink.contents)
      let obstacle = PlateSampler.obstacle(plate, common, page)
      if plate.opacity == 1, ink.tintAmount == 0,
        FramePlan.obstacleToWholeNumbers(page) == nil,
        plate.page == SIMD2<Float>(page.grid.page),
        let bytes = PageBytes(plate, common, page, flip)
      {
        return .page(
          obstacle == nil ? PlateSampler(plate, common, page, flip) : nil, bytes, nil)
      }
      if let obstacle { return .spans(obstacle) }
      let sampler = PlateSampler(plate, common, page, flip)
      // Nothing beneath an opaque page is seen.
      if plate.opacity == 1 {
        if ink.tintAmount == 0 { return .page(sampler, nil, nil) }
        return tone(rest, tint).map { .page(sampler, nil, $0) } ?? .spans(.ink)
      }
      return ink.tintAmount == 0 && plate.opacity < 1
        ? .veil(sampler, plate.opacity) : .spans(.opacity)
    case .colour(let colour):
      if colour.w == 1, plate.opacity == 1 {
        guard ink.showThrough > 0 else {
          let seen = rest * colour + tint
          return isStored(seen) ? .colour(seen) : .spans(.ink)
        }
        guard let below = pictures.through else { return .spans(.ink) }
        let flip = flip(ink.through)
        if let obstacle = PlateSampler.obstacle(plate, common, below) { return .spans(obstacle) }
        let sampler = PlateSampler(plate, common, below, flip)
        let seen = ink.showThrough * rest
        return tone(seen, (rest - seen) * colour + tint).map { .page(sampler, nil, $0) }
          ?? .spans(.ink)
      }
      return isPlain
        ? PlateShade(plate, common).map { .shade($0) } ?? .spans(.shade) : .spans(.ink)
    case .gradient:
      return isPlain
        ? PlateShade(plate, common).map { .shade($0) } ?? .spans(.shade) : .spans(.ink)
    }
  }
}

/// Whether all channels lie within 0…1, so they can be stored.
private func isStored(_ colour: SIMD4<Float>) -> Bool { colour.min() >= 0 && colour.max() <= 1 }

/// Black with a share that is constant or changes along a line.
struct PlateShade {
  /// The share at the line's ends.
  private let ends: (from: Float, to: Float)
  /// The position on the line, 0…1 between its ends, as a quotient: each part's value at pixel
  /// (0, 0), and its change per pixel in x and in y.
  private let dividend: SIMD3<Double>
  private let divisor: SIMD3<Double>
  /// Whether pixels are cut into taps.
  private let hasTaps: Bool

  /// Nil for other colours.
  init?(_ plate: Plate, _ common: CurlFrame) {
    func isBlack(_ colour: SIMD4<Float>) -> Bool {
      colour.x == 0 && colour.y == 0 && colour.z == 0
    }
    switch plate.ink.contents {
    case .colour(let colour):
      guard isBlack(colour) else { return nil }
      ends = (plate.opacity * colour.w, plate.opacity * colour.w)
      (dividend, divisor, hasTaps) = (.zero, SIMD3(1, 0, 0), false)
    case .gradient(let origin, let along, let from, let to):
      guard isBlack(from), isBlack(to) else { return nil }
      ends = (plate.opacity * from.w, plate.opacity * to.w)
      let m = plate.inverse.map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) }
      let (start, way) = (SIMD2<Double>(origin), SIMD2<Double>(along))
      /// A linear function of the page plane as one of pixels.
      func ofPixels(_ row: SIMD3<Double>) -> SIMD3<Double> {
        let first = SIMD2<Double>(common.origin) + 0.5 * SIMD2<Double>(common.step)
        return SIMD3(
          row.x * first.x + row.y * first.y + row.z, row.x * Double(common.step.x),
          row.y * Double(common.step.y))
      }
      dividend = ofPixels(way.x * (m[0] - start.x * m[2]) + way.y * (m[1] - start.y * m[2]))
      divisor = ofPixels(m[2])
      hasTaps = !plate.isTranslation
      guard [dividend, divisor].allSatisfy({ $0.sum().isFinite }) else { return nil }
    case .picture: return nil
    }
    guard isStored(SIMD4(ends.from, ends.to, 0, 0)) else { return nil }
  }

  /// The pixels of a row in which a ramp's end lies between taps, from the left.
  func bends(_ xs: Range<Int>, _ y: Int) -> [Range<Int>] {
    guard hasTaps else { return [] }
    var found: [Range<Int>] = []
    for end in [0.0, 1] {
      // The ramp ends where this linear function is 0.
      let beyond = dividend - end * divisor
      // With a margin for rounding.
      let reach = 1.01 * (abs(beyond.y) + abs(beyond.z)) / 2 + 1e-6 * abs(divisor.x)
      let first = beyond.x + Double(y) * beyond.z
      if abs(beyond.y) < 1e-9 * abs(divisor.x) {
        if abs(first) <= reach { return [xs] }
        continue
      }
      let places = [(-reach - first) / beyond.y, (reach - first) / beyond.y]
      let limits = (Double(xs.lowerBound), Double(xs.upperBound))
      let low = min(max(min(places[0], places[1]).rounded(.down), limits.0), limits.1)
      let high = min(max(max(places[0], places[1]).rounded(.up) + 1, limits.0), limits.1)
      if low < high { found.append(Int(low)..<Int(high)) }
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Multiplies pixels' light 0…1 by the share that the shade leaves; `light` starts at the first
  /// pixel.
  func dim(_ light: UnsafeMutablePointer<Float>, _ xs: Range<Int>, _ y: Int) {
    let (from, change) = (1 - ends.from, ends.from - ends.to)
    func start(_ part: SIMD3<Double>) -> Double {
      part.x + Double(xs.lowerBound) * part.y + Double(y) * part.z
    }
    guard divisor.y != 0 else {
      // Along a row, the position is linear.
      let scale = 1 / start(divisor)
      let (first, step) = (Float(start(dividend) * scale), Float(dividend.y * scale))
      if step == 0 {
        let share = from + change * min(max(first, 0), 1)
        for i in 0..<xs.count { unsafe light[i] *= share }
        return
      }
      for i in 0..<xs.count {
        unsafe light[i] *= from + change * min(max(first + Float(i) * step, 0), 1)
      }
      return
    }
    let (above, below) = (Float(start(dividend)), Float(start(divisor)))
    let (rise, run) = (Float(dividend.y), Float(divisor.y))
    for i in 0..<xs.count {
      let place = (above + Float(i) * rise) / (below + Float(i) * run)
      unsafe light[i] *= from + change * min(max(place, 0), 1)
    }
  }
}
