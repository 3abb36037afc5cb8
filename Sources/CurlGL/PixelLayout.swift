/// Layout of a frame's bytes for the caller; rows from the top, without gaps.
package enum PixelLayout: Hashable, Sendable {
  /// Premultiplied sRGB-encoded RGBA: the frame without packing.
  case rgba8
  /// RGB over an opaque colour 0xRRGGBB.
  case rgb8(over: UInt32)
  /// Planes of Y′, Cb and Cr, 4:2:0, BT.709, limited range, over an opaque colour 0xRRGGBB; an odd
  /// side repeats its last row or column.
  case i420(over: UInt32)
  /// As `i420`, but with Cb and Cr interleaved in one plane.
  case nv12(over: UInt32)

  /// Size of a frame, bytes.
  package func byteCount(width: Int, height: Int) -> Int {
    switch self {
    case .rgba8: 4 * width * height
    case .rgb8: 3 * width * height
    case .i420, .nv12: 3 * ((width + 1) / 2 * 2) * ((height + 1) / 2 * 2) / 2
    }
  }

  /// Colour behind transparent areas, 0xRRGGBB; nil if alpha is kept.
  var background: UInt32? {
    switch self {
    case .rgba8: nil
    case .rgb8(let colour), .i420(let colour), .nv12(let colour): colour
    }
  }

  /// The `#define` of the packing program; nil if the layout needs no packing.
  var define: String? {
    switch self {
    case .rgba8: nil
    case .rgb8: "PACK_RGB"
    case .i420: "PACK_I420"
    case .nv12: "PACK_NV12"
    }
  }
}
