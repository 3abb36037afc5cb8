package import CurlCore
internal import CurlKernels
internal import CurlRaster

extension CPURenderer {
  /// A whole frame, painted by several threads.
  ///
  /// - Parameters:
  ///   - drawing: the frame to draw.
  ///   - pictures: its pictures.
  ///   - format: of the result.
  ///   - threads: the number of threads, the calling one included.
  ///   - help: runs its argument on another thread, soon, later or not at all; called `threads` − 1
  ///     times.
  ///   - isCancelled: called between bands of rows.
  /// - Returns: the frame's channels; nil if it was cancelled.
  package static func frame(
    _ drawing: Drawing, _ pictures: FramePictures, format: FrameFormat, threads: Int,
    help: (@escaping @Sendable () -> Void) -> Void, isCancelled: () -> Bool
  ) -> Pixmap.Storage? {
    switch format {
    case .pixels(.rgba8):
      let queue = queue(drawing, threads, painter8(drawing, pictures))
      return queue.channels(threads, help, isCancelled).map { .rgba8($0) }
    case .pixels(.rgba16):
      let queue = queue(drawing, threads, painter16(drawing, pictures))
      return queue.channels(threads, help, isCancelled).map { .rgba16($0) }
    case .straightBytes:
      // A frame without any narrower form is drawn only once, in 16 bits.
      guard FramePlan(drawing, pictures, .pixels(.rgba8)).isNarrow else {
        let queue = queue(drawing, threads, painter16(drawing, pictures, isDeep: false))
        return queue.channels(threads, help, isCancelled).map { .rgba16($0) }
      }
      let first = queue(drawing, threads, painter8(drawing, pictures))
      guard let bytes = first.channels(threads, help, isCancelled) else { return nil }
      guard Translucency.isAny(in: bytes) else { return .rgba8(bytes) }
      let second = queue(drawing, threads, repainter(drawing, pictures, bytes))
      return second.channels(threads, help, isCancelled).map { .rgba16($0) }
    }
  }

  /// How a frame is painted.
  @safe private struct Painting<Channel: FixedWidthInteger & Sendable> {
    /// Makes the paint function of one thread.
    let paint: @Sendable () -> BandQueue<Channel>.Paint
    /// The cost of a row, in arbitrary units.
    var cost: (Int) -> Int = { _ in 0 }
    /// Largest number of rows in a band.
    var most = LightField.rows

    init(_ paint: @escaping @Sendable () -> BandQueue<Channel>.Paint) {
      unsafe self.paint = paint
    }
  }

  /// A queue with enough bands to balance rows of different cost.
  private static func queue<Channel>(
    _ drawing: Drawing, _ threads: Int, _ painting: Painting<Channel>
  ) -> BandQueue<Channel> {
    let even = drawing.height / (6 * threads) / 8 * 8
    // A single thread starts at the top: each strip of light reuses nodes of the one above.
    return unsafe BandQueue(
      height: drawing.height, stride: 4 * drawing.width, rows: min(max(even, 8), painting.most),
      cost: threads > 1 ? painting.cost : { _ in 0 }, paint: painting.paint)
  }

