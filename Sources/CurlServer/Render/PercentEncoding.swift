#if Server
/// Percent-encoding of a path's segments (RFC 3986).
enum PercentEncoding {
  /// The text of a segment; nil if a `%` has no two digits, or the text isn't UTF-8 or has a NUL.
  static func decode(_ segment: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(segment.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == percent {
        guard let code = code(rest) else { return nil }
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// A text as a segment: encodes what can't stand in one, and keeps what is encoded.
  static func complete(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var segment = ""
    for (index, byte) in bytes.enumerated() {
      let isEncoded = byte == percent && code(bytes[(index + 1)...]) != nil
      if isEncoded || plain.contains(byte) {
        segment.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        segment += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return segment
  }

  private static let percent = UInt8(ascii: "%")

  /// Characters that stand for themselves in segments here, and that shells and HTML leave alone.
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~,:=".utf8)

  /// The byte of two digits at the start; nil if they aren't there.
  private static func code(_ bytes: ArraySlice<UInt8>) -> UInt8? {
    let digits = bytes.prefix(2)
    guard digits.count == 2,
      digits.allSatisfy({ $0 < 0x80 && Character(UnicodeScalar($0)).isHexDigit })
    else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
#endif
