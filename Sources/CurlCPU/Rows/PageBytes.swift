internal import CurlCore
internal import CurlRaster

/// The bytes of an opaque page that lies flat, as a frame shows it.
struct PageBytes: Sendable {
  private let bytes: [UInt8]
  private let stride: Int
  /// Index of the byte for the frame's pixel (0, 0), which may lie off the page.
  private let first: Int
  /// The page of a frame whose pixels aren't the page's; nil if they are.
  private let scaled: ScaledPage?
  /// The frame's row that is the first of the scaled page.
  private let top: Int

  /// The bytes of a plate of an opaque picture of 8 bits; nil if they change from frame to frame.
  init?(_ plate: Plate, _ common: CurlFrame, _ picture: PreparedPicture, _ flip: Ink.Flip) {
    if let offset = plate.texelOffset(common, flip), !picture.opaqueBytes.isEmpty {
      bytes = picture.opaqueBytes
      stride = 4 * picture.grid.width
      first = 4 * (offset.y * picture.grid.width + offset.x)
      (scaled, top) = (nil, 0)
      return
    }
    guard let shift = plate.restingShift(flip) else { return nil }
    let (left, top) = (plate.bounds.x.lowerBound, plate.bounds.y.lowerBound)
    let step = SIMD2<Double>(common.step)
    let corner =
      SIMD2<Double>(common.origin) + step * SIMD2(Double(left), Double(top)) + shift
    let width = plate.bounds.x.count
    (bytes, stride, first) = ([], 4 * width, -4 * left)
    self.top = top
    scaled = ScaledPage(
      picture, width: width, height: plate.bounds.y.count, origin: corner, step: step)
  }

  /// The bytes of a frame's page.
  init(_ picture: PreparedPicture, _ frame: CurlFrame) {
    if frame.isAligned {
      bytes = picture.opaqueBytes
      stride = 4 * Int(frame.page.x)
      first = 4 * (Int(frame.origin.y) * Int(frame.page.x) + Int(frame.origin.x))
      (scaled, top) = (nil, 0)
    } else {
      (bytes, stride, first, top) = ([], 4 * frame.width, 0, 0)
      scaled = ScaledPage(picture, frame)
    }
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
