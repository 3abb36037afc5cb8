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

  /// The bytes of a plate; nil if they change on their way to the frame.
  init?(_ plate: Plate, _ common: CurlFrame, _ picture: PreparedPicture, _ flip: Ink.Flip) {
    guard flip == .none, let offset = plate.texelOffset(common), !picture.opaqueBytes.isEmpty
    else { return nil }
    bytes = picture.opaqueBytes
    stride = 4 * picture.grid.width
    first = 4 * (offset.y * picture.grid.width + offset.x)
    scaled = nil
  }

  /// The bytes of a frame's page.
  init(_ picture: PreparedPicture, _ frame: CurlFrame) {
    if frame.isAligned {
      bytes = picture.opaqueBytes
      stride = 4 * Int(frame.page.x)
      first = 4 * (Int(frame.origin.y) * Int(frame.page.x) + Int(frame.origin.x))
      scaled = nil
    } else {
      (bytes, stride, first) = ([], 4 * frame.width, 0)
      scaled = ScaledPage(picture, frame)
    }
  }

  /// Calls `body` with the address of pixel `x` of row `y`.
  func with(_ x: Int, _ y: Int, _ body: (UnsafePointer<UInt8>) -> Void) {
    let band = y / ScaledBands.rows
    let bytes = scaled?.band(band) ?? bytes
    let row = scaled == nil ? y : y - band * ScaledBands.rows
    unsafe bytes.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { unsafe body(start + first + stride * row + 4 * x) }
    }
  }
}
