internal import CurlCore

/// What a pixel's taps see of a sheet at one distance from the fold line, but for the place along the
/// rulings.
///
/// That is most of what there is to find out. Where the fold runs along rows or columns it is found
/// once for each of these.
struct SectionStops {
  /// Taps of a cell at the same distance.
  struct Group {
    /// Whether it is the first of its cell: light is one for a cell.
    var isNewCell: Bool
    /// Its stops.
    var stops: Range<Int>
    /// Places along the rulings, from the pixel's own.
    var first: Float
    var spacing: Float
    var count: Int
    /// The share of each in the pixel.
    var inside: Float
    /// The taps' distance and their sides.
    var x: Float
    var box: SIMD2<Float>
  }

  /// A piece under taps of a group, the highest first.
  struct Stop {
    var layer: Int
    var piece: Int
    var isFront: Bool
    /// Windings, how much further along the sheet the first one met lies, and each further one.
    var windings: Int
    var start: Float
    var period: Float
    /// What a tap sees on the first winding met, the place along the rulings left out.
    var spot: Spot
    /// Where its light is asked for: arc length of the first winding, and height.
    var lightArc: Float
    var lightZ: Float

    /// How much further along the sheet a winding lies.
    func arc(_ winding: Int) -> Float { start + Float(winding) * period }
  }

  /// What a pixel sees at one distance.
  struct Column {
    var groups: Range<Int>
    /// Places along the rulings, on the plane, beyond which nothing is seen.
    var low: Float = .infinity
    var high: Float = -.infinity
  }

  private(set) var groups: [Group] = []
  private(set) var stops: [Stop] = []

  /// Forgets all that was found.
  mutating func removeAll() {
    groups.removeAll(keepingCapacity: true)
    stops.removeAll(keepingCapacity: true)
  }

  /// Finds what is seen in a pixel at distance `x`.
  mutating func find(_ painter: SectionPainter, _ x: Float) -> Column {
    var column = Column(groups: groups.count..<groups.count)
    let (frame, section, reach) = (painter.frame, painter.section, painter.halfExtent)
    for cell in section.cells {
      guard let part = painter.overlap(cell, x, reach.x) else { continue }
      let taps = Taps(frame, slope: painter.stretch(cell, part))
      let lights = cell.layers.map {
        sectionMeet(frame, section.pieces[$0], (part.low + part.high) / 2)
      }
      var isNewCell = true
      /// Adds taps from (i, j) on, `count` of them in a step of (di, dj).
      func add(_ i: Int, _ j: Int, _ count: Int, _ di: Int, _ dj: Int) {
        let tap = taps.tapPlace(SIMD2(x, 0), i, j, frame)
        if painter.overlap(cell, tap.x, taps.halfExtent) == nil { return }
        let next = taps.tapPlace(SIMD2(x, 0), i + di, j + dj, frame)
        let start = stops.count
        for (layer, index) in cell.layers.enumerated() {
          let piece = section.pieces[index]
          let spot = sectionSpot(
            frame, section, index, painter.limits(cell, piece, taps), tap, taps.halfExtent)
          stops.append(
            Stop(
              layer: layer, piece: index, isFront: piece.isFront, windings: Int(piece.windings),
              start: painter.windingArc(piece, 0), period: piece.period, spot: spot,
              lightArc: lights[layer].arc, lightZ: lights[layer].z))
          column.widen(painter, spot, tap.y, next.y, count)
        }
        groups.append(
          Group(
            isNewCell: isNewCell, stops: start..<stops.count, first: tap.y,
            spacing: next.y - tap.y, count: count,
            inside: taps.weight * painter.weight(cell, taps, tap.x), x: tap.x, box: taps.box))
        isNewCell = false
      }
      if frame.normal.y == 0 {
        for i in 0..<taps.across { add(i, 0, taps.down, 0, 1) }
      } else if frame.normal.x == 0 {
        for j in 0..<taps.down { add(0, j, taps.across, 1, 0) }
      } else {
        for j in 0..<taps.down {
          for i in 0..<taps.across { add(i, j, 1, 0, 0) }
        }
      }
    }
    column.groups = column.groups.lowerBound..<groups.count
    return column
  }
}

extension SectionStops.Column {
  /// Takes in the places at which taps may see the page.
  fileprivate mutating func widen(
    _ painter: SectionPainter, _ spot: Spot, _ first: Float, _ next: Float, _ count: Int
  ) {
    let (frame, outline) = (painter.frame, painter.frame.caster)
    let scale = 1 - spot.z * frame.nearness
    // Taps' own places, and what of them reaches over the page's sides.
    let room =
      abs(first) + abs(next - first) * Float(count) + 2 * (frame.step.x + frame.step.y)
      * (1 + abs(spot.rise) + abs(spot.slope))
    let ends = [outline.bottom.y, outline.top.y].map {
      ($0 - spot.z * frame.viewOffset.y) / max(scale, 1e-3)
    }
    low = min(low, min(ends[0], ends[1]) - room)
    high = max(high, max(ends[0], ends[1]) + room)
  }
}
