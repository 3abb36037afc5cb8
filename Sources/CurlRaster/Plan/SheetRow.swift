internal import CurlCore

/// A row of a frame of bytes, around a lifted sheet.
///
/// Each function paints all pixels that it is given, or returns values for them.
protocol SheetRow {
  var y: Int { get }
  /// The row's bytes; pixel x starts at 4 · x.
  var out: UnsafeMutablePointer<UInt8> { get }
  /// Whether colours of the row's bytes are straight, not premultiplied.
  var isStraight: Bool { get }
  /// Noise of the rounding.
  var noise: Noise { get }
  /// The sheet's own lights.
  var lights: StripLights { get }
  /// The sides of the sheet that are drawn.
  var sides: SheetSides { get }
  /// The row's pixels that lie on the page, and those that touch it.
  var pagePixels: Range<Int> { get }
  var touchedPixels: Range<Int> { get }

  /// Paints what lies under the sheet.
  func plane(_ pixels: Range<Int>)

  /// Paints what lies under the sheet around the fold line, at which light beside the page may jump.
  func plane(_ pixels: Range<Int>, around line: SheetLine)

  /// Paints the flat front under the flap's shadow, and the area beside the page.
  func front(_ pixels: Range<Int>)

  /// Paints any content.
  func paintSpans(_ pixels: Range<Int>)

  /// Paints what lies under edges of the sheet, so that these may be composited over it: around the fold
  /// line, or if `line` is nil under the flap.
  ///
  /// Returns false if spans had to draw any of them: they have then drawn all, with the edges.
  func paintUnderEdges(_ pixels: Range<Int>, around line: SheetLine?) -> Bool

  /// The linear light and alpha 0…32767 of a painted pixel, before it was rounded to bytes: under the
  /// flap, or under the bent sheet around the fold line; nil where only the bytes are known.
  func unrounded(_ x: Int, around line: SheetLine?) -> SIMD4<Float>?

  /// Keeps those of a pixel with an edge, over which another edge may be composited.
  func keep(_ unrounded: SIMD4<Float>, _ x: Int)

  /// The light 0…32768 that other sheets leave on the sheet, from the first pixel on; nil if it is
  /// 32768 everywhere. Valid until the next call.
  func lightOfOthers(_ pixels: Range<Int>) -> UnsafePointer<UInt16>?
}

extension SheetRow {
  /// The light 0…32768 on the sheet's front straight over each pixel, flat or in the roll, indexed
  /// by pixel; nil if it is 32768 everywhere.
  func frontInRoll(_ pixels: Range<Int>) -> UnsafePointer<UInt16>? {
    unsafe lights.frontInRoll.row(y, pixels)
  }

  /// The light of ``frontInRoll(_:)``, accurate enough for what shines through the back.
  func frontBehind(_ pixels: Range<Int>) -> UnsafePointer<UInt16>? {
    unsafe lights.frontBehind.row(y, pixels)
  }

  /// Paints what lies under the flap: the flat front, or if only the upper side is drawn, the layers
  /// under it.
  func underFlap(_ pixels: Range<Int>) {
    if sides == .upper { plane(pixels) } else { front(pixels) }
  }

  /// Copies pixels of a row, which starts at `source`, times their light.
  func copy(_ pixels: Range<Int>, _ source: UnsafePointer<UInt8>, _ field: LightField) {
    unsafe field.runs(y, pixels) { run, light in
      let (to, from) = unsafe (out + 4 * run.lowerBound, source + 4 * run.lowerBound)
      if let light = unsafe light {
        unsafe Shade.shade(
          to, from, light + run.lowerBound, run.count, noise.row(y, from: run.lowerBound))
      } else {
        unsafe to.update(from: from, count: 4 * run.count)
      }
    }
  }

  /// Repaints those of `pixels` that the page's round corners cut.
  func round(_ frame: CurlFrame, _ pixels: Range<Int>) {
    let (radius, step) = (frame.cornerRadius, frame.step)
    let line = frame.origin.y + (Float(y) + 0.5) * step.y
    let off = max(radius - line, line - frame.page.y + radius) + step.y
    guard radius > 0, off > 0, !pixels.isEmpty else { return }
    let half = off < radius ? (radius * radius - off * off).squareRoot() : 0
    let cut = Int((radius - half) / step.x) + 2
    let origin = frame.origin.x / step.x
    let left = Int((-origin).rounded(.up)) + cut
    let right = Int((frame.page.x / step.x - origin).rounded(.down)) - cut
    paintSpans(pixels.clamped(to: pixels.lowerBound..<max(left, pixels.lowerBound)))
    paintSpans(pixels.clamped(to: min(right, pixels.upperBound)..<pixels.upperBound))
  }
}

/// The pixels of a frame that lie on its page, and those that touch it.
struct PagePixels: Sendable {
  private let inside: (x: Range<Int>, y: Range<Int>)
  private let touched: (x: Range<Int>, y: Range<Int>)

  init(_ frame: CurlFrame) {
    func axis(_ i: Int, _ count: Int) -> (Range<Int>, Range<Int>) {
      if frame.within[i] == 1 { return (0..<count, 0..<count) }
      let low = -Double(frame.origin[i]) / Double(frame.step[i])
      let high = low + Double(frame.page[i]) / Double(frame.step[i])
      func range(_ low: Double, _ high: Double) -> Range<Int> {
        let first = Int(min(max(low, 0), Double(count)))
        return first..<max(Int(min(max(high, 0), Double(count))), first)
      }
      // A pixel that only rounding puts on the page's edge is drawn exactly.
      let slack = frame.isAligned ? 0 : 1e-3
      return (
        range((low + slack).rounded(.up), (high - slack).rounded(.down)),
        range((low - slack).rounded(.down), (high + slack).rounded(.up))
      )
    }
    let (columns, rows) = (axis(0, frame.width), axis(1, frame.height))
    inside = (columns.0, rows.0)
    touched = (columns.1, rows.1)
  }

  /// The pixels of a row that lie on the page.
  func inside(_ y: Int) -> Range<Int> { inside.y.contains(y) ? inside.x : 0..<0 }

  /// The pixels of a row that touch the page.
  func touched(_ y: Int) -> Range<Int> { touched.y.contains(y) ? touched.x : 0..<0 }
}
