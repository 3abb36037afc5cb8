internal import CurlCore
internal import CurlKernels
internal import CurlRaster

/// The row of a frame of bytes that is being painted; ``next()`` moves to the row below.
///
/// Each function paints all pixels that it is given, or returns values for them.
@safe struct Row {
  private(set) var y: Int
  /// The row's bytes; pixel x starts at 4 · x.
  private(set) var out: UnsafeMutablePointer<UInt8>
  let painter: RowPainter
  let lights: StripLights
  /// The pages' bytes, and a row of the colour beside them; see ``RowPainter/ground``.
  private let pages: Pages
  private let spans: SheetSpans

  /// The sources that rows are copied from.
  @safe struct Pages {
    let front: UnsafePointer<UInt8>
    let next: UnsafePointer<UInt8>
    /// The frame's row that is the first of these bytes.
    let start: Int
    let ground: UnsafePointer<UInt8>?
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

  /// The row's pixels that lie on the page, and those that touch it.
  var pagePixels: Range<Int> { painter.pagePixels(y) }
  var touchedPixels: Range<Int> { painter.touchedPixels(y) }

  /// Moves to the row below.
  mutating func next() {
    y += 1
    unsafe out += 4 * painter.painter.frame.width
    lights.begin(row: y)
  }

  /// Paints the next page under the sheet's shadow, and the area beside the page.
  func plane(_ pixels: Range<Int>) {
    unsafe paint(pixels, pages.next, lights.plane)
  }

  /// Paints the flat front under the flap's shadow, and the area beside the page.
  func front(_ pixels: Range<Int>) {
    unsafe paint(pixels, pages.front, lights.front)
  }

  /// Paints the next page around the fold line, at which light beside the page may jump.
  func plane(_ pixels: Range<Int>, around line: SheetLine) {
    guard !pixels.isEmpty else { return }
    let fold = fold(pixels, line)
    let (left, right) = (pixels.lowerBound..<fold, fold..<pixels.upperBound)
    unsafe paint(line.slope >= 0 ? left : right, pages.next, lights.front)
    plane(line.slope >= 0 ? right : left)
  }

  /// The pixel that separates the two sides of the fold line; on the line itself light is the flat
  /// front's.
  ///
  /// A sharp fold's light jumps there. If a pixel's centre lies on the line up to rounding, the
  /// ``FramePainter``'s own distance decides its side.
  private func fold(_ pixels: Range<Int>, _ line: SheetLine) -> Int {
    let isRising = line.slope >= 0
    let painter = painter.painter
    func isSecond(_ x: Int) -> Bool {
      (painter.foldPoint(painter.planePoint(x, y)).x > 0) == isRising
    }
    var fold = min(max(line.first(0), pixels.lowerBound), pixels.upperBound)
    while fold > pixels.lowerBound && isSecond(fold - 1) { fold -= 1 }
    while fold < pixels.upperBound && !isSecond(fold) { fold += 1 }
    return fold
  }

  /// The light 0…32768 on the sheet's front straight over each pixel, flat or in the roll, indexed
  /// by pixel; nil if it is 32768 everywhere.
  func frontInRoll(_ pixels: Range<Int>) -> UnsafePointer<UInt16>? {
    unsafe lights.frontInRoll.row(y, pixels)
  }

  /// The light of ``frontInRoll(_:)``, accurate enough for what shines through the back.
  func frontBehind(_ pixels: Range<Int>) -> UnsafePointer<UInt16>? {
    unsafe lights.frontBehind.row(y, pixels)
  }

  /// Paints any content, with the `SheetSpans`.
  func paintSpans(_ pixels: Range<Int>) {
    if pixels.isEmpty { return }
    unsafe spans.draw(y, pixels, to: out + 4 * pixels.lowerBound)
  }

  private func paint(_ pixels: Range<Int>, _ page: UnsafePointer<UInt8>, _ field: LightField) {
    guard !pixels.isEmpty else { return }
    let touched = touchedPixels.clamped(to: pixels)
    if touched.isEmpty { return beside(pixels, field) }
    beside(pixels.lowerBound..<touched.lowerBound, field)
    beside(touched.upperBound..<pixels.upperBound, field)
    let inside = pagePixels.clamped(to: touched)
    if inside.isEmpty { return paintSpans(touched) }
    paintSpans(touched.lowerBound..<inside.lowerBound)
    paintSpans(inside.upperBound..<touched.upperBound)
    let source = unsafe page + painter.pageByte(y - pages.start)
    // Prefetch the row below, which usually comes next.
    unsafe curl_ahead(source + 4 * (painter.stride + inside.lowerBound), 4 * inside.count)
    unsafe copy(inside, source, field)
  }

  /// Paints the area beside the page.
  private func beside(_ pixels: Range<Int>, _ field: LightField) {
    guard !pixels.isEmpty else { return }
    guard let ground = unsafe pages.ground else { return paintSpans(pixels) }
    if painter.painter.frame.hasGround {
      unsafe copy(pixels, ground, field)
    } else {
      unsafe (out + 4 * pixels.lowerBound).update(
        from: ground + 4 * pixels.lowerBound, count: 4 * pixels.count)
    }
  }

  /// Copies pixels of a row, which starts at `source`, times their light.
  private func copy(_ pixels: Range<Int>, _ source: UnsafePointer<UInt8>, _ field: LightField) {
    unsafe field.runs(y, pixels) { run, light in
      let (to, from) = unsafe (out + 4 * run.lowerBound, source + 4 * run.lowerBound)
      if let light = unsafe light {
        unsafe Shade.shade(to, from, light + run.lowerBound, run.count)
      } else {
        unsafe to.update(from: from, count: 4 * run.count)
      }
    }
  }
}

/// The lights of a strip of rows, and one thread's scratch memory for painting it.
@safe final class StripLights {
  let front: LightField
  let plane: LightField
  let frontInRoll: LightField
  let frontBehind: LightField
  private let linear = ScratchBuffer<UInt16>()

  /// The lights of a painter's frame.
  init(_ rows: RowPainter) {
    let frame = rows.painter.frame
    front = LightField(frame, .flatFront, isCovered: rows.isCovered)
    plane = LightField(frame, .plane)
    frontInRoll = LightField(frame, .frontInRoll)
    frontBehind = LightField(frame, .frontBehind)
  }

  /// Moves to the strip that contains a row.
  func begin(row: Int) {
    let top = row / LightField.rows * LightField.rows
    front.begin(top: top)
    plane.begin(top: top)
    frontInRoll.begin(top: top)
    frontBehind.begin(top: top)
  }

  /// Uninitialized memory for at least `count` numbers, valid until the next call.
  func scratch(_ count: Int) -> UnsafeMutablePointer<UInt16> { unsafe linear.of(count) }
}
