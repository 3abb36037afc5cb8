internal import CurlCore
internal import CurlKernels
internal import CurlRaster

/// Paints a scene of layers row by row, in pieces.
///
/// Where the highest opaque layer fills its pixels, it is copied or drawn at once, under the
/// translucent layers over it; `StackSpans` draws the rest. All bytes are within 1 of
/// ``StackPainter``'s.
struct StackRows {
  private let spans: StackSpans
  private let stack: Stack
  private let level: SheetKernels.Level
  /// The fill of each layer.
  private let fills: [LayerFill]
  /// The outline of each layer that is a plate; nil for others.
  private let outlines: [PlateOutline?]

  init(
    _ stack: Stack, _ pictures: FramePictures, level: SheetKernels.Level = SheetKernels.best
  ) {
    spans = StackSpans(stack, pictures, store: CURL_RGBA8)
    self.stack = stack
    self.level = level
    fills = stack.layers.map { LayerFill($0, stack.common, pictures) }
    outlines = stack.layers.map { layer in
      switch layer.body {
      case .plate(let plate), .shadow(let plate):
        PlateOutline(plate, stack.common, layer.bounds)
      case .background, .sheet: nil
      }
    }
  }

  /// Paints rows; `out` is the address of the first one, `scratch` belongs to the calling thread.
  func paint(_ rows: Range<Int>, _ out: UnsafeMutablePointer<UInt8>, _ scratch: StackScratch) {
    spans.pinned { unsafe paintPinned(rows, out, scratch) }
  }

  private func paintPinned(
    _ rows: Range<Int>, _ out: UnsafeMutablePointer<UInt8>, _ scratch: StackScratch
  ) {
    for y in rows {
      for i in stack.layers.indices {
        if let outline = outlines[i] {
          scratch.touched[i] = outline.touched(y)
          scratch.filled[i] = outline.filled(y, of: scratch.touched[i])
        } else {
          let bounds = stack.layers[i].bounds
          scratch.touched[i] = bounds.y.contains(y) ? bounds.x : 0..<0
          scratch.filled[i] = scratch.touched[i]
        }
      }
      let row = unsafe out + 4 * (y - rows.lowerBound) * stack.width
      unsafe paint(y, row, 0..<stack.width, below: stack.layers.count, scratch)
    }
  }

  /// Paints pixels of a row that no layer from `top` on touches, except those in `scratch.over`,
  /// which fill them.
  private func paint(
    _ y: Int, _ row: UnsafeMutablePointer<UInt8>, _ xs: Range<Int>, below top: Int,
    _ scratch: StackScratch
  ) {
    guard !xs.isEmpty else { return }
    var number = top - 1
    while number >= 0 && !scratch.touched[number].overlaps(xs) { number -= 1 }
    guard number >= 0 else { return unsafe paintSpans(y, row, xs) }
    let touched = scratch.touched[number].clamped(to: xs)
    unsafe paint(y, row, xs.lowerBound..<touched.lowerBound, below: number, scratch)
    unsafe paint(y, row, touched.upperBound..<xs.upperBound, below: number, scratch)
    let filled = scratch.filled[number].clamped(to: touched)
    unsafe paintSpans(y, row, touched.lowerBound..<filled.lowerBound)
    unsafe paintSpans(y, row, filled.upperBound..<touched.upperBound)
    guard !filled.isEmpty else { return }
    switch fills[number] {
    case .spans: unsafe paintSpans(y, row, filled)
    case .veil, .shade:
      guard stack.layers[number].casterSheets.isEmpty else {
        return unsafe paintSpans(y, row, filled)
      }
      scratch.over.append(number)
      unsafe veil(y, row, filled, number, scratch)
      scratch.over.removeLast()
    case .clear where scratch.over.isEmpty:
      unsafe (row + 4 * filled.lowerBound).update(repeating: 0, count: 4 * filled.count)
    case .clear: unsafe paintSpans(y, row, filled)
    case .colour: unsafe cover(y, row, filled, number, scratch)
    case .page(let sampler, _, _):
      let suited = sampler.suited(filled, y)
      unsafe paintSpans(y, row, filled.lowerBound..<suited.lowerBound)
      unsafe paintSpans(y, row, suited.upperBound..<filled.upperBound)
      if !suited.isEmpty { unsafe cover(y, row, suited, number, scratch) }
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
      unsafe paintSpans(y, row, start..<suited.lowerBound)
      unsafe paintSpans(y, row, suited.upperBound..<end)
      (start, end) = (suited.lowerBound, suited.upperBound)
    case .shade(let shade):
      for bend in shade.bends(xs, y) where bend.upperBound > start {
        let first = max(bend.lowerBound, start)
        unsafe paint(y, row, start..<first, below: number, scratch)
        unsafe paintSpans(y, row, first..<bend.upperBound)
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
    let out = unsafe row + 4 * xs.lowerBound
    let count = xs.count
    let hasCasters = !stack.layers[number].casterSheets.isEmpty
    var isLit = hasCasters
    var isVeiled = false
    for i in scratch.over {
      if case .veil = fills[i] { isVeiled = true } else { isLit = true }
    }
    if case .page(_, let bytes?, _) = fills[number], !isLit, !isVeiled {
      return unsafe bytes.with(xs.lowerBound, y) { unsafe out.update(from: $0, count: 4 * count) }
    }
    let light = unsafe scratch.light(count)
    if hasCasters {
      unsafe spans.light(onLayer: number, y, xs, into: light)
    } else {
      unsafe light.update(repeating: 1, count: count)
    }
    if case .page(_, let bytes?, _) = fills[number], !isVeiled {
      return unsafe bytes.with(xs.lowerBound, y) { page in
        for i in scratch.over.reversed() { unsafe dim(i, xs, y, light) }
        let powers = unsafe scratch.numbers(count)
        for i in 0..<count { unsafe powers[i] = UInt16(LightPower.of(light[i]) * 65535 + 0.5) }
        unsafe Shade.shade(out, page, powers, count)
      }
    }
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
    case .page(let sampler, _, let its):
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
        level == .wide ? 1 : 0, linear, veil, Int16(share * 32767 + 0.5), nil, Int64(count))
    }
    if isLit {
      for i in 0..<count { unsafe lights[i] = UInt16(min(max(light[i], 0), 1) * 32768 + 0.5) }
    }
    unsafe tone.put(
      level, linear, count, through: nil, light: isLit ? UnsafePointer(lights) : nil, to: out)
  }

  /// Multiplies pixels' light by the share that a shade leaves.
  private func dim(
    _ number: Int, _ xs: Range<Int>, _ y: Int, _ light: UnsafeMutablePointer<Float>
  ) {
    if case .shade(let shade) = fills[number] { unsafe shade.dim(light, xs, y) }
  }

  private func paintSpans(_ y: Int, _ row: UnsafeMutablePointer<UInt8>, _ xs: Range<Int>) {
    unsafe spans.draw(y, xs, to: row + 4 * xs.lowerBound)
  }
}
