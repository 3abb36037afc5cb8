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
  /// Either the page's outline crosses them, `isCut`, or the silhouette does and only one side is
  /// seen. A lower side by itself is seen beside the upper one, which takes a share of these pixels and
  /// may end in them.
  func coverEdge(
    _ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>, hasUpper: Bool, hasLower: Bool,
    isCut: Bool
  ) {
    let count = xs.count
    let (hasUpper, isCut) = (hasUpper || row.sides == .lower, isCut || row.sides == .lower)
    unsafe withUnsafeTemporaryAllocation(of: curl_cut.self, capacity: count) { cuts in
      unsafe withUnsafeTemporaryAllocation(of: curl_seen.self, capacity: 4 * count) { seen in
        guard let cut = cuts.baseAddress, let above = seen.baseAddress else { return }
        let (below, behind) = unsafe (above + count, above + 2 * count)
        for (i, x) in xs.enumerated() { unsafe cut[i] = self.cut(line.place(x)) }
        var fold = curl_fold(painter.frame)
        unsafe back.withSide(rows: upper.rows) { back in
          unsafe front.withSide(rows: lower.rows) { front in
            unsafe curl_edges(
              level.rawValue, &fold, cut, Int64(count), isCut ? 1 : 0, hasUpper ? back : nil,
              hasLower ? front : nil, above, below)
            guard hasUpper, frontThrough != nil, row.sides != .lower else { return }
            // The same taps see the front from behind.
            unsafe curl_edges(
              level.rawValue, &fold, cut, Int64(count), isCut ? 1 : 0, front, nil, behind,
              behind + count)
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

  /// Composites what pixels see of the upper side, of the lower one and of the front behind the
  /// upper one.
  private func cover(
    _ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>, _ above: UnsafePointer<curl_seen>,
    _ below: UnsafePointer<curl_seen>?, _ behind: UnsafePointer<curl_seen>
  ) {
    let frame = painter.frame
    let under = unsafe tone.fades || frontThrough?.fades == true ? row.frontBehind(xs) : nil
    let inside = unsafe tone.isLit && below != nil ? row.frontInRoll(xs) : nil
    let others = unsafe row.lightOfOthers(xs)
    for (i, x) in xs.enumerated() {
      let (upper, lower) = unsafe (above[i], below?[i] ?? curl_seen())
      var (colour, share) = (SIMD4<Float>.zero, Float(0))
      if upper.share > 0 && row.sides != .lower {
        let at = SIMD2<Float>(line.place(x))
        let front = unsafe under.map { unsafe Float($0[x]) / 32768 } ?? 1
        let spot = upperSpot(
          frame, frame.outer, upToSilhouette(frame.outer, at), painter.halfExtent.x)
        unsafe colour = upperColour(upper, behind[i], front, painter.backTone(spot, at))
        share = upper.coverage
      }
      if lower.share > 0 && upper.coverage < 1 {
        // By itself, the lower side gets back what the upper one, drawn over it later, covers.
        let part = row.sides == .lower ? 1 / (1 - upper.coverage) : 1
        let light = unsafe inside.map { unsafe Float($0[x]) / 32768 } ?? 1
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
  /// A frame's fold, seen straight from above.
  init(_ frame: CurlFrame) {
    self.init(
      radius: frame.radius, chord_slope: frame.inner.chordSlope, normal_x: frame.normal.x,
      normal_y: frame.normal.y, fold_x: frame.fold.x, fold_y: frame.fold.y)
  }
}
