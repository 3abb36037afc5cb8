internal import CurlCore
internal import CurlDefinition
internal import CurlKernels

/// Draws the lifted sheet row by row: flap, roll and the roll's inside where they fill pixels, and
/// their edges.
///
/// For opaque pages without gloss, seen straight from above. `SheetSpans` draws round corners and
/// a thick sheet's cut edge. Values that depend only on the distance from the fold line are in
/// tables, made once per frame. The rest are means of the page over the same boxes as the
/// ``FramePainter``'s, up to integer rounding.
final class SheetRows: Sendable {
  let painter: FramePainter
  let level: SheetKernels.Level
  /// The picture that the back shows, and the front's.
  let back: SheetPage
  let front: SheetPage
  let upper: SheetBend
  let lower: SheetBend
  let flap: SheetFlap
  let corners: RoundCorners
  let tone: SheetTone
  /// The front as it shines through the back's own picture; nil if it doesn't.
  let frontThrough: SheetThrough?

  /// Nil if ``FramePlan`` leaves the sheet to `SheetSpans`.
  init?(_ painter: FramePainter, level: SheetKernels.Level = SheetKernels.best) {
    let (frame, pictures) = (painter.frame, painter.pictures)
    guard frame.hasSheet, FramePlan.obstacleToSheet(frame, pictures) == nil else { return nil }
    var shown = pictures.front
    var flip = SIMD2<Double>(1, 1)
    if frame.back == .picture {
      shown = pictures.back ?? pictures.front
      flip = frame.turnsOver ? SIMD2(1, -1) : SIMD2(-1, 1)
    }
    self.painter = painter
    self.level = level
    let front = SheetPage(pictures.front, frame)
    let back = SheetPage(shown, frame, flip: flip)
    (self.front, self.back) = (front, back)
    tone = SheetTone(frame)
    flap = SheetFlap(painter, back)
    corners = RoundCorners(page: frame.page, radius: frame.cornerRadius)
    let tables = RecentTables.shared.tables(painter, back: back.scale, front: front.scale)
    let tones = tables.cuts.map { $0.tones(painter) }
    var upper = tables.upper
    upper.light(tones)
    frontThrough = SheetThrough(painter, front, tables.cuts, tones)
    self.upper = upper
    lower = tables.lower
  }

  /// Bytes of its tables.
  var bytes: Int { upper.bytes + lower.bytes + (frontThrough?.upper.bytes ?? 0) }

  /// Draws pixels `xs` of a row, whatever the sheet does there.
  ///
  /// Pixels that the page's edge crosses are drawn by spans: kernels composite only over whole
  /// pixels of the page or of what lies beside it.
  func paint(_ row: some SheetRow, _ xs: Range<Int>) {
    let (touched, inside) = (row.touchedPixels, row.pagePixels)
    guard touched != inside else { return paintPieces(row, xs) }
    let first = inside.isEmpty ? touched.upperBound : inside.lowerBound
    let last = inside.isEmpty ? first : inside.upperBound
    func run(_ low: Int, _ high: Int) -> Range<Int> { (low..<max(low, high)).clamped(to: xs) }
    paintPieces(row, run(xs.lowerBound, touched.lowerBound))
    row.paintSpans(run(touched.lowerBound, first))
    paintPieces(row, run(first, last))
    row.paintSpans(run(last, touched.upperBound))
    paintPieces(row, run(touched.upperBound, xs.upperBound))
  }

  private func paintPieces(_ row: some SheetRow, _ xs: Range<Int>) {
    guard !xs.isEmpty else { return }
    let line = SheetLine(painter, row.y)
    // Where the fold line crosses the row, pixels on its left or on its right are flat.
    let ends = (-painter.halfExtent.x, painter.frame.outer.silhouette + painter.halfExtent.x)
    let fold = min(max(line.first(Double(ends.0)), xs.lowerBound), xs.upperBound)
    let beyond = min(max(line.first(Double(ends.1)), xs.lowerBound), xs.upperBound)
    if line.slope >= 0 {
      paintFlat(row, line, xs.lowerBound..<fold)
      paintBent(row, line, fold..<max(fold, beyond))
      row.plane(max(fold, beyond)..<xs.upperBound)
    } else {
      row.plane(xs.lowerBound..<beyond)
      paintBent(row, line, beyond..<max(fold, beyond))
      paintFlat(row, line, max(fold, beyond)..<xs.upperBound)
    }
  }

