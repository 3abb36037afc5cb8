package import CurlCore
internal import CurlDefinition
package import CurlKernels

/// Paints a scene of layers row by row, in pieces.
///
/// Where the highest opaque layer fills its pixels, it is copied or drawn at once, under the
/// translucent layers over it; `StackSpans` draws the rest. All bytes are within 1 of
/// ``StackPainter``'s.
package final class StackRows {
  private let spans: StackSpans
  private let stack: Stack
  private let level: SheetKernels.Level
  /// The fill of each layer.
  private let fills: [LayerFill]
  /// The outline of each layer that is a plate; nil for others.
  private let outlines: [PlateOutline?]
  private let sheets: [StackSheet]
  let store: curl_store

  /// A painter of a scene with its sheets; `store` is as for ``RowPainter``.
  package convenience init(
    _ stack: Stack, _ pictures: FramePictures, _ sheets: [StackSheet],
    _ store: curl_store = CURL_RGBA8
  ) {
    self.init(stack, pictures, sheets, store, level: SheetKernels.best)
  }

  /// A painter that uses kernels of a level.
  init(
    _ stack: Stack, _ pictures: FramePictures, _ sheets: [StackSheet],
    _ store: curl_store = CURL_RGBA8,
    level: SheetKernels.Level
  ) {
    spans = StackSpans(stack, pictures, store: store)
    self.store = store
    self.stack = stack
    self.level = level
    self.sheets = sheets
    fills = stack.layers.map { LayerFill($0, stack, pictures) }
    outlines = stack.layers.map { layer in
      switch layer.body {
      case .plate(let plate), .shadow(let plate):
        PlateOutline(plate, stack.common, layer.bounds)
      case .background, .sheet: nil
      }
    }
  }

  /// Noise of the rounding.
  var noise: Noise { stack.common.noise }

  /// Bytes of light and taps that spans have cached so far.
  var cachedBytes: Int { spans.cachedBytes }

  /// Paints rows; `out` is the address of the first one, `scratch` belongs to the calling thread.
  package func paint(
    _ rows: Range<Int>, _ out: UnsafeMutablePointer<UInt8>, _ scratch: StackScratch
  ) {
    spans.pinned { unsafe paintPinned(rows, out, scratch) }
  }

  private func paintPinned(
    _ rows: Range<Int>, _ out: UnsafeMutablePointer<UInt8>, _ scratch: StackScratch
  ) {
    for y in rows {
      begin(y, scratch)
      let row = unsafe out + 4 * (y - rows.lowerBound) * stack.width
      unsafe paint(y, row, 0..<stack.width, below: stack.layers.count, scratch)
    }
  }

  /// Finds the pixels of a row that each layer touches.
  private func begin(_ y: Int, _ scratch: StackScratch) {
    for (i, sheet) in sheets.enumerated() {
      scratch.strips[i]?.begin(row: y)
      scratch.pieces[i] = sheet.pieces(y)
    }
    for i in stack.layers.indices {
      if let outline = outlines[i] {
        scratch.touched[i] = outline.touched(y)
        scratch.filled[i] = outline.filled(y, of: scratch.touched[i])
        continue
      }
      let bounds = stack.layers[i].bounds
      var touched = bounds.y.contains(y) ? bounds.x : 0..<0
      if case .sheet(let number, let sides, _) = fills[i], let pieces = scratch.pieces[number] {
        touched = touched.clamped(to: sides == .upper ? pieces.upper : pieces.touched)
      }
      scratch.touched[i] = touched
      scratch.filled[i] = touched
    }
  }

  /// Paints pixels of a row that no layer from `top` on touches, except those in `scratch.over`,
  /// which fill them.
  func paint(
    _ y: Int, _ row: UnsafeMutablePointer<UInt8>, _ xs: Range<Int>, below top: Int,
    _ scratch: StackScratch
  ) {
    guard !xs.isEmpty else { return }
    var number = top - 1
    while number >= 0 && !scratch.touched[number].overlaps(xs) { number -= 1 }
    guard number >= 0 else { return unsafe paintSpans(y, row, xs, scratch) }
    let touched = scratch.touched[number].clamped(to: xs)
    unsafe paint(y, row, xs.lowerBound..<touched.lowerBound, below: number, scratch)
    unsafe paint(y, row, touched.upperBound..<xs.upperBound, below: number, scratch)
    let filled = scratch.filled[number].clamped(to: touched)
    unsafe paintSpans(y, row, touched.lowerBound..<filled.lowerBound, scratch)
    unsafe paintSpans(y, row, filled.upperBound..<touched.upperBound, scratch)
    guard !filled.isEmpty else { return }
    switch fills[number] {
    case .spans: unsafe paintSpans(y, row, filled, scratch)
    case .veil, .shade:
      guard stack.layers[number].casterSheets.isEmpty else {
        return unsafe paintSpans(y, row, filled, scratch)
      }
      scratch.over.append(number)
      unsafe veil(y, row, filled, number, scratch)
      scratch.over.removeLast()
    case .clear where scratch.over.isEmpty:
      unsafe (row + 4 * filled.lowerBound).update(repeating: 0, count: 4 * filled.count)
    case .clear: unsafe paintSpans(y, row, filled, scratch)
    case .sheet(let caster, let sides, _):
      let sheet = sheets[caster]
      guard scratch.over.isEmpty, let pieces = scratch.pieces[caster] else {
        return unsafe paintSpans(y, row, filled, scratch)
      }
      let around = unsafe StackRow(
        stack: self, sheet: sheet, number: number, caster: caster, sides: sides, y: y, out: row,
        scratch: scratch)
      around.paint(pieces, filled)
    case .colour: unsafe cover(y, row, filled, number, scratch)
    case .page(let sampler?, let bytes, _) where bytes == nil || !scratch.over.isEmpty:
      let suited = sampler.suited(filled, y)
      unsafe paintSpans(y, row, filled.lowerBound..<suited.lowerBound, scratch)
      unsafe paintSpans(y, row, suited.upperBound..<filled.upperBound, scratch)
      if !suited.isEmpty { unsafe cover(y, row, suited, number, scratch) }
    case .page: unsafe cover(y, row, filled, number, scratch)
    }
  }

  /// Paints pixels that a translucent layer, the last in `scratch.over`, fills over others.
  private func veil(
    _ y: Int, _ row: UnsafeMutablePointer<UInt8>, _ xs: Range<Int>, _ number: Int,
    _ scratch: StackScratch
  ) {
    var (start, end) = (xs.lowerBound, xs.upperBound)
    switch fills[number] {
    case .veil(let sampler, _):
      let suited = sampler.suited(xs, y)
      unsafe paintSpans(y, row, start..<suited.lowerBound, scratch)
      unsafe paintSpans(y, row, suited.upperBound..<end, scratch)
      (start, end) = (suited.lowerBound, suited.upperBound)
    case .shade(let shade):
      for bend in shade.bends(xs, y) where bend.upperBound > start {
        let first = max(bend.lowerBound, start)
        unsafe paint(y, row, start..<first, below: number, scratch)
        unsafe paintSpans(y, row, first..<bend.upperBound, scratch)
        start = bend.upperBound
      }
    default: break
    }
    unsafe paint(y, row, start..<end, below: number, scratch)
  }

  /// Paints pixels that an opaque layer fills, under the layers in `scratch.over`.
  private func cover(
    _ y: Int, _ row: UnsafeMutablePointer<UInt8>, _ xs: Range<Int>, _ number: Int,
    _ scratch: StackScratch
  ) {
    let isVeiled = scratch.over.contains { if case .veil = fills[$0] { true } else { false } }
    let hasCasters = !stack.layers[number].casterSheets.isEmpty
    if isVeiled {
      if hasCasters { return unsafe paintSpans(y, row, xs, scratch) }
      if case .page(nil, _, _) = fills[number] { return unsafe paintSpans(y, row, xs, scratch) }
    }
    let hasShades = scratch.over.contains { if case .veil = fills[$0] { false } else { true } }
    let out = unsafe row + 4 * xs.lowerBound
    let count = xs.count
    if case .page(_, let bytes?, _) = fills[number], !isVeiled {
      unsafe bytes.with(xs.lowerBound, y) { unsafe out.update(from: $0, count: 4 * count) }
      return hasShades
        ? unsafe shade(number, y, row, xs, scratch) : unsafe dim(number, y, row, xs, scratch)
    }
    let isLit = hasShades || hasCasters
    let light = unsafe light(ofCastersOn: number, y, xs, scratch)
    var tone = SheetTone.bare
    // Numbers per pixel: four for the layer, four for a veil, one for the light.
    let linear = unsafe scratch.numbers(9 * count)
    let lights = unsafe linear + 8 * count
    switch fills[number] {
    case .colour(let colour):
      let value = colour * 32767 + 0.5
      for i in 0..<count {
        for c in 0..<4 { unsafe linear[4 * i + c] = UInt16(value[c]) }
      }
    case .page(let sampler?, _, let its):
      unsafe sampler.sample(level, xs, y, linear)
      if let its { tone = its }
    default: break
    }
    for i in scratch.over.reversed() {
      guard case .veil(let sampler, let share) = fills[i] else {
        unsafe dim(i, xs, y, light)
        continue
      }
      // Light and tone of the pixels under a veil are applied before the veil.
      if isLit || !tone.isBare {
        unsafe tone.apply(to: linear, count, isLit ? UnsafePointer(light) : nil)
      }
      tone = .bare
      for k in 0..<count { unsafe light[k] = 1 }
      let veil = unsafe linear + 4 * count
      unsafe sampler.sample(level, xs, y, veil)
      unsafe curl_mix(
        level.rawValue, linear, veil, Int16(share * 32767 + 0.5), nil, Int64(count))
    }
    if isLit {
      for i in 0..<count { unsafe lights[i] = LightPower.whole(min(max(light[i], 0), 1) * 32768) }
    }
    unsafe tone.put(
      level, linear, count, through: nil, light: isLit ? UnsafePointer(lights) : nil, to: out,
      noise.row(y, from: xs.lowerBound))
  }

  /// Multiplies pixels' light by the share that a shade leaves.
  private func dim(
    _ number: Int, _ xs: Range<Int>, _ y: Int, _ light: UnsafeMutablePointer<Float>
  ) {
    if case .shade(let shade) = fills[number] { unsafe shade.dim(light, xs, y) }
  }

  /// The light 0…1 that a layer's casters leave, from the first pixel on.
  private func light(
    ofCastersOn number: Int, _ y: Int, _ xs: Range<Int>, _ scratch: StackScratch
  ) -> UnsafeMutablePointer<Float> {
    let light = unsafe scratch.light(xs.count)
    unsafe light.update(repeating: 1, count: xs.count)
    let isRolledUp = stack.layers[number].isRolledUp
    for caster in stack.layers[number].casterSheets {
      unsafe powers(of: caster, isRolledUp, y, xs, scratch) { run, powers in
        let (light, powers) = unsafe (
          light + (run.lowerBound - xs.lowerBound), powers + run.lowerBound
        )
        for i in 0..<run.count { unsafe light[i] *= LightPower.light(powers[i]) }
      }
    }
    return unsafe light
  }

  /// The light on a sheet seen in columns, as `curl_columns_light` fills it in; false in full light.
  func light(
    onSheet number: Int, _ columns: UnsafePointer<curl_columns>, _ y: Int, _ xs: Range<Int>,
    _ lights: UnsafeMutablePointer<UInt16>
  ) -> Bool {
    guard sheets[number].frame.isLit else { return false }
    unsafe spans.light(onSheet: number, columns, y, xs, into: lights)
    return true
  }

  /// The light 0…32768 that a layer's casters leave, from the first pixel on; nil if it has none.
  func light(onLayer number: Int, _ y: Int, _ xs: Range<Int>, _ scratch: StackScratch)
    -> UnsafePointer<UInt16>?
  {
    if stack.layers[number].casterSheets.isEmpty { return nil }
    let light = unsafe light(ofCastersOn: number, y, xs, scratch)
    let numbers = unsafe scratch.castLight(xs.count)
    for i in 0..<xs.count { unsafe numbers[i] = LightPower.whole(light[i] * 32768) }
    return unsafe UnsafePointer(numbers)
  }

  /// Multiplies painted pixels of a layer by the light that its casters and the shades in
  /// `scratch.over` leave.
  private func shade(
    _ number: Int, _ y: Int, _ row: UnsafeMutablePointer<UInt8>, _ xs: Range<Int>,
    _ scratch: StackScratch
  ) {
    let (out, count) = unsafe (row + 4 * xs.lowerBound, xs.count)
    let light = unsafe light(ofCastersOn: number, y, xs, scratch)
    for i in scratch.over.reversed() { unsafe dim(i, xs, y, light) }
    let powers = unsafe scratch.numbers(count)
    // Shades are often the same all along a row.
    var (known, power) = (Float(1), LightPower.full)
    for i in 0..<count {
      let own = unsafe light[i]
      if own != known { (known, power) = (own, UInt16(LightPower.of(own) * 65535 + 0.5)) }
      unsafe powers[i] = power
    }
    unsafe Shade.shade(out, out, powers, count, noise.row(y, from: xs.lowerBound))
  }

  /// Multiplies painted pixels of a layer by the light that its casters leave, and the sheet `own`
  /// on its own flat front.
  func dim(
    _ number: Int, _ y: Int, _ row: UnsafeMutablePointer<UInt8>, _ xs: Range<Int>, own: Int? = nil,
    _ scratch: StackScratch
  ) {
    let isRolledUp = stack.layers[number].isRolledUp
    var casters = stack.layers[number].casterSheets
    if let own { casters.insert(own, at: 0) }
    guard !xs.isEmpty, !casters.isEmpty else { return }
    if casters.count == 1 {
      return unsafe powers(of: casters[0], isRolledUp, y, xs, scratch) { run, powers in
        let out = unsafe row + 4 * run.lowerBound
        unsafe Shade.shade(
          out, out, powers + run.lowerBound, run.count, noise.row(y, from: run.lowerBound))
      }
    }
    // The product of all lights is rounded once.
    let product = unsafe scratch.numbers(xs.count)
    unsafe product.update(repeating: LightPower.full, count: xs.count)
    var (first, end) = (xs.upperBound, xs.lowerBound)
    for caster in casters {
      unsafe powers(of: caster, isRolledUp, y, xs, scratch) { run, powers in
        (first, end) = (min(first, run.lowerBound), max(end, run.upperBound))
        let (product, powers) = unsafe (
          product + (run.lowerBound - xs.lowerBound), powers + run.lowerBound
        )
        // Nothing here overflows; checks would keep it from wide instructions.
        for i in 0..<run.count {
          unsafe product[i] = UInt16(
            truncatingIfNeeded: (UInt32(product[i]) &* UInt32(powers[i]) &+ 65534) / 65535)
        }
      }
    }
    guard first < end else { return }
    let out = unsafe row + 4 * first
    unsafe Shade.shade(
      out, out, product + first - xs.lowerBound, end - first, noise.row(y, from: first))
  }

  /// Calls `body` with the runs of a row's pixels that get less than full light from a caster, and
  /// with the powers of the light, indexed by pixel.
  private func powers(
    of caster: Int, _ isRolledUp: Bool, _ y: Int, _ xs: Range<Int>, _ scratch: StackScratch,
    _ body: (Range<Int>, UnsafePointer<UInt16>) -> Void
  ) {
    let painter = sheets[caster].painter
    guard painter.frame.isLit else { return }
    guard let strip = scratch.strips[caster] else {
      return unsafe exactPowers(of: caster, isRolledUp, y, xs, scratch, body)
    }
    func runs(_ field: LightField, _ xs: Range<Int>) {
      if xs.isEmpty { return }
      unsafe field.runs(y, xs) { run, powers in
        if let powers = unsafe powers { unsafe body(run, powers) }
      }
    }
    if isRolledUp, let rolledUp = strip.rolledUp { return runs(rolledUp, xs) }
    let line = SheetLine(painter, y)
    let fold = painter.fold(xs, y, line)
    let (left, right) = (xs.lowerBound..<fold, fold..<xs.upperBound)
    runs(line.slope >= 0 ? strip.front : strip.plane, left)
    runs(line.slope >= 0 ? strip.plane : strip.front, right)
  }

  /// The powers of light that isn't in fields.
  private func exactPowers(
    of caster: Int, _ isRolledUp: Bool, _ y: Int, _ xs: Range<Int>, _ scratch: StackScratch,
    _ body: (Range<Int>, UnsafePointer<UInt16>) -> Void
  ) {
    let light = unsafe scratch.exactLight(xs.count)
    unsafe spans.light(ofSheet: caster, isRolledUp: isRolledUp, y, xs, into: light)
    var (first, last) = (0, xs.count)
    while first < last, unsafe light[first] >= 1 { first += 1 }
    while first < last, unsafe light[last - 1] >= 1 { last -= 1 }
    if first == last { return }
    let powers = unsafe scratch.powers(xs.count)
    unsafe LightPower.raise(light + first, count: last - first)
    for i in first..<last { unsafe powers[i] = LightPower.whole(light[i] * 65535) }
    unsafe body(xs.lowerBound + first..<xs.lowerBound + last, UnsafePointer(powers) - xs.lowerBound)
  }

  /// Paints all layers, whichever these pixels show.
  func paintSpans(
    _ y: Int, _ row: UnsafeMutablePointer<UInt8>, _ xs: Range<Int>, _ scratch: StackScratch
  ) {
    if xs.isEmpty { return }
    scratch.hasSpans = true
    unsafe spans.draw(y, xs, to: row + 4 * xs.lowerBound)
  }
}
