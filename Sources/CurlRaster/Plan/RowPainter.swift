package import CurlCore
internal import CurlDefinition
package import CurlKernels

/// Paints a frame of bytes row by row, in pieces.
///
/// A page without shadow is copied; a page in shadow takes one product per channel; ``SheetRows``
/// draws the sheet. Only for opaque pages of 8 bits; `SheetSpans` draws all others. Pages of a frame
/// whose pixels aren't the pages' are scaled once and copied by all frames of the same canvas. All
/// bytes are within 1 of ``FramePainter``'s.
package final class RowPainter: Sendable {
  let painter: FramePainter
  let store: curl_store
  private let front: [UInt8]
  /// Empty if the next page isn't drawn.
  private let next: [UInt8]
  /// The pages of a frame whose pixels aren't theirs; `front` and `next` are empty then.
  private let scaled: (front: ScaledPage, next: ScaledPage?)?
  /// Bytes of what lies beside the page: the background picture, or one row of a transparent or opaque
  /// colour; nil if it is neither.
  private let ground: [UInt8]?
  /// Draws the lifted sheet; nil if `SheetSpans` must draw it.
  private let sheet: SheetRows?
  /// Pixels from one row of the pages' bytes to the next.
  let stride: Int
  /// Index of the frame's first pixel in the pages' bytes; it may lie off the page.
  private let first: Int
  let pixels: PagePixels

  /// A painter of a frame; nil if the frame can't be painted in pieces.
  ///
  /// `store` is the format of its pixels, bytes of colours that are premultiplied or straight.
  convenience package init?(
    _ frame: CurlFrame, _ pictures: FramePictures, _ store: curl_store = CURL_RGBA8
  ) {
    self.init(frame, pictures, store, level: SheetKernels.best)
  }

  /// A painter of a frame that uses kernels of a level.
  init?(
    _ frame: CurlFrame, _ pictures: FramePictures, _ store: curl_store = CURL_RGBA8,
    level: SheetKernels.Level
  ) {
    guard FramePlan.obstacleToBytes(frame, pictures) == nil else { return nil }
    let painter = FramePainter(frame, pictures)
    self.painter = painter
    self.store = store
    let hasNext = frame.base == .next
    if frame.isAligned {
      front = pictures.front.opaqueBytes
      next = hasNext ? pictures.next.opaqueBytes : []
      scaled = nil
      stride = Int(frame.page.x)
      first = Int(frame.origin.y) * stride + Int(frame.origin.x)
    } else {
      (front, next) = ([], [])
      scaled = (
        ScaledPage(painter.pictures.front, frame),
        hasNext ? ScaledPage(painter.pictures.next, frame) : nil
      )
      stride = frame.width
      first = 0
    }
    pixels = PagePixels(frame)
    let alpha = frame.background.w
    if !frame.hasBackgroundPicture && (alpha == 0 || alpha == 1) {
      let value = stored(frame.background, 255) * 255 + 0.5
      let bytes = (0..<4).map { UInt8(value[$0]) }
      ground = (0..<4 * frame.width).map { bytes[$0 % 4] }
    } else {
      ground = pictures.background(of: frame)?.opaqueBytes
    }
    sheet = SheetRows(painter, level: level)
  }

  /// Bytes of the sheet's tables.
  var tableBytes: Int { sheet?.bytes ?? 0 }

  /// Whether the flap hides the front straight under it: not where spans draw it, or where an eye
  /// sees under it.
  package var isCovered: Bool { sheet != nil && painter.frame.isSeenStraight }

  /// Paints rows; `out` is the address of the first one, `lights` belong to the calling thread.
  package func paint(
    _ rows: Range<Int>, _ out: UnsafeMutablePointer<UInt8>, _ lights: StripLights
  ) {
    // Avoid retain and release per row: the atomics stall on pending stores. Initialisers own their
    // arguments, so a row's parts are borrowed instead.
    if let sheet {
      unsafe paint(rows, out, lights) { sheet.paint($0, $1) }
    } else {
      unsafe paint(rows, out, lights) { $0.paintSpans($1) }
    }
  }

  /// Paints rows; `lifted` paints those pixels of a row that may show the lifted sheet.
  @inline(__always)
  private func paint(
    _ rows: Range<Int>, _ out: UnsafeMutablePointer<UInt8>, _ lights: StripLights,
    _ lifted: (Row, Range<Int>) -> Void
  ) {
    guard let scaled else { return unsafe paint(rows, out, lights, lifted, front, next, from: 0) }
    var first = rows.lowerBound
    while first < rows.upperBound {
      let number = first / ScaledBands.rows
      let end = min((number + 1) * ScaledBands.rows, rows.upperBound)
      unsafe paint(
        first..<end, out + 4 * (first - rows.lowerBound) * stride, lights, lifted,
        scaled.front.band(number), scaled.next?.band(number) ?? [], from: number * ScaledBands.rows)
      first = end
    }
  }

  /// Paints rows out of pages' bytes that start with row `start`.
  @inline(__always)
  private func paint(
    _ rows: Range<Int>, _ out: UnsafeMutablePointer<UInt8>, _ lights: StripLights,
    _ lifted: (Row, Range<Int>) -> Void, _ front: [UInt8], _ next: [UInt8], from start: Int
  ) {
    unsafe front.withUnsafeBufferPointer { front in
      unsafe next.withUnsafeBufferPointer { next in
        unsafe (ground ?? []).withUnsafeBufferPointer { ground in
          guard let front = front.baseAddress else { return }
          let pages = unsafe Row.Pages(
            front: front, next: next.isEmpty ? nil : next.baseAddress, start: start,
            ground: ground.isEmpty ? nil : ground.baseAddress,
            groundStride: ground.count > 4 * painter.frame.width ? 4 * painter.frame.width : 0)
          SheetSpans.with(painter.frame, painter.pictures, store: store, cache: lights.cache) {
            spans in
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
    row.round(painter.frame, row.pagePixels)
  }

  /// The number of pixels of a row that may show the lifted sheet.
  package func liftedPixels(_ y: Int) -> Int { RowSpans(painter, y).sheet.count }

  /// Index in a page's bytes of a row's pixel 0, which may lie off the page.
  func pageByte(_ y: Int) -> Int { 4 * (y * stride + first) }
}
