#if Server
/// An error in a multipart body or its Content-Type.
///
/// `description` is a sentence for the sender: the fault and the remedy. It quotes at most 40 bytes
/// of input, as printable ASCII.
struct MultipartError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Kind of an error, for decisions such as the status of a response.
  enum Kind: Sendable, Equatable, CaseIterable {
    /// The Content-Type isn't multipart/form-data.
    case notMultipart
    /// The Content-Type has no boundary, or an invalid one.
    case badBoundary
    /// Delimiters or line ends are wrong.
    case malformed
    /// A header of a part is wrong, missing or repeated.
    case badHeader
    /// A part has a Content-Transfer-Encoding other than 7bit, 8bit and binary.
    case unsupportedEncoding
    /// The body exceeds one of the limits.
    case tooLarge
    /// The body ends before its closing delimiter.
    case truncated
  }

  /// Kind of the error.
  let kind: Kind
  /// The message, a sentence.
  let description: String

  /// An error with its message.
  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// Quotes input for a message: at most 40 bytes, all but printable ASCII as in `\x0A`.
  static func excerpt(_ bytes: some Collection<UInt8>) -> String {
    var text = "'"
    for byte in bytes.prefix(40) {
      if (0x20...0x7E).contains(byte) {
        text.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += byte < 0x10 ? "\\x0\(digits)" : "\\x\(digits)"
      }
    }
    return text + (bytes.count > 40 ? "…'" : "'")
  }
}
#endif
