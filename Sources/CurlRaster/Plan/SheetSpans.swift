package import CurlCore
package import CurlKernels

/// Draws pixels of a frame with at most one sheet, one span of a row at a time.
///
/// Draws every look, camera, scale and page. Results lie within 1/255 of the definition, the scalar
/// `FramePainter`. Valid while its pictures are pinned.
@safe package struct SheetSpans {
  private let frame: UnsafeMutablePointer<curl_frame>
  private let width: Int32
  private let store: curl_store
  private let cache: SheetCache?

  /// Calls `body` with spans of a frame; `store` is the format of stored pixels.
  ///
  /// `isDeep`: the final frame has 16 bits a channel, so kernels read float texels. Light is exact
  /// without a cache.
  package static func with<Result>(
    _ frame: CurlFrame, _ pictures: FramePictures, sides: SheetSides = .both, store: curl_store,
    isDeep: Bool = false, cache: SheetCache? = nil, width: Int32 = curl_widest(),
    _ body: (SheetSpans) -> Result
  ) -> Result {
    let isDark = frame.isLit && frame.hasSheet && frame.caster.isLifted
    let pictures = pictures.stored(for: frame)
    return PinnedPictures.with(
      pictures.distinct, readsLevels: false, isDeep: isDeep,
      casters: isDark ? [pictures.front] : []
    ) { pinned in
      unsafe withUnsafeTemporaryAllocation(of: curl_frame.self, capacity: 1) { memory in
        let constants = unsafe curl_frame(frame, pictures, pinned, sides: sides)
        unsafe memory.initialize(repeating: constants)
        guard let start = memory.baseAddress else { preconditionFailure() }
        return unsafe body(SheetSpans(frame: start, width: width, store: store, cache: cache))
      }
    }
  }

  /// Draws pixels of row `y`; `out` is the address of the first one.
  package func draw(_ y: Int, _ pixels: Range<Int>, to out: UnsafeMutableRawPointer) {
    var start = pixels.lowerBound
    let bytes = Store.bytes(store)
    while start < pixels.upperBound {
      let count = min(pixels.upperBound - start, Int(CURL_SPAN))
      unsafe curl_sheet_span(
        width, frame, cache?.cache, Int32(y), Int32(start), Int32(count), Int32(store.rawValue),
        out + bytes * (start - pixels.lowerBound))
      start += count
    }
  }
}
