internal import CurlCore
internal import CurlDefinition
internal import CurlKernels

// Pixels that an edge of the sheet crosses: each tap's exact share of the page, as in the general
// painter, composited over the pixels that are painted before.

extension SheetRows {
  /// A tap's box, clipped to the page, with sides of at least 1/64 texel.
  private static func box(
    _ p: SIMD2<Float>, _ extent: SIMD2<Float>, _ weight: Float, _ page: StoreGrid
  ) -> SheetLanes.Box {
    let (low, high) = (SIMD2<Float>(page.offset), SIMD2<Float>(page.end))
    let (x, width) = cut(p.x, extent.x, low.x, high.x)
    let (y, height) = cut(p.y, extent.y, low.y, high.y)
    return SheetLanes.Box(low: SIMD2(x, y), extent: SIMD2(width, height), weight: weight)
  }

  private static func cut(_ p: Float, _ extent: Float, _ start: Float, _ end: Float)
    -> (Float, Float)
  {
    let (a, b) = (p - extent / 2, p + extent / 2)
    if a >= start && b <= end { return (a, extent) }
    let (low, high) = (clamp(a, start, end), clamp(b, start, end))
    let size = max(high - low, 1 / 64)
    return (min(low, end - size), size)
  }

  /// Draws pixels where the flap ends, over the flat page.
  func coverFlapEdge(_ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>) {
    let count = xs.count
    let under = unsafe tone.fades || frontThrough?.fades == true ? row.frontBehind(xs) : nil
    unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 8 * count) { linear in
      unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { shares in
        guard let sums = linear.baseAddress, let share = shares.baseAddress else { return }
        unsafe flapSums(line, xs, back, sums, share)
        let fronts = unsafe sums + 4 * count
        if frontThrough != nil { unsafe flapSums(line, xs, front, fronts, share) }
        for (i, x) in xs.enumerated() {
          let share = unsafe share[i]
          if share == 0 { continue }
          let through = unsafe under.map { unsafe 0.5 + Float($0[x]) / 65536 } ?? 1
          var sum = unsafe Self.colour(sums + 4 * i)
          if let frontThrough {
            sum += unsafe frontThrough.share * through * (Self.colour(fronts + 4 * i) - sum)
          }
          unsafe SheetTone.put(
            tone.colour(
              sum, share, tone.fades ? through : 1, flap.tone(at: line.place(x).x)),
            share, over: row.out + 4 * x, row.unrounded(x, around: nil))
        }
      }
    }
  }

  private static func colour(_ sum: UnsafePointer<UInt16>) -> SIMD4<Float> {
    unsafe SIMD4(Float(sum[0]), Float(sum[1]), Float(sum[2]), 0)
  }

  /// The sums of a page's means over pixels of the flap, times their shares, and the shares.
  private func flapSums(
    _ line: SheetLine, _ xs: Range<Int>, _ picture: SheetPage,
    _ sums: UnsafeMutablePointer<UInt16>, _ shares: UnsafeMutablePointer<Float>
  ) {
    let page = painter.frame.page
    let extent = flap.extent * SIMD2<Float>(picture.grid.scale)
    let count = xs.count
    unsafe withUnsafeTemporaryAllocation(of: Int16.self, capacity: 40 * count) { lanes in
      unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count) { places in
        guard let lane = lanes.baseAddress, let place = places.baseAddress else { return }
        for (i, x) in xs.enumerated() {
          let centre = flap.point(line, x)
          let p = SIMD2<Float>(Float(centre.x), Float(centre.y))
          var boxes = SheetQuad()
          var sum: Float = 0
          for k in 0..<4 {
            let at = p + flap.places[k]
            let share = 0.25 * outlineCoverage(at, page, 0, flap.dx, flap.dy)
            let q = SIMD2<Float>(picture.texel(SIMD2<Double>(at)))
            boxes[k] = Self.box(q, extent, share, picture.grid)
            sum += share
          }
          unsafe shares[i] = sum
          let at = unsafe SheetLanes.write(boxes, lane + 40 * i)
          unsafe place[2 * i] = at.x
          unsafe place[2 * i + 1] = at.y
        }
        unsafe picture.with(rows: flap.rows) { page in
          unsafe SheetKernels.groups(level, page, 1, place, lane, count, sums)
        }
      }
    }
  }

  /// Draws pixels of the bent sheet one by one, over the plane beyond the fold line.
  ///
  /// Either the page's outline crosses them, `isCut`, or the silhouette does and only one side is
  /// seen.
  func coverEdge(
    _ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>, hasUpper: Bool, hasLower: Bool,
    isCut: Bool
  ) {
    let maps = (back.map, front.map)
    unsafe back.with(rows: upper.rows) { back in
      unsafe front.with(rows: lower.rows) { front in
        unsafe cover(
          row, line, xs,
          hasUpper ? curl_side(page: back, map: maps.0, sum: (0, 0, 0, 0), coverage: 0) : nil,
          curl_side(page: front, map: maps.1, sum: (0, 0, 0, 0), coverage: 0),
          hasLower: hasLower, isCut)
      }
    }
  }

  private func cover(
    _ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>, _ upperSide: curl_side?,
    _ front: curl_side,
    hasLower: Bool, _ isCut: Bool
  ) {
    var (upper, lower) = unsafe (upperSide ?? curl_side(), front)
    let (frame, reach) = (painter.frame, painter.halfExtent)
    let flip = SIMD2<Float>(back.flip)
    let under = unsafe tone.fades || frontThrough?.fades == true ? row.frontBehind(xs) : nil
    let inside = unsafe tone.isLit && hasLower ? row.frontInRoll(xs) : nil
    var fold = curl_fold(frame)
    let isWide: Int32 = level == .wide ? 1 : 0
    for x in xs {
      let place = line.place(x)
      let at = SIMD2(Float(place.x), Float(place.y))
      let taps = Taps(frame, at, reach)
      var cut = curl_cut(
        x: at.x, tau: at.y, box_x: taps.box.x, box_y: taps.box.y, reach: taps.halfExtent,
        weight: taps.weight, across: Int32(taps.across), down: Int32(taps.down),
        isCut: isCut ? 1 : 0)
      unsafe withUnsafeMutablePointer(to: &upper) { upper in
        unsafe withUnsafeMutablePointer(to: &lower) { lower in
          unsafe curl_edge(
            isWide, &fold, &cut, flip.x, flip.y, upperSide == nil ? nil : upper,
            hasLower ? lower : nil)
        }
      }
      let shares = unsafe (upper.coverage, lower.coverage)
      if shares.0 == 0 && shares.1 == 0 { continue }
      var colour = SIMD4<Float>.zero
      if shares.0 > 0 {
        let front = unsafe under.map { unsafe Float($0[x]) / 32768 } ?? 1
        let light = painter.backTone(
          upperSpot(frame, frame.outer, upToSilhouette(frame.outer, at), reach.x), at)
        let through: Float = tone.fades || frontThrough?.fades == true ? 0.5 + front / 2 : 1
        var back = unsafe Self.colour(upper)
        if let frontThrough {
          // The same taps see the front from behind.
          var behind = unsafe lower
          unsafe withUnsafeMutablePointer(to: &behind) { behind in
            unsafe curl_edge(isWide, &fold, &cut, 1, 1, behind, nil)
          }
          back += unsafe frontThrough.share * through * (Self.colour(behind) - back)
        }
        colour += tone.colour(back, shares.0, tone.fades ? through : 1, light)
      }
      if shares.1 > 0 {
        let light = unsafe inside.map { unsafe Float($0[x]) / 32768 } ?? 1
        colour += unsafe light * Self.colour(lower)
      }
      unsafe SheetTone.put(
        colour, shares.0 + shares.1, over: row.out + 4 * x, row.unrounded(x, around: line))
    }
  }

  /// The sum of a page's means over a side's taps, times their weights, 0…32767.
  private static func colour(_ side: curl_side) -> SIMD4<Float> {
    let sum = unsafe side.sum
    return SIMD4(Float(sum.0), Float(sum.1), Float(sum.2), 0) / 32768
  }
}

extension curl_fold {
  /// A frame's fold, seen straight from above.
  init(_ frame: CurlFrame) {
    self.init(
      radius: frame.radius, chord_slope: frame.inner.chordSlope, normal_x: frame.normal.x,
      normal_y: frame.normal.y, fold_x: frame.fold.x, fold_y: frame.fold.y, page_x: frame.page.x,
      page_y: frame.page.y)
  }
}