  /// Draws pixels where the page lies flat: the page, the flap above it and the flap's edges.
  private func paintFlat(_ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>) {
    guard !xs.isEmpty else { return }
    if row.sides == .lower { return row.front(xs) }
    let touched = flap.pixels(line, within: -flap.margin, xs)
    row.underFlap(xs.lowerBound..<touched.lowerBound)
    row.underFlap(touched.upperBound..<xs.upperBound)
    guard corners.radius > 0 else { return paintFlap(row, line, touched) }
    var start = touched.lowerBound
    for round in flap.rounds(line, corners, touched) where round.upperBound > start {
      let first = max(round.lowerBound, start)
      paintFlap(row, line, start..<first)
      row.paintSpans(first..<round.upperBound)
      start = round.upperBound
    }
    paintFlap(row, line, start..<touched.upperBound)
  }

  /// Draws pixels that the flap touches, off its round corners.
  private func paintFlap(_ row: some SheetRow, _ line: SheetLine, _ touched: Range<Int>) {
    guard !touched.isEmpty else { return }
    let inside = flap.pixels(line, within: flap.margin, touched)
    paintFlapEdge(row, line, touched.lowerBound..<inside.lowerBound)
    paintFlapEdge(row, line, inside.upperBound..<touched.upperBound)
    guard !inside.isEmpty else { return }
    let linear = unsafe row.lights.scratch(11 * inside.count)
    unsafe back.with(rows: flap.rows) { page in
      unsafe SheetKernels.flap(
        level, page, flap.quad, flap.walk(line, inside.lowerBound), inside.count, linear)
    }
    let rest = unsafe linear + 4 * inside.count
    if let frontThrough {
      unsafe front.with(rows: frontThrough.flap.rows) { page in
        unsafe SheetKernels.flap(
          level, page, frontThrough.flap.quad,
          frontThrough.flap.walk(line, inside.lowerBound), inside.count, rest)
      }
      unsafe frontThrough.mix(level, row, inside, rest, rest + 4 * inside.count, into: linear)
    }
    let through = unsafe through(row, inside, rest)
    let others = unsafe row.lightOfOthers(inside)
    // Near the roll, which eases out into the flap, light changes from pixel to pixel.
    let edge = min(max(line.first(-flap.eased), inside.lowerBound), inside.upperBound)
    let parts = (inside.lowerBound..<edge, edge..<inside.upperBound)
    let (eased, flat) = line.slope >= 0 ? (parts.1, parts.0) : parts
    func put(
      _ xs: Range<Int>, _ light: UnsafePointer<UInt16>?, _ white: UnsafePointer<UInt16>?
    ) {
      let from = xs.lowerBound - inside.lowerBound
      unsafe tone.put(
        level, linear + 4 * from, xs.count, through: through.map { unsafe $0 + from },
        light: light, white: white, to: row.out + 4 * xs.lowerBound,
        row.noise.row(row.y, from: xs.lowerBound))
    }
    unsafe put(flat, others.map { unsafe $0 + (flat.lowerBound - inside.lowerBound) }, nil)
    guard !eased.isEmpty else { return }
    guard tone.isLit else {
      return unsafe put(
        eased, others.map { unsafe $0 + (eased.lowerBound - inside.lowerBound) }, nil)
    }
    let light = unsafe linear + 9 * inside.count
    let white = unsafe light + inside.count
    for (i, x) in eased.enumerated() {
      let tone = flap.tone(at: line.place(x).x) * 32767 + 0.5
      unsafe light[i] = UInt16(tone.x)
      unsafe white[i] = UInt16(tone.y)
    }
    if let others = unsafe others {
      let own = unsafe others + (eased.lowerBound - inside.lowerBound)
      unsafe Self.dim(light, by: own, eased.count)
      unsafe Self.dim(white, by: own, eased.count)
    }
    unsafe put(eased, light, white)
  }

  /// Multiplies numbers by the light 0…32768 that other sheets leave.
  private static func dim(
    _ values: UnsafeMutablePointer<UInt16>, by others: UnsafePointer<UInt16>, _ count: Int
  ) {
    for i in 0..<count {
      unsafe values[i] = UInt16((UInt32(values[i]) * UInt32(others[i]) + 16384) >> 15)
    }
  }

  private func paintFlapEdge(_ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>) {
    guard !xs.isEmpty else { return }
    guard row.takesEdges(xs) else { return row.paintSpans(xs) }
    row.underFlap(xs)
    coverFlapEdge(row, line, xs)
  }

  /// The light that comes through the back, 32768 = 1; nil for full light.
  private func through(
    _ row: some SheetRow, _ xs: Range<Int>, _ buffer: UnsafeMutablePointer<UInt16>
  )
    -> UnsafePointer<UInt16>?
  {
    guard tone.fades, let values = unsafe row.frontBehind(xs) else { return nil }
    let under = unsafe values + xs.lowerBound
    for i in 0..<xs.count { unsafe buffer[i] = UInt16((UInt32(under[i]) + 32768) >> 1) }
    return unsafe UnsafePointer(buffer)
  }

