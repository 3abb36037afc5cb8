package import CurlCore
internal import CurlKernels
internal import CurlRaster

extension CPURenderer {
  /// A whole frame, painted by several threads.
  ///
  /// - Parameters:
  ///   - drawing: what is drawn.
  ///   - pictures: its pictures.
  ///   - format: of the result.
  ///   - threads: how many are to take part, the calling one included.
  ///   - help: runs its argument on another thread, soon, later or not at all; asked for
  ///     `threads` − 1 of them.
  ///   - isCancelled: asked between bands of rows.
  /// - Returns: the frame's channels; nil where it was cancelled.
  package static func frame(
    _ drawing: Drawing, _ pictures: FramePictures, format: Pixmap.Format, threads: Int,
    help: (@escaping @Sendable () -> Void) -> Void, isCancelled: () -> Bool
  ) -> Pixmap.Storage? {
    switch format {
    case .rgba8:
      let queue = queue(drawing, threads, painter8(drawing, pictures))
      return queue.channels(threads, help, isCancelled).map { .rgba8($0) }
    case .rgba16:
      let queue = queue(drawing, threads, painter16(drawing, pictures))
      return queue.channels(threads, help, isCancelled).map { .rgba16($0) }
    }
  }

  /// How a frame is painted.
  @safe private struct Painting<Channel: FixedWidthInteger & Sendable> {
    /// Makes what one thread paints with.
    let paint: @Sendable () -> BandQueue<Channel>.Paint
    /// What a row takes, in numbers that only compare.
    var cost: (Int) -> Int = { _ in 0 }
    /// Most rows that one thread should paint together.
    var most = LightField.rows

    init(_ paint: @escaping @Sendable () -> BandQueue<Channel>.Paint) {
      unsafe self.paint = paint
    }
  }

  /// Enough bands to even out rows of different cost; of whole strips of light where there are.
  private static func queue<Channel>(
    _ drawing: Drawing, _ threads: Int, _ painting: Painting<Channel>
  ) -> BandQueue<Channel> {
    let even = drawing.height / (6 * threads) / 8 * 8
    // One thread alone goes from the top: strips of light go on from each other.
    return unsafe BandQueue(
      height: drawing.height, stride: 4 * drawing.width, rows: min(max(even, 8), painting.most),
      cost: threads > 1 ? painting.cost : { _ in 0 }, paint: painting.paint)
  }

  /// The channels of rows `rows` of a frame, premultiplied sRGB-encoded, in the format asked for.
  ///
  /// A row depends on nothing but the frame and its pictures: any split into rows gives the same
  /// bytes.
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

  /// The same, each pixel by itself, as the definition has it: what spans are held against.
  package static func renderPixelwise(
    _ drawing: Drawing, _ pictures: FramePictures, rows: Range<Int>
  ) -> [UInt8] {
    let bytes: (Int, Int) -> SIMD4<UInt8>
    switch drawing {
    case .curl(let frame, _):
      let painter = FramePainter(frame, pictures)
      bytes = { painter.bytes($0, $1) }
    case .stack(let stack):
      let painter = StackPainter(stack, pictures)
      bytes = { channels8(stored(painter.colour($0, $1), 255)) }
    }
    return pixelwise(drawing.width, rows, bytes)
  }

  /// The same of 16 bits.
  package static func renderPixelwise16(
    _ drawing: Drawing, _ pictures: FramePictures, rows: Range<Int>
  ) -> [UInt16] {
    let colour: (Int, Int) -> SIMD4<Float>
    switch drawing {
    case .curl(let frame, _):
      let painter = FramePainter(frame, pictures)
      colour = { painter.colour($0, $1) }
    case .stack(let stack):
      let painter = StackPainter(stack, pictures)
      colour = { painter.colour($0, $1) }
    }
    return pixelwise(drawing.width, rows) { channels16(stored(colour($0, $1), 65535)) }
  }

  private static func pixelwise<Channel>(
    _ width: Int, _ rows: Range<Int>, _ pixel: (Int, Int) -> SIMD4<Channel>
  ) -> [Channel] {
    rows.flatMap { y in
      (0..<width).flatMap { x in
        let pixel = pixel(x, y)
        return [pixel.x, pixel.y, pixel.z, pixel.w]
      }
    }
  }

  private static func painter8(_ drawing: Drawing, _ pictures: FramePictures) -> Painting<UInt8> {
    switch drawing {
    case .curl(let frame, _):
      if let painter = RowPainter(frame, pictures) {
        var painting = unsafe Painting<UInt8> {
          let lights = StripLights(painter)
          return { unsafe painter.paint($0, $1, lights) }
        }
        painting.cost = { RowSpans(painter.painter, $0).sheet.count }
        if !frame.isLit { painting.most = 24 }
        return painting
      }
      return unsafe Painting { unsafe spans(frame, pictures, CURL_RGBA8) }
    case .stack(let stack):
      return unsafe Painting {
        let painter = StackRows(stack, pictures)
        let scratch = StackScratch(layers: stack.layers.count)
        return { unsafe painter.paint($0, $1, scratch) }
      }
    }
  }

  private static func painter16(_ drawing: Drawing, _ pictures: FramePictures)
    -> Painting<UInt16>
  {
    let width = drawing.width
    switch drawing {
    case .curl(let frame, _):
      return unsafe Painting { unsafe spans(frame, pictures, CURL_RGBA16) }
    case .stack(let stack):
      return unsafe Painting {
        let spans = StackSpans(stack, pictures, store: CURL_RGBA16)
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

  /// Paints rows in spans, whatever is in them.
  private static func spans<Channel>(
    _ frame: CurlFrame, _ pictures: FramePictures, _ store: curl_store
  ) -> BandQueue<Channel>.Paint {
    { rows, out in
      SheetSpans.with(frame, pictures, store: store, hasField: true) { spans in
        for y in rows {
          let row = unsafe out + 4 * frame.width * (y - rows.lowerBound)
          unsafe spans.draw(y, 0..<frame.width, to: row)
        }
      }
    }
  }

  /// Channels 0…1 in steps of a byte.
  static func channels8(_ stored: SIMD4<Float>) -> SIMD4<UInt8> {
    let v = stored * 255 + 0.5
    return SIMD4(UInt8(v.x), UInt8(v.y), UInt8(v.z), UInt8(v.w))
  }

  static func channels16(_ stored: SIMD4<Float>) -> SIMD4<UInt16> {
    let v = stored * 65535 + 0.5
    return SIMD4(UInt16(v.x), UInt16(v.y), UInt16(v.z), UInt16(v.w))
  }
}
