internal import CurlCore
internal import CurlKernels

/// The row of a scene around one of its sheets.
@safe struct StackRow: SheetRow {
  let stack: StackRows
  let sheet: StackSheet
  /// The sheet's layer, and the sheet's number.
  let number: Int
  let caster: Int
  let sides: SheetSides
  let y: Int
  let out: UnsafeMutablePointer<UInt8>
  let scratch: StackScratch

  var noise: Noise { stack.noise }
  var isStraight: Bool { Store.isStraight(stack.store) }
  var lights: StripLights {
    guard let strip = scratch.strips[caster] else {
      preconditionFailure("a sheet in integers has its lights")
    }
    return strip
  }
  var pagePixels: Range<Int> { sheet.pixels.inside(y) }
  var touchedPixels: Range<Int> { sheet.pixels.touched(y) }

  /// Paints pixels that no layer above the sheet's touches.
  func paint(_ pieces: StackSheet.Pieces, _ xs: Range<Int>) {
    var start = xs.lowerBound
    for flat in pieces.flat.map({ $0.clamped(to: start..<xs.upperBound) }) where !flat.isEmpty {
      paintLifted(start..<flat.lowerBound)
      underFlap(flat)
      start = flat.upperBound
    }
    paintLifted(start..<xs.upperBound)
    if sheet.rows != nil || !pieces.flat.isEmpty {
      round(sheet.frame, pagePixels.clamped(to: xs))
    }
  }

  private func paintLifted(_ pixels: Range<Int>) {
    if let rows = sheet.rows {
      rows.paint(self, pixels)
    } else if let columns = sheet.columns, !pixels.isEmpty {
      columns.forEachRun(y, pixels) { paint(columns, $0, $1) }
    } else {
      paintSpans(pixels)
    }
  }

  /// Paints pixels of which columns see the same.
  private func paint(_ columns: SheetColumns, _ run: Range<Int>, _ seen: curl_sight) {
    switch seen {
    case CURL_SEES_FRONT where sides != .upper, CURL_SEES_BACK where sides != .lower:
      let others = unsafe lightOfOthers(run)
      // Numbers per pixel: four channels, and three of light.
      let numbers = unsafe scratch.numbers(7 * run.count)
      unsafe columns.paint(
        y, run, isBack: seen == CURL_SEES_BACK, out + 4 * run.lowerBound,
        noise.row(y, from: run.lowerBound), numbers: numbers, others: others
      ) { unsafe stack.light(onSheet: caster, $0, y, run, $1) }
    case CURL_SEES_ANY: paintSpans(run)
    default: plane(run)
    }
  }

  func plane(_ pixels: Range<Int>) {
    unsafe stack.paint(y, out, pixels, below: number, scratch)
  }

  func plane(_ pixels: Range<Int>, around line: SheetLine) { plane(pixels) }

  func front(_ pixels: Range<Int>) {
    guard !pixels.isEmpty else { return }
    let touched = touchedPixels.clamped(to: pixels)
    if touched.isEmpty { return plane(pixels) }
    plane(pixels.lowerBound..<touched.lowerBound)
    plane(touched.upperBound..<pixels.upperBound)
    let inside = pagePixels.clamped(to: touched)
    if inside.isEmpty { return paintSpans(touched) }
    paintSpans(touched.lowerBound..<inside.lowerBound)
    paintSpans(inside.upperBound..<touched.upperBound)
    unsafe sheet.front?.with(inside.lowerBound, y) { page in
      unsafe (out + 4 * inside.lowerBound).update(from: page, count: 4 * inside.count)
    }
    unsafe stack.dim(number, y, out, inside, own: caster, scratch)
  }

  func paintSpans(_ pixels: Range<Int>) { unsafe stack.paintSpans(y, out, pixels, scratch) }

  func paintUnderEdges(_ pixels: Range<Int>, around line: SheetLine?) -> Bool {
    // Spans draw whole pixels, this sheet's edges included: none may be composited over those again.
    let hadSpans = scratch.hasSpans
    scratch.hasSpans = false
    scratch.forget(pixels)
    if line == nil { underFlap(pixels) } else { plane(pixels) }
    let hasSpans = scratch.hasSpans
    if hasSpans { paintSpans(pixels) }
    scratch.hasSpans = hadSpans || hasSpans
    return !hasSpans
  }

  // Roundings of several edges would add up.
  func unrounded(_ x: Int, around line: SheetLine?) -> SIMD4<Float>? { scratch.unrounded[x] }

  func keep(_ unrounded: SIMD4<Float>, _ x: Int) { scratch.unrounded[x] = unrounded }

  func lightOfOthers(_ pixels: Range<Int>) -> UnsafePointer<UInt16>? {
    unsafe stack.light(onLayer: number, y, pixels, scratch)
  }
}
