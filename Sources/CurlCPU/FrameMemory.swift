package import CurlCore
internal import CurlKernels
internal import CurlRaster

/// Memory that drawing a frame of bytes takes on the CPU, besides pictures and pixels.
package struct FrameMemory: Sendable, Equatable {
  /// Bytes of sheets' tables, which threads share.
  package let tables: Int
  /// Bytes of one thread's light, and of the taps of sheets of any cross-section.
  package let light: Int

  /// Draws a frame on one thread, as what a cross-section needs is known only then.
  package init(_ drawing: Drawing, _ pictures: FramePictures) {
    let rows = 0..<drawing.height
    func painting(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
      unsafe withUnsafeTemporaryAllocation(
        of: UInt8.self, capacity: 4 * drawing.width * drawing.height
      ) { pixels in
        if let start = pixels.baseAddress { unsafe body(start) }
      }
    }
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
      unsafe painting { unsafe painter.paint(rows, $0, scratch) }
      tables = sheets.reduce(0) { $0 + ($1.rows?.bytes ?? 0) }
      light = scratch.fieldBytes + painter.cachedBytes
    }
  }
}
