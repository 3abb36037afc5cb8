internal import CurlCore
internal import CurlDefinition
internal import CurlKernels

/// A range of distances from the fold line in which all pixels have the same number of taps.
///
/// It holds what these taps see of the bent sheet's lower side, at the edges and in the middles of
/// its cells. The upper side mirrors it: arc lengths add up to the roll's, slopes are opposite. All
/// values except light are the same wherever the fold line lies.
struct SheetCut: Sendable {
  /// Distances of pixels' centres, page pixels: the first cell's beginning, and the range's ends.
  private(set) var low: Float = 0
  let first: Float
  let high: Float
  let taps: Int
  /// The visible surface of the sheet.
  let skin: Skin
  /// A tap's sides, page pixels, and each tap's place along the rulings.
  let box: SIMD2<Float>
  let taus: [Float]
  private(set) var cells = 0
  /// A cell's width is 2 to the power of this, page pixels.
  private(set) var exponent = 0
  /// Arc length and slope, by node and tap.
  private(set) var arcs: [Float] = []
  private(set) var slopes: [Float] = []
  /// Arc length at the pixel's own centre, by node.
  private(set) var centres: [Float] = []

  /// Largest error in the middle of a cell, texels.
  private static let tolerance: Float = 1.5e-4

  /// The cuts of the bent part, from where a pixel reaches over the fold line to where one reaches
  /// the silhouette; `scale` is texels by page pixels.
  static func cuts(_ painter: FramePainter, _ skin: Skin, _ scale: SIMD2<Double>) -> [SheetCut] {
    let frame = painter.frame
    // On the outside of thick paper the slope of arc length changes at the fold line.
    let low = frame.isThick ? painter.halfExtent.x : -painter.halfExtent.x
    let high = skin.silhouette - painter.halfExtent.x
    func taps(_ x: Float) -> Taps { Taps(frame, SIMD2(x, 0), painter.halfExtent) }
    func isSame(_ a: Taps, _ b: Taps) -> Bool { a.across == b.across && a.down == b.down }
    var cuts: [SheetCut] = []
    // A roll of few pixels bends within each of them.
    guard frame.radius > 4 * frame.step.max() else { return [] }
    let texels = SIMD2(Float(abs(scale.x)), Float(abs(scale.y)))
    let largest =
      SheetLanes.reach(
        SheetLanes.rows(frame, scale), SheetLanes.bits(frame, scale)) - 0.05
    func isTooBroad(_ taps: Taps, _ distance: Float) -> Bool {
      let sides = taps.sides(frame, skin, distance, painter.halfExtent.x) * texels
      return sides.x > largest.x || sides.y > largest.y
    }
    var first = low
    while first < high {
      let here = taps(first)
      var (inside, outside) = (first, high)
      if isSame(here, taps(high)) {
        inside = high
      } else {
        while outside - inside > 1e-6 * max(abs(outside), 1) {
          let middle = (inside + outside) / 2
          if isSame(here, taps(middle)) { inside = middle } else { outside = middle }
        }
      }
      var end = inside == high ? high : outside
      let isBroad = isTooBroad(here, end)
      if isBroad {
        var fits = first
        while end - fits > max(1e-3, 1e-6 * end) {
          let middle = (fits + end) / 2
          if isTooBroad(here, middle) { end = middle } else { fits = middle }
        }
        end = fits
      }
      // All cells of a piece are as fine as its steepest one needs: cutting a long piece saves
      // cells.
      let length = end - first
      let parts = length > 8 ? [first + 0.65 * length, first + 0.88 * length, end] : [end]
      for next in parts where next > first {
        cuts.append(SheetCut(painter, skin, first..<next, here, texels.max()))
        first = next
      }
      if isBroad { break }
    }
    return cuts
  }

  /// `texels` is the largest number of texels by page pixels along an axis.
  private init(
    _ painter: FramePainter, _ skin: Skin, _ range: Range<Float>, _ taps: Taps, _ texels: Float
  ) {
    let frame = painter.frame
    self.skin = skin
    self.taps = taps.across * taps.down
    let box = taps.box
    self.box = box
    (first, high) = (range.lowerBound, range.upperBound)
    var places: [SIMD2<Float>] = []
    for j in 0..<taps.down {
      for i in 0..<taps.across { places.append(taps.tapPlace(.zero, i, j, frame)) }
    }
    // Taps side by side on the page make groups.
    places.sort { $0.x < $1.x }
    taus = places.map { $0.y }
    let widest = places.map { $0.x }.max() ?? 0
    func width(_ exponent: Int) -> Float { Float(sign: .plus, exponent: exponent, significand: 1) }
    func spot(_ x: Float) -> Spot {
      // The outside of thick paper is only seen from above.
      tapSpot(frame, skin, SIMD2(x, 0), taps.halfExtent, isUpper: skin.radius > frame.radius)
    }
    /// The error in the middle of a cell that is interpolated between its ends, at the end of the
    /// range; texels.
    func error(_ exponent: Int) -> Float {
      let w = width(exponent)
      var worst: Float = 0
      let last = range.upperBound - w
      for x in [last, max(range.lowerBound, -w / 2)] {
        let (a, m, b) = (x, x + w / 2, x + w)
        let ends = places[0].x
        for place in [places[places.count - 1].x, places[places.count / 2].x] {
          let away = (
            spot(a + place).arc - spot(a + ends).arc, spot(m + place).arc - spot(m + ends).arc,
            spot(b + place).arc - spot(b + ends).arc
          )
          worst = max(worst, abs(away.1 - (away.0 + away.2) / 2))
        }
        let slopes = (
          spot(a + widest).slope, spot(m + widest).slope, spot(b + widest).slope
        )
        worst = max(worst, abs(slopes.1 - (slopes.0 + slopes.2) / 2) * max(box.x, box.y) / 2)
      }
      return worst / 2 * texels
    }
    var exponent = min(max(Int((range.upperBound - range.lowerBound).exponent) - 1, -5), 4)
    // The errors of many taps partly cancel; those of small ones are larger parts of them.
    let small = min(frame.step.min() * texels, 1)
    let tolerance = Self.tolerance * small * (Float(max(self.taps, 4)) / 4).squareRoot()
    while exponent > -7 && error(exponent) > tolerance { exponent -= 1 }
    // Between the edges of cells light is linear, but a reflection is narrow.
    let finest = frame.radius * SheetFlap.glintStep(frame)
    while exponent > -7 && width(exponent) > finest { exponent -= 1 }
    self.exponent = exponent
    fill(painter, range, places, taps)
    // A group must hold a tap's whole way through a cell.
    while farthest * texels > 0.9 && self.exponent > -16 {
      self.exponent -= 1
      fill(painter, range, places, taps)
    }
  }

