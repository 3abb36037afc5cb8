internal import CurlCore
internal import CurlKernels

/// Pixels that an edge of the sheet crosses: each tap's exact share of the page, as the general
/// painter has it, over what is drawn there already.
struct SheetEdges {
  private let rows: SheetRows
  private let line: SheetLine

  init(_ rows: SheetRows, _ line: SheetLine) {
    self.rows = rows
    self.line = line
  }

  /// One side's taps in a pixel, in memory of its own.
  @safe private struct Side {
    let boxes: UnsafeMutablePointer<SheetLanes.Box>
    var count = 0
    var coverage: Float = 0

    /// No pixel has more taps.
    static let most = 32 * 32

    mutating func clear() {
      count = 0
      coverage = 0
    }

    /// Adds a tap that sees the page from `p`, where it changes by `dx` and `dy` along the tap's
    /// sides; returns its share of the page.
    mutating func add(
      _ p: SIMD2<Float>, _ dx: SIMD2<Float>, _ dy: SIMD2<Float>, _ weight: Float,
      _ flip: SIMD2<Float>, _ page: SIMD2<Float>
    ) -> Float {
      let share = outlineCoverage(p, page, 0, dx, dy)
      if share <= 0 { return 0 }
      let extent = SIMD2(dot(dx, dx).squareRoot(), dot(dy, dy).squareRoot())
      let q = SIMD2(flip.x < 0 ? page.x - p.x : p.x, flip.y < 0 ? page.y - p.y : p.y)
      unsafe boxes[count] = SheetEdges.box(q, extent, weight * share, page)
      count += 1
      coverage += weight * share
      return share
    }
  }

  /// A tap's box, cut to the page, but never to nothing.
  fileprivate static func box(
    _ p: SIMD2<Float>, _ extent: SIMD2<Float>, _ weight: Float, _ page: SIMD2<Float>
  ) -> SheetLanes.Box {
    let (x, width) = cut(p.x, extent.x, page.x)
    let (y, height) = cut(p.y, extent.y, page.y)
    return SheetLanes.Box(low: SIMD2(x, y), extent: SIMD2(width, height), weight: weight)
  }

  private static func cut(_ p: Float, _ extent: Float, _ end: Float) -> (Float, Float) {
    let (a, b) = (p - extent / 2, p + extent / 2)
    if a >= 0 && b <= end { return (a, extent) }
    let (low, high) = (clamp(a, 0, end), clamp(b, 0, end))
    let size = max(high - low, 1 / 64)
    return (min(low, end - size), size)
  }

