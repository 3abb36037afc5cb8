internal import CurlCore
internal import CurlDefinition
internal import CurlKernels

// Pixels that an edge of the sheet crosses: each tap's exact share of the page, as in the general
// painter, composited over the pixels that are painted before.

extension SheetRows {
  /// Draws pixels where the flap ends, over the flat page.
  func coverFlapEdge(_ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>) {
    let count = xs.count
    let under = unsafe tone.fades || frontThrough?.fades == true ? row.frontBehind(xs) : nil
    var quarters = flap.quarters
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * count) { points in
      unsafe withUnsafeTemporaryAllocation(of: curl_seen.self, capacity: 2 * count) { seen in
        guard let point = points.baseAddress, let seen = seen.baseAddress else { return }
        let behind = unsafe seen + count
        for (i, x) in xs.enumerated() {
          let p = SIMD2<Float>(flap.point(line, x))
          unsafe point[2 * i] = p.x
          unsafe point[2 * i + 1] = p.y
        }
        func look(_ page: SheetPage, _ seen: UnsafeMutablePointer<curl_seen>) {
          unsafe page.withSide(rows: flap.rows) { side in
            unsafe curl_flap_edges(level.rawValue, &quarters, point, Int64(count), side, seen)
          }
        }
        unsafe look(back, seen)
        if frontThrough != nil { unsafe look(front, behind) }
        let others = unsafe row.lightOfOthers(xs)
        for (i, x) in xs.enumerated() where unsafe seen[i].share > 0 {
          let front = unsafe under.map { unsafe Float($0[x]) / 32768 } ?? 1
          var colour = unsafe upperColour(
            seen[i], behind[i], front, flap.tone(at: line.place(x).x))
          if let others = unsafe others { colour *= unsafe Float(others[i]) / 32768 }
          let sum = unsafe SheetTone.put(
            colour, seen[i].coverage, over: row.out + 4 * x, row.unrounded(x, around: nil),
            isStraight: row.isStraight)
          row.keep(sum, x)
        }
      }
    }
  }

  /// Draws pixels of the bent sheet tap by tap, over the plane beyond the fold line.
  ///
  /// Either the page's outline crosses them, `isCut`, or only one side is seen, up to the silhouette.
  func coverEdge(
    _ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>, hasUpper: Bool, hasLower: Bool,
    isCut: Bool
  ) {
    let count = xs.count
    unsafe withUnsafeTemporaryAllocation(of: curl_cut.self, capacity: count) { cuts in
      unsafe withUnsafeTemporaryAllocation(of: curl_seen.self, capacity: 4 * count) { seen in
        guard let cut = cuts.baseAddress, let above = seen.baseAddress else { return }
        let (below, behind) = unsafe (above + count, above + 2 * count)
        for (i, x) in xs.enumerated() { unsafe cut[i] = self.cut(line.place(x)) }
        var outer = curl_fold(painter.frame, painter.frame.outer)
        var inner = curl_fold(painter.frame, painter.frame.inner)
        unsafe back.withSide(rows: upper.rows) { back in
          unsafe front.withSide(rows: lower.rows) { front in
            unsafe curl_edges(
              level.rawValue, &outer, &inner, cut, Int64(count), isCut ? 1 : 0,
              hasUpper ? back : nil, hasLower ? front : nil, above, below)
            guard hasUpper, frontThrough != nil, row.sides != .lower else { return }
            // The same taps see the front from behind, on the outer surface alone.
            var same = outer
            unsafe curl_edges(
              level.rawValue, &outer, &same, cut, Int64(count), isCut ? 1 : 0, front, nil,
              behind, behind + count)
          }
        }
        unsafe cover(row, line, xs, above, hasLower ? below : nil, behind)
      }
    }
  }

  /// A pixel's taps.
  func cut(_ place: SIMD2<Double>) -> curl_cut {
    let at = SIMD2<Float>(place)
    let taps = Taps(painter.frame, at, painter.halfExtent)
    return curl_cut(
      x: at.x, tau: at.y, box_x: taps.box.x, box_y: taps.box.y, reach: taps.halfExtent,
      weight: taps.weight, across: Int32(taps.across), down: Int32(taps.down))
  }

  /// Composites what pixels see of the upper side, of the lower one with the cut edges behind both, and
  /// of the front behind the upper one.
  private func cover(
    _ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>, _ above: UnsafePointer<curl_seen>,
    _ below: UnsafePointer<curl_seen>?, _ behind: UnsafePointer<curl_seen>
  ) {
    let frame = painter.frame
    let under = unsafe tone.fades || frontThrough?.fades == true ? row.frontBehind(xs) : nil
    let showsLower = unsafe below != nil && row.sides != .upper
    let inside = unsafe tone.isLit && showsLower ? row.frontInRoll(xs) : nil
    let others = unsafe row.lightOfOthers(xs)
    for (i, x) in xs.enumerated() {
      let (upper, lower) = unsafe (above[i], below?[i] ?? curl_seen())
      var (colour, share) = (SIMD4<Float>.zero, Float(0))
      let at = SIMD2<Float>(line.place(x))
      let edge = Float(upper.edge + lower.edge) / 16_777_216
      if (upper.share > 0 || edge > 0) && row.sides != .lower {
        let front = unsafe under.map { unsafe Float($0[x]) / 32768 } ?? 1
        let spot = upperSpot(
          frame, frame.outer, upToSilhouette(frame.outer, at), painter.halfExtent.x)
        if upper.share > 0 {
          unsafe colour = upperColour(upper, behind[i], front, painter.backTone(spot, at))
        }
        colour += 32767 * edge * painter.edgeLight(spot) * frame.cutEdgeColour
        share = upper.coverage + edge
      }
      let rest = 1 - upper.coverage - edge
      if lower.share > 0 && rest > 0 && showsLower {
        // By itself, the lower side gets back what the upper one, drawn over it later, covers.
        let part = row.sides == .lower ? 1 / rest : 1
        var light = unsafe inside.map { unsafe Float($0[x]) / 32768 } ?? 1
        if frame.isThick && at.x > Float(self.lower.end) {
          // Where the inside ends, it is steeper than the paper's middle, whose light `inside` is.
          let seen = upToSilhouette(frame.inner, at)
          light = painter.frontLight(lowerSpot(frame, frame.inner, seen, painter.halfExtent.x))
        }
        colour += light * part * lower.colour
        share += part * lower.coverage
      }
      if share == 0 { continue }
      if let others = unsafe others { colour *= unsafe Float(others[i]) / 32768 }
      let sum = unsafe SheetTone.put(
        colour, min(share, 1), over: row.out + 4 * x, row.unrounded(x, around: line),
        isStraight: row.isStraight)
      row.keep(sum, x)
    }
  }

  /// The colour of what is seen of the upper side, `behind` which the front is seen in its light
  /// 0…1; `light` is the upper side's own, and the white that it adds.
  private func upperColour(
    _ seen: curl_seen, _ behind: curl_seen, _ front: Float, _ light: SIMD2<Float>
  ) -> SIMD4<Float> {
    let through: Float = tone.fades || frontThrough?.fades == true ? 0.5 + front / 2 : 1
    var back = seen.colour
    if let frontThrough { back += frontThrough.share * through * (behind.colour - back) }
    return tone.colour(back, seen.coverage, tone.fades ? through : 1, light)
  }
}

extension curl_seen {
  /// The sum of the page's means over the taps, times their weights, 0…32767.
  fileprivate var colour: SIMD4<Float> {
    SIMD4(Float(sum.0), Float(sum.1), Float(sum.2), 0) / 32768
  }

  /// The share of the pixel, 0…1.
  fileprivate var coverage: Float { Float(share) / 16_777_216 }
}

extension curl_fold {
  /// A surface of a frame's sheet, seen straight from above.
  init(_ frame: CurlFrame, _ skin: Skin) {
    self.init(
      radius: skin.radius, chord_slope: skin.chordSlope,
      arc_scale: skin.radius > 0 ? frame.radius / skin.radius : 1, normal_x: frame.normal.x,
      normal_y: frame.normal.y, fold_x: frame.fold.x, fold_y: frame.fold.y)
  }
}
