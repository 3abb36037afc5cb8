internal import CurlCore

/// The bytes of an opaque page that lies flat, as a frame shows it.
final class PageBytes: Sendable {
  private let bytes: [UInt8]
  private let stride: Int
  /// Index of the byte for the frame's pixel (0, 0), which may lie off the page.
  private let first: Int
  /// The page of a frame whose pixels aren't the page's; nil if they are.
  private let scaled: ScaledPage?
  /// The frame's row that is the first of the scaled page.
  private let top: Int

  /// The bytes of a plate of an opaque picture of 8 bits; nil unless its texels are the frame's pixels
  /// or it is at rest.
  convenience init?(
    _ plate: Plate, _ common: CurlFrame, _ picture: PreparedPicture, _ flip: Ink.Flip
  ) {
    if let offset = plate.texelOffset(common, flip), !picture.opaqueBytes.isEmpty {
      self.init(texelsOf: picture, at: offset)
      return
    }
    guard let shift = plate.restingShift(flip) else { return nil }
    self.init(scaled: picture, common, at: shift)
  }

  /// The bytes of a frame's background; nil unless its texels are the frame's pixels.
  convenience init?(backgroundOf frame: CurlFrame, _ pictures: FramePictures) {
    guard frame.hasBackgroundPicture, let picture = pictures.background(of: frame) else {
      return nil
    }
    self.init(texelsOf: picture, at: .zero)
  }

  /// The bytes of a frame's page, whose point at the plane's origin is `shift`.
  convenience init(_ picture: PreparedPicture, _ frame: CurlFrame, at shift: SIMD2<Double>) {
    guard frame.isAligned else {
      self.init(scaled: picture, frame, at: shift)
      return
    }
    let offset = SIMD2<Double>(frame.origin) + shift
    self.init(texelsOf: picture, at: SIMD2(Int(offset.x), Int(offset.y)))
  }

  private init(texelsOf picture: PreparedPicture, at offset: SIMD2<Int>) {
    bytes = picture.opaqueBytes
    stride = 4 * picture.grid.width
    first = 4 * (offset.y * picture.grid.width + offset.x)
    (scaled, top) = (nil, 0)
  }

  /// All of the page that the canvas shows, whatever clips it: the same bytes serve all frames.
  private init(scaled picture: PreparedPicture, _ frame: CurlFrame, at shift: SIMD2<Double>) {
    let (origin, step) = (SIMD2<Double>(frame.origin), SIMD2<Double>(frame.step))
    func pixels(_ axis: Int, _ count: Int) -> Range<Int> {
      let low = (-shift[axis] - origin[axis]) / step[axis]
      let high = low + Double(frame.page[axis]) / step[axis]
      let first = Int(min(max(low.rounded(.down), 0), Double(count - 1)))
      return first..<max(Int(min(max(high.rounded(.up), 0), Double(count))), first + 1)
    }
    let (columns, rows) = (pixels(0, frame.width), pixels(1, frame.height))
    let corner = SIMD2(Double(columns.lowerBound), Double(rows.lowerBound))
    (bytes, stride, first) = ([], 4 * columns.count, -4 * columns.lowerBound)
    top = rows.lowerBound
    scaled = ScaledPage(
      picture, width: columns.count, height: rows.count, origin: origin + step * corner + shift,
      step: step)
  }

  /// Calls `body` with the address of pixel `x` of row `y`.
  func with(_ x: Int, _ y: Int, _ body: (UnsafePointer<UInt8>) -> Void) {
    let band = (y - top) / ScaledBands.rows
    let bytes = scaled?.band(band) ?? bytes
    let row = scaled == nil ? y : y - top - band * ScaledBands.rows
    unsafe bytes.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { unsafe body(start + first + stride * row + 4 * x) }
    }
  }
}

extension FramePictures {
  /// The background picture, if it is opaque, of 8 bits, and of a frame's size.
  func background(of frame: CurlFrame) -> PreparedPicture? {
    guard let background, !background.opaqueBytes.isEmpty, background.grid.width == frame.width,
      background.grid.height == frame.height
    else { return nil }
    return background
  }
}
