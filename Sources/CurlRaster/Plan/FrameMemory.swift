package import CurlCore
internal import CurlKernels

/// Memory that drawing a frame of bytes takes on the CPU, besides pictures and pixels.
package struct FrameMemory: Sendable, Equatable {
  /// Bytes of sheets' tables, which threads share.
  package let tables: Int
  /// Bytes of one thread's light, and of the taps of sheets of any cross-section.
  package let light: Int

  /// Draws the frame on one thread: fields of light grow while it is drawn.
  package init(_ drawing: Drawing, _ pictures: FramePictures) {
    let pixels = UnsafeMutablePointer<UInt8>.allocate(
      capacity: max(4 * drawing.width * drawing.height, 1))
    defer { unsafe pixels.deallocate() }
    switch drawing {
    case .curl(let frame, _):
      let cache = SheetCache(frame, pictures, isDeep: false)
      if let painter = RowPainter(frame, pictures) {
        tables = painter.tableBytes
        let lights = StripLights(
          frame, isCovered: painter.isCovered, hasGround: frame.hasGround, cache: cache)
        unsafe painter.paint(0..<frame.height, pixels, lights)
        light = lights.bytes
      } else {
        tables = 0
        SheetSpans.with(frame, pictures, store: CURL_RGBA8, cache: cache) { spans in
          for y in 0..<frame.height { unsafe spans.draw(y, 0..<frame.width, to: pixels) }
        }
        light = cache.bytes
      }
    case .stack(let stack):
      let sheets = StackSheet.all(stack, pictures)
      let painter = StackRows(stack, pictures, sheets)
      let scratch = StackScratch(stack, sheets)
      unsafe painter.paint(0..<stack.height, pixels, scratch)
      tables = sheets.reduce(0) { $0 + ($1.rows?.bytes ?? 0) + ($1.columns?.bytes ?? 0) }
      light = scratch.fieldBytes + painter.cachedBytes
    }
  }
}