  /// Pixels where the flap ends, over the flat page.
  func paintFlap(_ row: Row, _ xs: Range<Int>) {
    let (frame, flap, tone) = (rows.painter.frame, rows.flap, rows.tone)
    let page = frame.page
    let flip = SIMD2<Float>(Float(rows.flip.x), Float(rows.flip.y))
    let count = xs.count
    let under = unsafe tone.fades ? row.under(xs) : nil
    let light = flap.light
    unsafe withUnsafeTemporaryAllocation(of: Int16.self, capacity: 40 * count) { lanes in
      unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count) { places in
        unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 4 * count) { linear in
          unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { shares in
            guard let lane = lanes.baseAddress, let place = places.baseAddress,
              let sums = linear.baseAddress
            else { return }
            for (i, x) in xs.enumerated() {
              let centre = flap.point(line, x)
              let p = SIMD2<Float>(Float(centre.x), Float(centre.y))
              var boxes = SheetQuad()
              var sum: Float = 0
              for k in 0..<4 {
                let at = p + flap.places[k]
                let share = 0.25 * outlineCoverage(at, page, 0, flap.dx, flap.dy)
                var q = at
                if flip.x < 0 { q.x = page.x - q.x }
                if flip.y < 0 { q.y = page.y - q.y }
                boxes[k] = Self.box(q, SIMD2(0.5, 0.5), share, page)
                sum += share
              }
              unsafe shares[i] = sum
              let at = unsafe SheetLanes.write(boxes, lane + 40 * i)
              unsafe place[2 * i] = at.x
              unsafe place[2 * i + 1] = at.y
            }
            unsafe rows.withPage(rows.back) { page in
              unsafe SheetKernels.groups(rows.level, page, 1, place, lane, count, sums)
            }
            for (i, x) in xs.enumerated() {
              let share = unsafe shares[i]
              if share == 0 { continue }
              let through = unsafe under.map { unsafe 0.5 + Float($0[x]) / 65536 } ?? 1
              let sum = unsafe SIMD4<Float>(
                Float(sums[4 * i]), Float(sums[4 * i + 1]), Float(sums[4 * i + 2]), 0)
              unsafe SheetTone.put(
                tone.colour(sum, share, through, light), share, over: row.out + 4 * x)
            }
          }
        }
      }
    }
  }

  /// Pixels where the bent sheet ends, over what lies beyond the fold line.
  func paint(_ row: Row, _ xs: Range<Int>, hasUpper: Bool) {
    unsafe withUnsafeTemporaryAllocation(of: SheetLanes.Box.self, capacity: 2 * Side.most) {
      guard let boxes = $0.baseAddress else { return }
      let sides = unsafe (Side(boxes: boxes), Side(boxes: boxes + Side.most))
      paint(row, xs, hasUpper: hasUpper, sides)
    }
  }

  private func paint(
    _ row: Row, _ xs: Range<Int>, hasUpper: Bool, _ sides: (upper: Side, lower: Side)
  ) {
    var (upper, lower) = sides
    let (painter, tone) = (rows.painter, rows.tone)
    let frame = painter.frame
    let (n, t, page, skin) = (frame.normal, frame.ruling, frame.page, frame.inner)
    let flip = SIMD2<Float>(Float(rows.flip.x), Float(rows.flip.y))
    let rollLength = pi * frame.radius
    let under = unsafe tone.fades ? row.under(xs) : nil
    let inside = unsafe tone.isLit ? row.inside(xs) : nil
    for x in xs {
      upper.clear()
      lower.clear()
      let place = line.place(x)
      let at = SIMD2(Float(place.x), Float(place.y))
      let taps = Taps(frame, at, painter.reach)
      for j in 0..<taps.down {
        for i in 0..<taps.across {
          let tap = taps.tapPlace(at, i, j, frame)
          let within =
            taps.weight
            * halfPlaneCoverage(
              skin.silhouette - tap.x, taps.alongNormal.x, taps.alongNormal.y)
          if within <= 0 { continue }
          // The upper side mirrors the lower one: arc lengths add up to the roll's.
          let spot = tapSpot(frame, skin, tap, taps.reach, isUpper: false)
          let (across, along) = (spot.slope * n * taps.box, t * taps.box)
          let (ax, ay) = (n.x * across, n.y * across)
          let (bx, by) = (t.x * along, t.y * along)
          let foot = frame.fold + spot.tau * t
          var rest: Float = 1
          if hasUpper {
            let p = foot + (rollLength - spot.arc) * n
            rest -= upper.add(p, bx - ax, by - ay, within, flip, page)
          }
          if rest <= 0 { continue }
          _ = lower.add(
            foot + spot.arc * n, bx + ax, by + ay, within * rest, SIMD2(1, 1), page)
        }
      }
      if upper.coverage == 0 && lower.coverage == 0 { continue }
      var colour = SIMD4<Float>.zero
      if upper.coverage > 0 {
        let front = unsafe under.map { unsafe Float($0[x]) / 32768 } ?? 1
        let spot = upperSpot(
          frame, frame.outer, upToSilhouette(frame.outer, at), painter.reach.x)
        colour += tone.colour(
          sum(upper, rows.back), upper.coverage, tone.fades ? 0.5 + front / 2 : 1,
          painter.backLight(spot))
      }
      if lower.coverage > 0 {
        let light = unsafe inside.map { unsafe Float($0[x]) / 32768 } ?? 1
        colour += light * sum(lower, rows.front)
      }
      unsafe SheetTone.put(colour, upper.coverage + lower.coverage, over: row.out + 4 * x)
    }
  }

  /// The sum of a page's means over boxes by their weights.
  private func sum(_ side: Side, _ page: LinearPage16) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    let most = 4
    unsafe withUnsafeTemporaryAllocation(of: Int16.self, capacity: 40 * most) { lanes in
      unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * most) { places in
        unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 4) { linear in
          guard let lane = lanes.baseAddress, let place = places.baseAddress,
            let out = linear.baseAddress
          else { return }
          var next = 0
          unsafe rows.withPage(page) { page in
            while next < side.count {
              var groups = 0
              while groups < most && next < side.count {
                let range = unsafe SheetLanes.group(side.boxes, from: next, of: side.count)
                var quad = SheetQuad()
                quad.count = range.count
                for k in range { unsafe quad[k - range.lowerBound] = side.boxes[k] }
                let at = unsafe SheetLanes.write(quad, lane + 40 * groups)
                unsafe place[2 * groups] = at.x
                unsafe place[2 * groups + 1] = at.y
                groups += 1
                next = range.upperBound
              }
              unsafe SheetKernels.groups(rows.level, page, groups, place, lane, 1, out)
              unsafe sum += SIMD4(Float(out[0]), Float(out[1]), Float(out[2]), 0)
            }
          }
        }
      }
    }
    return sum
  }
}
