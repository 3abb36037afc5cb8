internal import CurlCore
internal import CurlDefinition
internal import CurlKernels

/// The row of a frame with one sheet that is being painted; ``next()`` moves to the row below.
@safe struct Row: SheetRow {
  private(set) var y: Int
  private(set) var out: UnsafeMutablePointer<UInt8>
  let painter: RowPainter
  let lights: StripLights
  /// The pages' bytes, and those beside them; see ``RowPainter/ground``.
  private let pages: Pages
  private let spans: SheetSpans

  /// The sources that rows are copied from.
  @safe struct Pages {
    let front: UnsafePointer<UInt8>
    /// Nil if the next page isn't drawn.
    let next: UnsafePointer<UInt8>?
    /// The frame's row that is the first of these bytes.
    let start: Int
    let ground: UnsafePointer<UInt8>?
    /// Bytes from one row of `ground` to the next.
    let groundStride: Int
  }

  /// The row `y`, whose bytes start at `out`.
  init(
    _ painter: RowPainter, _ pages: Pages, _ lights: StripLights, _ spans: SheetSpans, y: Int,
    out: UnsafeMutablePointer<UInt8>
  ) {
    self.spans = spans
    self.painter = painter
    self.pages = pages
    self.lights = lights
    self.y = y
    unsafe self.out = out
    lights.begin(row: y)
  }

  var noise: Noise { painter.painter.frame.noise }
  var isStraight: Bool { Store.isStraight(painter.store) }
  var sides: SheetSides { .both }
  var pagePixels: Range<Int> { painter.pixels.inside(y) }
  var touchedPixels: Range<Int> { painter.pixels.touched(y) }

  /// Moves to the row below.
  mutating func next() {
    y += 1
    unsafe out += 4 * painter.painter.frame.width
    lights.begin(row: y)
  }

  func plane(_ pixels: Range<Int>) {
    plane(pixels, lights.plane)
  }

  func front(_ pixels: Range<Int>) {
    unsafe paint(pixels, pages.front, lights.front)
  }

  func plane(_ pixels: Range<Int>, around line: SheetLine) {
    guard !pixels.isEmpty else { return }
    let fold = painter.painter.fold(pixels, y, line)
    let (left, right) = (pixels.lowerBound..<fold, fold..<pixels.upperBound)
    plane(line.slope >= 0 ? left : right, lights.front)
    plane(line.slope >= 0 ? right : left)
  }

  func paintUnderEdges(_ pixels: Range<Int>, around line: SheetLine?) -> Bool {
    // Pixels that the page's edge crosses, which spans draw with all edges, never come here.
    if let line { plane(pixels, around: line) } else { underFlap(pixels) }
    return true
  }

  func unrounded(_ x: Int, around line: SheetLine?) -> SIMD4<Float>? {
    let page = unsafe line == nil ? pages.front : pages.next
    let isShadow = unsafe page == nil && painter.painter.frame.base == .shadow
    guard unsafe (page != nil || isShadow) && pagePixels.contains(x) else { return nil }
    let isFront = line.map {
      (x < painter.painter.fold(x..<x + 1, y, $0)) == ($0.slope >= 0)
    }
    let field = isFront ?? true ? lights.front : lights.plane
    let power = unsafe field.row(y, x..<x + 1)?[x] ?? LightPower.full
    guard let page = unsafe page else {
      return SIMD4(0, 0, 0, 32767 * (1 - LightPower.light(power)))
    }
    return unsafe SheetTone.lit(page + painter.pageByte(y - pages.start) + 4 * x, by: power)
  }

  // A row's sheet covers a pixel's edges once.
  func keep(_ unrounded: SIMD4<Float>, _ x: Int) {}

  func lightOfOthers(_ pixels: Range<Int>) -> UnsafePointer<UInt16>? { nil }

  func paintSpans(_ pixels: Range<Int>) {
    if pixels.isEmpty { return }
    unsafe spans.draw(y, pixels, to: out + 4 * pixels.lowerBound)
  }

  private func plane(_ pixels: Range<Int>, _ field: LightField) {
    if case .nothing = painter.painter.frame.base {
      beside(pixels, field)
    } else {
      unsafe paint(pixels, pages.next, field)
    }
  }

  /// Paints a page, or if that is nil the sheet's shadow, and the area beside the page.
  private func paint(_ pixels: Range<Int>, _ page: UnsafePointer<UInt8>?, _ field: LightField) {
    guard !pixels.isEmpty else { return }
    let touched = touchedPixels.clamped(to: pixels)
    if touched.isEmpty { return beside(pixels, field) }
    beside(pixels.lowerBound..<touched.lowerBound, field)
    beside(touched.upperBound..<pixels.upperBound, field)
    let inside = pagePixels.clamped(to: touched)
    if inside.isEmpty { return paintSpans(touched) }
    paintSpans(touched.lowerBound..<inside.lowerBound)
    paintSpans(inside.upperBound..<touched.upperBound)
    guard let page = unsafe page else { return shadow(inside, field) }
    let source = unsafe page + painter.pageByte(y - pages.start)
    // Prefetch the row below, which usually comes next.
    unsafe curl_ahead(source + 4 * (painter.stride + inside.lowerBound), 4 * inside.count)
    unsafe copy(inside, source, field)
  }

  /// Paints black with the alpha of the light that the sheet takes.
  private func shadow(_ pixels: Range<Int>, _ field: LightField) {
    unsafe field.runs(y, pixels) { run, powers in
      let to = unsafe UnsafeMutableRawPointer(out + 4 * run.lowerBound)
        .assumingMemoryBound(to: UInt32.self)
      guard let powers = unsafe powers else {
        return unsafe to.update(repeating: 0, count: run.count)
      }
      let own = unsafe powers + run.lowerBound
      unsafe LightPower.shadows.withUnsafeBufferPointer { shadows in
        for i in 0..<run.count {
          let alpha = unsafe UInt32(shadows[Int(own[i])])
          unsafe to[i] = (alpha << 24).littleEndian
        }
      }
    }
  }

  /// Paints the area beside the page.
  private func beside(_ pixels: Range<Int>, _ field: LightField) {
    guard !pixels.isEmpty else { return }
    guard let first = unsafe pages.ground else { return paintSpans(pixels) }
    let ground = unsafe first + y * pages.groundStride
    if painter.painter.frame.hasGround {
      unsafe copy(pixels, ground, field)
    } else {
      unsafe (out + 4 * pixels.lowerBound).update(
        from: ground + 4 * pixels.lowerBound, count: 4 * pixels.count)
    }
  }
}
