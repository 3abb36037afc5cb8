#if Server
/// Limits on a multipart body.
///
/// They don't limit the data of parts: the caller counts the bytes of the body.
struct MultipartLimits: Sendable, Equatable {
  /// Parts of a body.
  var parts = 1000
  /// Bytes of a part's headers, with line ends and the empty line.
  var headerBytes = 8 << 10
  /// Bytes outside parts: preamble, padding of delimiter lines, and epilogue together.
  var outsideBytes = 4 << 10
}
#endif
