package import CurlCore
internal import CurlKernels
internal import CurlRaster

/// Paints a frame of bytes row by row, in pieces.
///
/// A page without shadow is copied; a page in shadow takes one product per channel; ``SheetRows``
/// draws the sheet. Only for frames whose pixels are those of opaque pages of 8 bits; `SheetSpans`
/// draws all others. All bytes are within 1 of ``FramePainter``'s.
package final class RowPainter: Sendable {
  let painter: FramePainter
  private let front: [UInt8]
  private let next: [UInt8]
  /// A row of the colour beside the page; nil if that isn't one transparent or opaque colour.
  private let ground: [UInt8]?
  /// Draws the lifted sheet; nil if the general painter must draw it.
  private let sheet: SheetRows?
  private let origin: (x: Int, y: Int)
  /// The page's size, pixels.
  let page: (width: Int, height: Int)

  /// A painter of a frame; nil if the frame can't be painted in pieces.
  convenience package init?(_ frame: CurlFrame, _ pictures: FramePictures) {
    self.init(frame, pictures, level: SheetKernels.best)
  }

  /// A painter of a frame that uses kernels of a level.
  init?(_ frame: CurlFrame, _ pictures: FramePictures, level: SheetKernels.Level) {
    guard FramePlan.toBytes(frame, pictures) == nil,
      case .rgba8(let front) = pictures.front.pixmap.storage,
      case .rgba8(let next) = pictures.next.pixmap.storage
    else { return nil }
    let painter = FramePainter(frame, pictures)
    self.painter = painter
    self.front = front
    self.next = next
    origin = (Int(frame.origin.x), Int(frame.origin.y))
    page = (Int(frame.page.x), Int(frame.page.y))
    let alpha = frame.background.w
    if !frame.hasBackgroundPicture && (alpha == 0 || alpha == 1) {
      let value = stored(frame.background, 255) * 255 + 0.5
      let bytes = (0..<4).map { UInt8(value[$0]) }
      ground = (0..<4 * frame.width).map { bytes[$0 % 4] }
    } else {
      ground = nil
    }
    sheet = SheetRows(painter, level: level)
  }

  /// Whether the flap hides the front straight under it: always, unless the general painter draws
  /// the sheet.
  var isCovered: Bool { sheet != nil }

  /// Paints rows; `out` is the address of the first one, `lights` belong to the calling thread.
  func paint(_ rows: Range<Int>, _ out: UnsafeMutablePointer<UInt8>, _ lights: StripLights) {
    // Avoid retain and release per row: the atomics stall on pending stores. Initialisers own their
    // arguments, so a row's parts are borrowed instead.
    if let sheet {
      unsafe paint(rows, out, lights) { sheet.paint($0, $1) }
    } else {
      unsafe paint(rows, out, lights) { $0.exactPixels($1) }
    }
  }

  /// Paints rows; `lifted` paints those pixels of a row that may show the lifted sheet.
  @inline(__always)
  private func paint(
    _ rows: Range<Int>, _ out: UnsafeMutablePointer<UInt8>, _ lights: StripLights,
    _ lifted: (Row, Range<Int>) -> Void
  ) {
    unsafe front.withUnsafeBufferPointer { front in
      unsafe next.withUnsafeBufferPointer { next in
        unsafe (ground ?? []).withUnsafeBufferPointer { ground in
          guard let front = front.baseAddress, let next = next.baseAddress else { return }
          let pages = unsafe Row.Pages(
            front: front, next: next, ground: ground.isEmpty ? nil : ground.baseAddress)
          SheetSpans.with(painter.frame, painter.pictures, store: CURL_RGBA8) { spans in
            var row = unsafe Row(self, pages, lights, spans, y: rows.lowerBound, out: out)
            for y in rows {
              paint(row, lifted)
              if y + 1 < rows.upperBound { row.next() }
            }
          }
        }
      }
    }
  }

  private func paint(_ row: Row, _ lifted: (Row, Range<Int>) -> Void) {
    let bytes = 4 * painter.frame.width
    unsafe curl_ahead(row.out + bytes, bytes)
    if painter.frame.hasSheet {
      let spans = RowSpans(painter, row.y)
      row.plane(spans.plane)
      row.front(spans.flat.0)
      row.front(spans.flat.1)
      lifted(row, spans.sheet)
    } else {
      row.plane(0..<painter.frame.width)
    }
    if painter.frame.cornerRadius > 0 { round(row) }
  }

  /// The pixels of a row that lie on the page.
  func pagePixels(_ y: Int) -> Range<Int> {
    let line = y + origin.y
    guard line >= 0 && line < page.height else { return 0..<0 }
    let low = max(-origin.x, 0)
    return low..<max(min(page.width - origin.x, painter.frame.width), low)
  }

  /// Index in a page's bytes of a row's pixel 0, which may lie off the page.
  func pageByte(_ y: Int) -> Int {
    4 * ((y + origin.y) * page.width + origin.x)
  }

  /// Repaints the pixels of a row that round corners cut.
  private func round(_ row: Row) {
    let radius = painter.frame.cornerRadius
    let line = Float(row.y + origin.y) + 0.5
    let off = max(radius - line, line - painter.frame.page.y + radius) + 1
    let pixels = pagePixels(row.y)
    guard off > 0, !pixels.isEmpty else { return }
    let half = off < radius ? (radius * radius - off * off).squareRoot() : 0
    let cut = Int(radius - half) + 2
    let (left, right) = (-origin.x + cut, page.width - origin.x - cut)
    row.exactPixels(pixels.clamped(to: pixels.lowerBound..<max(left, pixels.lowerBound)))
    row.exactPixels(pixels.clamped(to: min(right, pixels.upperBound)..<pixels.upperBound))
  }
}
