#if Server
/// The headers of a part.
struct MultipartPart: Sendable, Equatable {
  /// Name of the form's field; not empty, without control characters.
  let name: String
  /// Name of the sender's file, without control characters; nil for a field that isn't a file.
  ///
  /// May be empty, or a path such as `../x`: never open a file by this name.
  let fileName: String?
  /// Content-Type as sent, printable ASCII; nil if the part has none.
  let contentType: String?
}
#endif
