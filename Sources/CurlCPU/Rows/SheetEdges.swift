internal import CurlCore
internal import CurlKernels

/// Pixels that an edge of the sheet crosses: each tap's exact share of the page, as the general
/// painter has it, over what is drawn there already.
struct SheetEdges {
  private let rows: SheetRows
  private let row: Row
  private let line: SheetLine

  init(_ rows: SheetRows, _ row: Row, _ line: SheetLine) {
    self.rows = rows
    self.row = row
    self.line = line
  }

  /// One side's taps in a pixel.
  private struct Side {
    var boxes: [SheetLanes.Box] = []
    var coverage: Float = 0

    init() { boxes.reserveCapacity(64) }

    mutating func clear() {
      boxes.removeAll(keepingCapacity: true)
      coverage = 0
    }

    mutating func add(_ foot: Footprint, _ weight: Float, _ flip: SIMD2<Float>, _ page: SIMD2<Float>)
    {
      coverage += weight
      var p = foot.point
      if flip.x < 0 { p.x = page.x - p.x }
      if flip.y < 0 { p.y = page.y - p.y }
      boxes.append(SheetEdges.box(p, foot.extent, weight, page))
    }
  }

  /// A tap's box, cut to the page, but never to nothing.
  private static func box(
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
  func paintFlap(_ xs: Range<Int>) {
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
  func paint(_ xs: Range<Int>, hasUpper: Bool) {
    var (upper, lower) = (Side(), Side())
    let (painter, frame, tone) = (rows.painter, rows.painter.frame, rows.tone)
    let flip = SIMD2<Float>(Float(rows.flip.x), Float(rows.flip.y))
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
              frame.outer.silhouette - tap.x, taps.alongNormal.x, taps.alongNormal.y)
          if within <= 0 { continue }
          var rest: Float = 1
          if hasUpper {
            let spot = tapSpot(frame, frame.outer, tap, taps.reach, isUpper: true)
            let foot = footprint(frame, spot, .zero, taps.box)
            let share = outlineCoverage(foot.point, frame.page, 0, foot.dx, foot.dy)
            if share > 0 { upper.add(foot, within * share, flip, frame.page) }
            rest -= share
          }
          if rest <= 0 { continue }
          let spot = tapSpot(frame, frame.inner, tap, taps.reach, isUpper: false)
          let foot = footprint(frame, spot, .zero, taps.box)
          let share = rest * outlineCoverage(foot.point, frame.page, 0, foot.dx, foot.dy)
          if share > 0 { lower.add(foot, within * share, SIMD2(1, 1), frame.page) }
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
    // No group has less than one tap.
    let most = side.boxes.count
    unsafe withUnsafeTemporaryAllocation(of: Int16.self, capacity: 40 * most) { lanes in
      unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * most) { places in
        unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 4) { linear in
          guard let lane = lanes.baseAddress, let place = places.baseAddress,
            let out = linear.baseAddress
          else { return }
          var (groups, next) = (0, 0)
          while next < most {
            let range = SheetLanes.group(side.boxes, from: next)
            var quad = SheetQuad()
            quad.count = range.count
            for k in range { quad[k - range.lowerBound] = side.boxes[k] }
            let at = unsafe SheetLanes.write(quad, lane + 40 * groups)
            unsafe place[2 * groups] = at.x
            unsafe place[2 * groups + 1] = at.y
            groups += 1
            next = range.upperBound
          }
          unsafe rows.withPage(page) { page in
            unsafe SheetKernels.groups(rows.level, page, groups, place, lane, 1, out)
          }
          unsafe sum = SIMD4(Float(out[0]), Float(out[1]), Float(out[2]), 0)
        }
      }
    }
    return sum
  }
}
