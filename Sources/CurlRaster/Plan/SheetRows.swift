internal import CurlCore
internal import CurlDefinition
internal import CurlKernels

/// Draws the lifted sheet row by row: flap, roll and the roll's inside where they fill pixels, and
/// their edges.
///
/// For opaque pages. `SheetSpans` draws round corners, glossy insides of rolls, the outline of glossy
/// rolls and of flaps that hang over, thick paper's rolls of few pixels, and the roll where
/// ``FramePlan`` says so. Values that depend only on the distance from the fold line are in tables,
/// made once per frame. The rest are means of the page over the same boxes as the
/// ``FramePainter``'s, up to integer rounding.
final class SheetRows: Sendable {
  let painter: FramePainter
  let level: SheetKernels.Level
  /// The picture that the back shows, and the front's.
  let back: SheetPage
  let front: SheetPage
  let upper: SheetBend
  let lower: SheetBend
  /// Whether the roll is drawn by its tables; else they are empty.
  let hasRoll: Bool
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
    hasRoll = FramePlan.obstacleToRoll(frame) == nil
    let tables =
      hasRoll
      ? RecentTables.shared.tables(painter, back: back.scale, front: front.scale)
      : SheetTables(withoutRoll: painter, back: back.scale, front: front.scale)
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
    let (line, above) = (SheetLine(painter, row.y), flap.line(row.y))
    func place(_ x: Int) -> Int { min(max(x, xs.lowerBound), xs.upperBound) }
    // Pixels up to the fold line are flat. The upper side is the flap up to a line of its own, which
    // an eye sees away from the fold.
    let fold = place(line.first(Double(-painter.halfExtent.x)))
    let level = place(above.first(-flap.halfExtent - uneven))
    let beyond = place(
      line.first(Double(painter.frame.outer.silhouette + painter.halfExtent.x)))
    if line.slope >= 0 {
      let flat = min(fold, level)
      paintFlat(row, above, xs.lowerBound..<flat)
      paintFlap(row, above, flat..<level, over: .roll)
      paintBent(row, line, level..<max(level, beyond))
      row.plane(max(level, beyond)..<xs.upperBound)
    } else {
      let end = max(level, beyond)
      let flat = max(fold, end)
      row.plane(xs.lowerBound..<beyond)
      paintBent(row, line, beyond..<end)
      paintFlap(row, above, end..<flat, over: .roll)
      paintFlat(row, above, flat..<xs.upperBound)
    }
  }

  /// The length of the flap that spans draw beside the roll, page pixels: as it eases out of the roll,
  /// it reflects the key light another way at every spot, from a near eye.
  private var uneven: Double { hasGloss && painter.frame.nearness != 0 ? flap.eased : 0 }

  /// Whether the sheet shines: spans then draw what shows its front in the roll.
  private var hasGloss: Bool { painter.frame.isLit && painter.frame.gloss > 0 }

  /// What lies under a part of the flap.
  private enum Below {
    case front, roll
  }

  /// Paints pixels that show what lies under the flap.
  private func under(_ row: some SheetRow, _ xs: Range<Int>, _ below: Below) {
    switch below {
    case .front: row.underFlap(xs)
    case .roll: row.paintSpans(xs)
    }
  }

  /// Draws pixels where the page lies flat: the page, the flap above it and the flap's edges; `line`
  /// is the flap's.
  private func paintFlat(_ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>) {
    guard !xs.isEmpty else { return }
    if row.sides == .lower { return row.front(xs) }
    paintFlap(row, line, xs, over: .front)
  }

  /// Draws pixels whose upper side is the flap, and what is seen beside it.
  private func paintFlap(
    _ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>, over below: Below
  ) {
    guard !xs.isEmpty else { return }
    let touched = flap.pixels(line, within: -flap.margin - flap.overhang, xs)
    under(row, xs.lowerBound..<touched.lowerBound, below)
    under(row, touched.upperBound..<xs.upperBound, below)
    guard corners.radius > 0 else { return paintTouched(row, line, touched, below) }
    var start = touched.lowerBound
    for round in flap.rounds(line, corners, touched) where round.upperBound > start {
      let first = max(round.lowerBound, start)
      paintTouched(row, line, start..<first, below)
      row.paintSpans(first..<round.upperBound)
      start = round.upperBound
    }
    paintTouched(row, line, start..<touched.upperBound, below)
  }

  /// Draws pixels that the flap touches, off its round corners.
  private func paintTouched(
    _ row: some SheetRow, _ line: SheetLine, _ touched: Range<Int>, _ below: Below
  ) {
    guard !touched.isEmpty else { return }
    let inside = flap.pixels(line, within: flap.margin, touched)
    paintFlapEdge(row, line, touched.lowerBound..<inside.lowerBound, below)
    paintFlapEdge(row, line, inside.upperBound..<touched.upperBound, below)
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
    unsafe flap.tones(line, eased, light, white)
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
      unsafe values[i] = UInt16(
        truncatingIfNeeded: (UInt32(values[i]) &* UInt32(others[i]) &+ 16384) >> 15)
    }
  }

  private func paintFlapEdge(
    _ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>, _ below: Below
  ) {
    guard !xs.isEmpty else { return }
    guard below == .front, flap.overhang == 0 else { return row.paintSpans(xs) }
    if row.paintUnderEdges(xs, around: nil) { coverFlapEdge(row, line, xs) }
  }

  /// The light that comes through the back, 32768 = 1; nil for full light.
  private func through(
    _ row: some SheetRow, _ xs: Range<Int>, _ buffer: UnsafeMutablePointer<UInt16>
  )
    -> UnsafePointer<UInt16>?
  {
    guard tone.fades, let values = unsafe row.frontBehind(xs) else { return nil }
    let under = unsafe values + xs.lowerBound
    for i in 0..<xs.count {
      unsafe buffer[i] = UInt16(truncatingIfNeeded: (UInt32(under[i]) &+ 32768) >> 1)
    }
    return unsafe UnsafePointer(buffer)
  }

  private func paintBent(_ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>) {
    // A roll of few pixels has no tables; thick paper around it shows boxes so thin that their rounding
    // picks the texels.
    let isTight = painter.frame.isThick && upper.pieces.isEmpty
    guard hasRoll && !isTight else { return row.paintSpans(xs) }
    var runs = Runs(xs)
    while let (range, reach) = next(line, upper, &runs) {
      switch reach {
      case .inside where row.sides == .lower: paintInside(row, line, range)
      case .inside: paintSide(row, line, upper, range, isUpper: true)
      case .corner: row.paintSpans(range)
      case .edge:
        if hasGloss || touchesCorner(line, lower, range) {
          row.paintSpans(range)
        } else {
          paintEdge(row, line, range, hasUpper: true)
        }
      case .outside: paintInside(row, line, range)
      }
    }
  }

  /// Draws pixels in which the roll's inside is seen, or what lies under the sheet.
  private func paintInside(_ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>) {
    guard showsLower(row) else { return row.plane(xs, around: line) }
    var runs = Runs(xs)
    while let (range, reach) = next(line, lower, &runs) {
      switch reach {
      case .outside: row.plane(range, around: line)
      case .corner: row.paintSpans(range)
      case _ where hasGloss: row.paintSpans(range)
      case .inside: paintSide(row, line, lower, range, isUpper: false)
      case .edge: paintEdge(row, line, range, hasUpper: false)
      }
    }
  }

  private func paintEdge(_ row: some SheetRow, _ line: SheetLine, _ xs: Range<Int>, hasUpper: Bool)
  {
    guard row.paintUnderEdges(xs, around: line) else { return }
    coverEdge(
      row, line, xs, hasUpper: hasUpper || row.sides == .lower, hasLower: showsLower(row),
      isCut: true)
  }

  /// Whether the lower side is drawn, or thick paper's cut edge behind it, which belongs to the upper one.
  private func showsLower(_ row: some SheetRow) -> Bool {
    row.sides != .upper || painter.frame.isThick
  }

  /// Draws a run of pixels that one side of the bent sheet fills, except at its silhouette.
  private func paintSide(
    _ row: some SheetRow, _ line: SheetLine, _ bend: SheetBend, _ xs: Range<Int>, isUpper: Bool
  ) {
    func place(_ distance: Double) -> Int {
      min(max(line.first(distance), xs.lowerBound), xs.upperBound)
    }
    let (start, end) = (place(bend.start), place(bend.end))
    let isRising = line.slope >= 0
    // Of a lower side that isn't drawn, only the cut edge at its end is seen.
    let isHidden = !isUpper && row.sides == .upper
    let before = isRising ? xs.lowerBound..<start : start..<xs.upperBound
    if isHidden { row.plane(before, around: line) }
    if !before.isEmpty, !isHidden, row.paintUnderEdges(before, around: line) {
      coverEdge(row, line, before, hasUpper: isUpper, hasLower: !isUpper, isCut: false)
    }
    // Pixels that the silhouette crosses also show the area beyond it. Beside a lower side by itself they
    // show the upper one, which takes a share of them and may end in them; thick paper's inside ends
    // before its outside.
    let after = isRising ? end..<xs.upperBound : xs.lowerBound..<end
    if !after.isEmpty, row.paintUnderEdges(after, around: line) {
      let isBeside = !isUpper && (row.sides == .lower || painter.frame.isThick)
      coverEdge(
        row, line, after, hasUpper: isUpper || isBeside, hasLower: !isUpper, isCut: isBeside)
    }
    let xs = isRising ? start..<end : end..<start
    if isHidden { return row.plane(xs, around: line) }
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
