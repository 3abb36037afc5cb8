#if Server
extension MultipartParser {
  private static let boundaryRule =
    "use 1 to 70 letters, digits, spaces and '()+_,-./:=?, with no space at the end"

  /// The boundary that a Content-Type names, 1 to 70 bytes of the characters of RFC 2046.
  ///
  /// Another type than multipart/form-data is an error of kind `notMultipart`.
  static func boundary(ofContentType text: String) throws(MultipartError) -> String {
    let bytes = Array(text.utf8)
    // Check the type first: another type's parameters don't matter.
    let type = HeaderValue.trimmed(bytes.prefix { $0 != UInt8(ascii: ";") })
    guard HeaderValue.lowercased(type) == "multipart/form-data" else {
      let found = type.isEmpty ? "empty" : MultipartError.excerpt(type)
      throw MultipartError(
        .notMultipart,
        "the Content-Type is \(found); send the body as 'multipart/form-data; boundary=…'")
    }
    do throws(HeaderValue.Fault) {
      guard let parameter = try HeaderValue(bytes[...]).parameter("boundary") else {
        throw HeaderValue.Fault(description: "no boundary")
      }
      return try checked(parameter)
    } catch {
      throw MultipartError(
        .badBoundary,
        "the Content-Type has \(error); \(boundaryRule), or let the HTTP client set this header")
    }
  }

  private static func checked(_ parameter: HeaderValue.Parameter) throws(HeaderValue.Fault)
    -> String
  {
    var boundary: [UInt8] = []
    var rest = parameter.value
    while let byte = rest.popFirst() {
      // A token has no backslash.
      let isEscape = byte == UInt8(ascii: "\\")
      boundary.append(isEscape ? rest.popFirst() ?? byte : byte)
    }
    let isValid = boundary.allSatisfy {
      HeaderValue.isLetterOrDigit($0) || "'()+_,-./:=? ".utf8.contains($0)
    }
    guard isValid, (1...70).contains(boundary.count), boundary.last != UInt8(ascii: " ") else {
      throw HeaderValue.Fault(
        description:
          "the boundary \(MultipartError.excerpt(boundary)) of \(boundary.count) bytes")
    }
    return String(decoding: boundary, as: UTF8.self)
  }
}
#endif
