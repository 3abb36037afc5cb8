package import CurlCore
internal import CurlKernels

/// Memory that drawing a frame of bytes takes on the CPU, besides pictures and pixels.
package struct FrameMemory: Sendable, Equatable {
  /// Bytes of sheets' tables, which threads share.
  package let tables: Int
  /// Bytes of one thread's light, and of the taps of sheets of any cross-section.
  package let light: Int

  /// Draws a frame of layers on one thread: a cross-section allocates its cache while it is drawn.
  package init(_ drawing: Drawing, _ pictures: FramePictures) {
    switch drawing {
    case .curl(let frame, _):
      if let painter = RowPainter(frame, pictures) {
        tables = painter.tableBytes
        light =
          StripLights(frame, isCovered: painter.isCovered, hasGround: frame.hasGround).bytes
      } else {
        tables = 0
        light = SheetSpans.with(frame, pictures, store: CURL_RGBA8, hasField: true) {
          $0.fieldBytes
        }
      }
    case .stack(let stack):
      let sheets = StackSheet.all(stack, pictures)
      let painter = StackRows(stack, pictures, sheets)
      let scratch = StackScratch(stack, sheets)
      unsafe withUnsafeTemporaryAllocation(
        of: UInt8.self, capacity: 4 * stack.width * stack.height
      ) { pixels in
        guard let start = pixels.baseAddress else { return }
        unsafe painter.paint(0..<stack.height, start, scratch)
      }
      tables = sheets.reduce(0) { $0 + ($1.rows?.bytes ?? 0) + ($1.columns?.bytes ?? 0) }
      light = scratch.fieldBytes + painter.cachedBytes
    }
  }
}
