/// The margins of a page, and the colour of the paper that they show.
///
/// A margin is a band along a side, or along the first opaque pixels behind it where the page is
/// cut out. Each has 16 cells of up to 128 samples. A cell's colour is the median of its samples, so that
/// text, rules and page numbers don't count, and noise has no effect. The paper is the colour that
/// most cells share. Without enough of them the page is a picture that bleeds.
///
/// The cost doesn't depend on the page's size, and nothing but its pixels affects the result.
struct PaperMargins {
  /// A part of a margin.
  private struct Cell {
    let side: Int
    /// Straight red, green and blue, 0…255; the last lane is 0 in the outer half of the band and 1
    /// in the inner half.
    let samples: [SIMD4<Float>]
    let colour: SIMD4<Float>

    /// Whether most samples have the cell's colour; those of a picture rarely have.
    let isFlat: Bool

    init(side: Int, samples: [SIMD4<Float>]) {
      (self.side, self.samples) = (side, samples)
      colour = PaperMargins.median(samples)
      var near = 0
      for sample in samples where PaperMargins.distance(sample, colour) <= PaperMargins.noise {
        near += 1
      }
      isFlat = 2 * near >= samples.count
    }
  }

  private static let cellsOfSide = 16
  /// Most samples of a cell along its side, and across the band.
  private static let mostSamples = (along: 16, across: 8)
  /// Width of the band, as a share of the page's shorter side: less than margins have.
  private static let bandShare = 0.025
  /// Most steps from a side to the first opaque pixel.
  private static let mostSteps = 64
  /// Largest difference in a channel, levels of 0…255, that noise makes.
  private static let noise: Float = 16
  /// Difference in a channel beyond which cells aren't of one paper.
  private static let falloff: Float = 14
  /// Largest differences in a channel from a paper's colour: where most cells have it, light may
  /// fall off towards the corners of a photographed page.
  private static let tolerances: [Float] = [10, 6, 3]

  private var cells: [Cell] = []

  /// The margins of a page.
  init(_ page: Pixmap) {
    switch page.storage {
    case .rgba8(let values): sample(values, page, perLevel: 1)
    case .rgba16(let values): sample(values, page, perLevel: 257)
    }
  }

  private mutating func sample<Channel: FixedWidthInteger>(
    _ values: [Channel], _ page: Pixmap, perLevel: Float
  ) {
    let band = max(1, Int((Self.bandShare * Double(min(page.width, page.height))).rounded()))
    // No pixel counts twice.
    let across = min(Self.mostSamples.across, band)
    let least = Channel.max / 2 + 1
    for side in 0..<4 {
      let isUpright = side >= 2
      let (length, depth) = isUpright ? (page.height, page.width) : (page.width, page.height)
      let half = (depth + 1) / 2
      let step = (half + Self.mostSteps - 1) / Self.mostSteps
      /// Index of the first channel of a pixel `down` pixels away from the side.
      func index(_ place: Int, _ down: Int) -> Int {
        let way = side % 2 == 0 ? down : depth - 1 - down
        return 4 * (isUpright ? place * page.width + way : way * page.width + place)
      }
      let along = min(max(length / Self.cellsOfSide, 1), Self.mostSamples.along)
      let places = Self.cellsOfSide * along
      for cell in 0..<Self.cellsOfSide {
        var samples: [SIMD4<Float>] = []
        samples.reserveCapacity(along * across)
        for number in cell * along..<(cell + 1) * along {
          let place = (2 * number + 1) * length / (2 * places)
          var start = 0
          while start < half, values[index(place, start) + 3] < least { start += step }
          if start >= half { continue }
          for row in 0..<across {
            let down = min(start + (2 * row + 1) * band / (2 * across), depth - 1)
            let at = index(place, down)
            let alpha = values[at + 3]
            if alpha < least { continue }
            let scale = alpha == .max ? 1 / perLevel : 255 / Float(alpha)
            let red = min(Float(values[at]) * scale, 255)
            let green = min(Float(values[at + 1]) * scale, 255)
            let blue = min(Float(values[at + 2]) * scale, 255)
            samples.append(SIMD4(red, green, blue, 2 * row < across ? 0 : 1))
          }
        }
        if !samples.isEmpty { cells.append(Cell(side: side, samples: samples)) }
      }
    }
  }