  /// Largest motion of a tap relative to the first one in a cell, page pixels.
  private var farthest: Float {
    var most: Float = 0
    for cell in 0..<cells {
      let (a, b) = (2 * cell * taps, (2 * cell + 2) * taps)
      for k in 0..<taps {
        most = max(most, abs((arcs[b + k] - arcs[b]) - (arcs[a + k] - arcs[a])))
      }
    }
    return most
  }

  /// Computes all values at the cells' edges and middles.
  private mutating func fill(
    _ painter: FramePainter, _ range: Range<Float>, _ places: [SIMD2<Float>], _ cut: Taps
  ) {
    let frame = painter.frame
    let end = skin.silhouette
    let w = Float(sign: .plus, exponent: exponent, significand: 1)
    // Count cells from the silhouette: if the rulings run along the pixels' sides, bends there fall
    // between cells.
    low = end - ((end - range.lowerBound) / w).rounded(.up) * w
    cells = max(Int(((range.upperBound - low) / w).rounded(.up)), 1)
    let count = (2 * cells + 1) * taps
    centres.removeAll(keepingCapacity: true)
    // A multiple of sixteen.
    let all = (count + 15) / 16 * 16
    // Arc lengths are the paper's; a point's angle is the same on any surface. The flat part is
    // scaled, too: no pixel shows it, but the first cell may begin there.
    var fold = curl_fold(frame, skin)
    let scale = fold.arc_scale
    fold.arc_scale = 1
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: all) { distances in
      for node in 0...2 * cells {
        let x = low + Float(node) * (w / 2)
        for k in 0..<taps { unsafe distances[node * taps + k] = x + places[k].x }
      }
      for i in count..<all { unsafe distances[i] = 0 }
      var bent: [Float] = []
      arcs = unsafe [Float](unsafeUninitializedCapacity: all) { arcs, filled in
        bent = unsafe [Float](unsafeUninitializedCapacity: all) { slopes, sloped in
          if let x = distances.baseAddress, let arc = arcs.baseAddress,
            let slope = slopes.baseAddress
          {
            unsafe curl_spots(
              SheetKernels.best.rawValue, &fold, x, Int64(all), cut.halfExtent, arc, slope)
            for i in 0..<all where scale != 1 {
              unsafe arc[i] *= scale
              unsafe slope[i] *= scale
            }
          }
          sloped = count
        }
        filled = count
      }
      slopes = bent
    }
    for node in 0...2 * cells {
      centres.append(pi * frame.radius - centre(painter, low + Float(node) * (w / 2)).arc)
    }
  }

  /// Light on the back, and the white that it adds, at the edges of cells.
  func tones(_ painter: FramePainter) -> [SIMD2<Float>] {
    let w = Float(sign: .plus, exponent: exponent, significand: 1)
    return (0...cells).map {
      let x = low + Float(2 * $0) * (w / 2)
      return painter.backTone(centre(painter, x), SIMD2(x, 0))
    }
  }

  /// The spot of the upper side that a pixel's own centre sees.
  private func centre(_ painter: FramePainter, _ x: Float) -> Spot {
    upperSpot(painter.frame, skin, upToSilhouette(skin, SIMD2(x, 0)), painter.halfExtent.x)
  }
}

extension Taps {
  /// The largest sides on the page of the taps of a pixel at a distance, page pixels.
  fileprivate func sides(
    _ frame: CurlFrame, _ skin: Skin, _ distance: Float, _ reach: Float
  ) -> SIMD2<Float> {
    let (n, t) = (frame.normal, frame.ruling)
    let furthest = distance + reach - halfExtent
    let s = tapSpot(
      frame, skin, SIMD2(furthest, 0), halfExtent, isUpper: skin.radius > frame.radius
    ).slope
    // The upper side's slope is opposite.
    let both = [s, -s].map { s in
      let x = SIMD2((s * n.x * n.x + t.x * t.x) * box.x, (s * n.x * n.y + t.x * t.y) * box.y)
      let y = SIMD2((s * n.y * n.x + t.y * t.x) * box.x, (s * n.y * n.y + t.y * t.y) * box.y)
      return SIMD2(dot(x, x).squareRoot(), dot(y, y).squareRoot())
    }
    return pointwiseMax(both[0], both[1])
  }
}