  private func paintBent(_ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>) {
    guard painter.frame.isThick else { return paintRoll(row, line, xs) }
    // The tables begin beyond the fold line.
    let fold = min(max(line.first(Double(painter.halfExtent.x)), xs.lowerBound), xs.upperBound)
    let (left, right) = (xs.lowerBound..<fold, fold..<xs.upperBound)
    row.paintSpans(line.slope >= 0 ? left : right)
    paintRoll(row, line, line.slope >= 0 ? right : left)
  }

  private func paintRoll(_ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>) {
    if row.sides == .lower { return paintInside(row, line, xs) }
    var runs = Runs(xs)
    while let (range, reach) = next(line, upper, &runs) {
      switch reach {
      case .inside: paintSide(row, line, upper, range, isUpper: true)
      case .corner: row.paintSpans(range)
      case .edge:
        if painter.frame.isThick || touchesCorner(line, lower, range) {
          row.paintSpans(range)
        } else {
          paintEdge(row, line, range, hasUpper: true)
        }
      case .outside:
        if row.sides == .upper {
          row.plane(range, around: line)
        } else {
          paintInside(row, line, range)
        }
      }
    }
  }

  /// Draws pixels in which the roll's inside is seen, or what lies under the sheet.
  private func paintInside(_ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>) {
    var runs = Runs(xs)
    while let (range, reach) = next(line, lower, &runs) {
      switch reach {
      case .inside: paintSide(row, line, lower, range, isUpper: false)
      case .outside: row.plane(range, around: line)
      case .corner: row.paintSpans(range)
      case .edge where painter.frame.isThick: row.paintSpans(range)
      case .edge: paintEdge(row, line, range, hasUpper: false)
      }
    }
  }

  private func paintEdge(_ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>, hasUpper: Bool)
  {
    guard row.takesEdges(xs) else { return row.paintSpans(xs) }
    row.plane(xs, around: line)
    coverEdge(row, line, xs, hasUpper: hasUpper, hasLower: true, isCut: true)
  }

  /// Draws a run of pixels that one side of the bent sheet fills, except at its silhouette.
  private func paintSide(
    _ row: some SheetRow, _ line: SheetLine, _ bend: SheetBend, _ xs: Range<Int>, isUpper: Bool
  ) {
    // Pixels that the silhouette crosses also show the area beyond it.
    let isThick = painter.frame.isThick
    let end = isThick ? bend.end : upper.end
    let edge = min(max(line.first(end), xs.lowerBound), xs.upperBound)
    let isRising = line.slope >= 0
    let rest = isRising ? edge..<xs.upperBound : xs.lowerBound..<edge
    if isThick || !row.takesEdges(rest) {
      row.paintSpans(rest)
    } else if !rest.isEmpty {
      row.plane(rest, around: line)
      coverEdge(row, line, rest, hasUpper: isUpper, hasLower: !isUpper, isCut: false)
    }
    let xs = isRising ? xs.lowerBound..<edge : edge..<xs.upperBound
    let count = xs.count
    guard count > 0 else { return }
    let linear = unsafe row.lights.scratch(12 * count)
    let (light, white) = unsafe (linear + 4 * count, linear + 11 * count)
    let shown = isUpper ? back : front
    unsafe shown.with(rows: bend.rows) { page in
      unsafe bend.withTables(line, shown) { tables in
        unsafe SheetKernels.roll(
          level, page, tables, line.bentWalk(xs.lowerBound, shown), count, linear, light, white)
      }
    }
    if isUpper, let frontThrough {
      let rest = unsafe light + count
      unsafe front.with(rows: frontThrough.upper.rows) { page in
        unsafe frontThrough.upper.withTables(line, front) { tables in
          unsafe SheetKernels.roll(
            level, page, tables, line.bentWalk(xs.lowerBound, front), count, rest, light, white)
        }
      }
      unsafe frontThrough.mix(level, row, xs, rest, rest + 4 * count, into: linear)
    }
    let through = unsafe isUpper ? through(row, xs, light + count) : nil
    var lights: UnsafePointer<UInt16>?
    if isUpper {
      unsafe lights = tone.isLit ? UnsafePointer(light) : nil
    } else {
      unsafe lights = tone.isLit ? row.frontInRoll(xs).map { unsafe $0 + xs.lowerBound } : nil
    }
    if let others = unsafe row.lightOfOthers(xs) {
      let product = unsafe linear + 10 * count
      for i in 0..<count { unsafe product[i] = lights?[i] ?? 32768 }
      unsafe Self.dim(product, by: others, count)
      unsafe Self.dim(white, by: others, count)
      unsafe lights = UnsafePointer(product)
    }
    let tone = isUpper ? tone : tone.plain
    unsafe tone.put(
      level, linear, count, through: through, light: lights,
      white: isUpper && tone.isLit ? UnsafePointer(white) : nil, to: row.out + 4 * xs.lowerBound,
      row.noise.row(row.y, from: xs.lowerBound))
  }
}
