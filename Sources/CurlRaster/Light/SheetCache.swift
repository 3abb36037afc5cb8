package import CurlCore
internal import CurlKernels

/// The cache of one sheet: its lights, computed on demand, and, of a sheet of any cross-section,
/// data that rows share.
///
/// For one thread.
@safe package final class SheetCache {
  package let cache: OpaquePointer

  /// An empty cache of `frame`; `section` are the constants of its cross-section, nil for a half
  /// turn.
  ///
  /// It keeps nothing if memory is short.
  package init(
    _ frame: CurlFrame, _ pictures: FramePictures, _ section: SectionConstants? = nil, isDeep: Bool
  ) {
    // Pictures aren't pinned yet; all that a cache reads of them is whether light comes through.
    var constants = unsafe curl_frame(frame, pictures, .none, sides: .both)
    unsafe constants.front.is_opaque = pictures.front.isOpaque ? 1 : 0
    unsafe cache = curl_sheet_cache_new(&constants, section?.section, isDeep ? 1 : 0)
  }

  deinit { unsafe curl_sheet_cache_free(cache) }

  /// Bytes that it has allocated so far.
  package var bytes: Int { Int(unsafe curl_sheet_cache_bytes(cache)) }
}
