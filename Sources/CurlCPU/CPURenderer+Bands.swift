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
  /// - Returns: the frame's channels, straight for ``FrameFormat/straightBytes``; nil if it was
  ///   cancelled.
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
      let queue = queue(drawing, threads, painter8(drawing, pictures, CURL_STRAIGHT8))
      return queue.channels(threads, help, isCancelled).map { .rgba8($0) }
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

  private static func painter8(
    _ drawing: Drawing, _ pictures: FramePictures, _ store: curl_store = CURL_RGBA8
  ) -> Painting<UInt8> {
    switch drawing {
    case .curl(let frame, _):
      if let painter = RowPainter(frame, pictures, store) {
        var painting = unsafe Painting<UInt8> {
          let lights = StripLights(
            frame, isCovered: painter.isCovered, hasGround: frame.hasGround,
            cache: SheetCache(frame, pictures, isDeep: false))
          return { unsafe painter.paint($0, $1, lights) }
        }
        painting.cost = { painter.liftedPixels($0) }
        if !frame.isLit { painting.most = 24 }
        return painting
      }
      return spans(drawing, pictures, store, isDeep: false)
    case .stack(let stack):
      let sheets = StackSheet.all(stack, pictures)
      return unsafe Painting {
        let painter = StackRows(stack, pictures, sheets, store)
        let scratch = StackScratch(stack, sheets)
        return { unsafe painter.paint($0, $1, scratch) }
      }
    }
  }

  private static func painter16(_ drawing: Drawing, _ pictures: FramePictures) -> Painting<UInt16> {
    spans(drawing, pictures, CURL_RGBA16, isDeep: true)
  }

  /// Paints any content in spans.
  ///
  /// `isDeep` is false if the frame's numbers become bytes later: light and texels may then be less
  /// exact.
  private static func spans<Channel>(
    _ drawing: Drawing, _ pictures: FramePictures, _ store: curl_store, isDeep: Bool
  ) -> Painting<Channel> {
    let width = drawing.width
    switch drawing {
    case .curl(let frame, _):
      return unsafe Painting {
        let cache = SheetCache(frame, pictures, isDeep: isDeep)
        return { rows, out in
          SheetSpans.with(frame, pictures, store: store, isDeep: isDeep, cache: cache) { spans in
            for y in rows {
              unsafe spans.draw(y, 0..<width, to: out + 4 * width * (y - rows.lowerBound))
            }
          }
        }
      }
    case .stack(let stack):
      return unsafe Painting {
        let spans = StackSpans(stack, pictures, store: store, isDeep: isDeep)
        return { rows, out in
          spans.pinned {
            for y in rows {
              unsafe spans.draw(y, 0..<width, to: out + 4 * width * (y - rows.lowerBound))
            }
          }
        }
      }
    }
  }
}
