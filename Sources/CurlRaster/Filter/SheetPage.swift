internal import CurlCore
internal import CurlKernels

/// A picture on the lifted sheet, as the kernels read it.
struct SheetPage: Sendable {
  let level: LinearLevel16
  let grid: StoreGrid
  /// −1 along an axis in which the picture is mirrored.
  let flip: SIMD2<Double>
  private let size: SIMD2<Double>

  init(_ picture: PreparedPicture, _ frame: CurlFrame, flip: SIMD2<Double> = SIMD2(1, 1)) {
    (level, grid) = (picture.linear16, picture.grid)
    self.flip = flip
    size = SIMD2<Double>(frame.page)
  }

  /// Texels by page pixels, negative along a mirrored axis.
  var scale: SIMD2<Double> { flip * grid.scale }

  /// The place in texels of a page point.
  func texel(_ p: SIMD2<Double>) -> SIMD2<Double> {
    let mirrored = SIMD2(flip.x < 0 ? size.x - p.x : p.x, flip.y < 0 ? size.y - p.y : p.y)
    return mirrored * grid.scale + grid.offset
  }

  /// Calls `body` with the texels in blocks of `rows` rows.
  func with(rows: Int, _ body: (curl_page) -> Void) {
    unsafe level.texels.withUnsafeBytes { bytes in
      unsafe bytes.withMemoryRebound(to: UInt16.self) { texels in
        unsafe body(
          curl_page(
            texels: texels.baseAddress, stride: Int64(level.stride), rows: Int32(rows),
            snaps: grid.isPage ? 0 : 1))
      }
    }
  }

  /// Calls `body` with the texels in blocks of `rows` rows, and where they lie.
  func withSide(rows: Int, _ body: (UnsafePointer<curl_side>) -> Void) {
    unsafe with(rows: rows) { page in
      unsafe withUnsafePointer(to: curl_side(page: page, map: map)) { unsafe body($0) }
    }
  }

  /// Where the texels lie.
  private var map: curl_map {
    let (scale, offset, end) = (
      SIMD2<Float>(grid.scale), SIMD2<Float>(grid.offset), SIMD2<Float>(grid.end)
    )
    return curl_map(
      scale_x: scale.x, scale_y: scale.y, offset_x: offset.x, offset_y: offset.y, end_x: end.x,
      end_y: end.y, page_x: Float(size.x), page_y: Float(size.y), flip_x: Float(flip.x),
      flip_y: Float(flip.y))
  }
}

extension curl_page {
  /// Texels of a page's own pixels, in blocks of three rows.
  init(texels: UnsafePointer<UInt16>?, stride: Int64) {
    unsafe self.init(texels: texels, stride: stride, rows: 3, snaps: 0)
  }
}