  /// The channels of `rows` of a frame, premultiplied and sRGB-encoded, in `format`.
  ///
  /// A row depends only on the frame and its pictures: any split into rows gives the same bytes.
  package static func render(
    _ drawing: Drawing, _ pictures: FramePictures, rows: Range<Int>, format: Pixmap.Format
  ) -> Pixmap.Storage {
    let count = 4 * drawing.width * rows.count
    switch format {
    case .rgba8:
      let paint = unsafe painter8(drawing, pictures).paint()
      return .rgba8(
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
          if let out = buffer.baseAddress { unsafe paint(rows, out) }
          filled = count
        })
    case .rgba16:
      let paint = unsafe painter16(drawing, pictures).paint()
      return .rgba16(
        unsafe [UInt16](unsafeUninitializedCapacity: count) { buffer, filled in
          if let out = buffer.baseAddress { unsafe paint(rows, out) }
          filled = count
        })
    }
  }

  private static func painter8(_ drawing: Drawing, _ pictures: FramePictures) -> Painting<UInt8> {
    switch drawing {
    case .curl(let frame, _):
      if let painter = RowPainter(frame, pictures) {
        var painting = unsafe Painting<UInt8> {
          let lights = StripLights(
            frame, isCovered: painter.isCovered, hasGround: frame.hasGround)
          return { unsafe painter.paint($0, $1, lights) }
        }
        painting.cost = { painter.liftedPixels($0) }
        if !frame.isLit { painting.most = 24 }
        return painting
      }
      return unsafe spans(drawing, pictures, CURL_RGBA8, isDeep: false, wholeRows(frame.width))
    case .stack(let stack):
      let sheets = StackSheet.all(stack, pictures)
      return unsafe Painting {
        let painter = StackRows(stack, pictures, sheets)
        let scratch = StackScratch(stack, sheets)
        return { unsafe painter.paint($0, $1, scratch) }
      }
    }
  }

  /// Paints 16 bits; `isDeep` is false if they become bytes later.
  private static func painter16(
    _ drawing: Drawing, _ pictures: FramePictures, isDeep: Bool = true
  ) -> Painting<UInt16> {
    unsafe spans(drawing, pictures, CURL_RGBA16, isDeep: isDeep, wholeRows(drawing.width))
  }

  /// Widens a frame's bytes to 16 bits; repaints pixels that are neither opaque nor transparent.
  private static func repainter(
    _ drawing: Drawing, _ pictures: FramePictures, _ bytes: [UInt8]
  ) -> Painting<UInt16> {
    let width = drawing.width
    return unsafe spans(drawing, pictures, CURL_RGBA16, isDeep: false) { rows, out, draw in
      for y in rows {
        let row = unsafe out + 4 * width * (y - rows.lowerBound)
        let its = bytes.span.extracting(4 * width * y..<4 * width * (y + 1))
        unsafe its.withUnsafeBufferPointer { its in
          guard let its = its.baseAddress else { return }
          for i in 0..<4 * width { unsafe row[i] = 257 &* UInt16(its[i]) }
        }
        Translucency.forEachRun(in: its) { unsafe draw(y, $0, row + 4 * $0.lowerBound) }
      }
    }
  }

  /// Draws pixels of a row; the pointer is the address of the first one.
  private typealias Draw = (Int, Range<Int>, UnsafeMutableRawPointer) -> Void

  private static func wholeRows<Channel>(
    _ width: Int
  ) -> @Sendable (Range<Int>, UnsafeMutablePointer<Channel>, Draw) -> Void {
    { rows, out, draw in
      for y in rows { unsafe draw(y, 0..<width, out + 4 * width * (y - rows.lowerBound)) }
    }
  }

  /// Paints any content in spans.
  ///
  /// `paint` draws the pixels that it needs of rows. `isDeep` is false if the frame's numbers
  /// become bytes later: light and texels may then be less exact.
  private static func spans<Channel>(
    _ drawing: Drawing, _ pictures: FramePictures, _ store: curl_store, isDeep: Bool,
    _ paint: @escaping @Sendable (Range<Int>, UnsafeMutablePointer<Channel>, Draw) -> Void
  ) -> Painting<Channel> {
    switch drawing {
    case .curl(let frame, _):
      return unsafe Painting {
        { rows, out in
          SheetSpans.with(frame, pictures, store: store, isDeep: isDeep, hasField: true) {
            spans in
            unsafe paint(rows, out) { unsafe spans.draw($0, $1, to: $2) }
          }
        }
      }
    case .stack(let stack):
      return unsafe Painting {
        let spans = StackSpans(stack, pictures, store: store, isDeep: isDeep)
        return { rows, out in
          spans.pinned { unsafe paint(rows, out) { unsafe spans.draw($0, $1, to: $2) } }
        }
      }
    }
  }
}