  /// The colour of the paper; nil if the page bleeds on all sides.
  ///
  /// The fewer cells have the colour, the more alike they must be. Dark and saturated colours are
  /// rare as papers and common in pictures, so they are held to the next tolerance.
  var paper: Colour? {
    guard let centre = commonColour else { return nil }
    let luma = 0.2126 * centre.x + 0.7152 * centre.y + 0.0722 * centre.z
    let isSaturated = max(centre.x, centre.y, centre.z) - min(centre.x, centre.y, centre.z) > 70
    let isRare = luma < 160 || isSaturated
    for rule in 0..<(isRare ? 2 : 3) {
      let members = group(centre, within: Self.tolerances[isRare ? rule + 1 : rule])
      let sides = wholeSides(members)
      let share = Double(members.count) / Double(cells.count)
      let isEnough =
        switch rule {
        case 0: sides > 2 || (sides > 0 && share >= 0.6)
        case 1: sides > 1 || (sides > 0 && share >= 0.45)
        default: sides > 0
        }
      guard isEnough, !isSaturated || sides > 1 else { continue }
      // The sky of a photograph may be even along a side, but rarely away from it.
      if rule == 0 || isLevel(members, within: rule == 1 ? 0.5 : 0.1) { return Self.mean(members) }
    }
    return nil
  }

  /// The colour of which most cells are.
  private var commonColour: SIMD4<Float>? {
    var (densest, peak): (Float, SIMD4<Float>?) = (0, nil)
    for cell in cells where cell.isFlat {
      var density: Float = 0
      for other in cells where other.isFlat {
        density += max(0, 1 - Self.distance(other.colour, cell.colour) / Self.falloff)
      }
      if density > densest { (densest, peak) = (density, cell.colour) }
    }
    guard let peak else { return nil }
    return Self.median(group(peak, within: Self.tolerances[1]).map { $0.colour })
  }

  /// The cells of a colour.
  private func group(_ colour: SIMD4<Float>, within tolerance: Float) -> [Cell] {
    cells.filter { $0.isFlat && Self.distance($0.colour, colour) <= tolerance }
  }

  /// Number of sides of whose cells four fifths or more are in a group.
  private func wholeSides(_ members: [Cell]) -> Int {
    (0..<4).count { side in
      let all = cells.count { $0.side == side }
      return all > 0 && 5 * members.count { $0.side == side } >= 4 * all
    }
  }

  /// Whether the outer and the inner half of the band have one colour on each side, but for a
  /// tolerance and what noise may add to it.
  private func isLevel(_ members: [Cell], within tolerance: Float) -> Bool {
    (0..<4).allSatisfy { side in
      var sums = [SIMD4<Float>](repeating: .zero, count: 2)
      var squares = SIMD4<Float>.zero
      var counts: [Float] = [0, 0]
      for cell in members where cell.side == side {
        for sample in cell.samples where Self.distance(sample, cell.colour) <= Self.noise {
          let half = Int(sample.w)
          let away = sample - cell.colour
          sums[half] += away
          squares += away * away
          counts[half] += 1
        }
      }
      guard counts[0] > 0, counts[1] > 0 else { return true }
      let apart = Self.absolute(sums[0] / counts[0] - sums[1] / counts[1])
      return (0..<3).allSatisfy { channel in
        let variance = squares[channel] / (counts[0] + counts[1])
        // Three standard errors.
        let error = 3 * (variance * (1 / counts[0] + 1 / counts[1])).squareRoot()
        return apart[channel] <= tolerance + error
      }
    }
  }

  /// Mean of the samples that are neither ink nor its blurred edge.
  ///
  /// It is exact where more than half of the samples are equal, as in a drawn page.
  private static func mean(_ members: [Cell]) -> Colour {
    var samples: [SIMD4<Float>] = []
    for cell in members {
      samples += cell.samples.filter { distance($0, cell.colour) <= noise }
    }
    let middle = median(samples)
    let spread = median(samples.map { absolute($0 - middle) })
    var (sum, count) = (SIMD4<Double>.zero, 0.0)
    for sample in samples {
      let away = absolute(sample - middle)
      // 4.5 median deviations are three standard deviations.
      guard away.x <= max(0.5, 4.5 * spread.x), away.y <= max(0.5, 4.5 * spread.y),
        away.z <= max(0.5, 4.5 * spread.z)
      else { continue }
      sum += SIMD4<Double>(sample)
      count += 1
    }
    let mean = count > 0 ? sum / count : SIMD4<Double>(middle)
    return Colour(red: mean.x / 255, green: mean.y / 255, blue: mean.z / 255)
  }

  /// Median of each channel, rounded to whole levels.
  private static func median(_ samples: [SIMD4<Float>]) -> SIMD4<Float> {
    var median = SIMD4<Float>.zero
    var counts = [Int](repeating: 0, count: 256)
    for channel in 0..<3 {
      for level in 0..<256 { counts[level] = 0 }
      for sample in samples { counts[Int(sample[channel].rounded())] += 1 }
      var (level, below) = (0, counts[0])
      while 2 * below < samples.count {
        level += 1
        below += counts[level]
      }
      median[channel] = Float(level)
    }
    return median
  }

  private static func absolute(_ value: SIMD4<Float>) -> SIMD4<Float> {
    SIMD4(abs(value.x), abs(value.y), abs(value.z), 0)
  }

  /// Largest difference of two colours in a channel.
  private static func distance(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> Float {
    let apart = absolute(one - other)
    return max(apart.x, apart.y, apart.z)
  }
}
