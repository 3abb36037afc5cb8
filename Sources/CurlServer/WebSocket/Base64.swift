#if Server
/// Base64 (RFC 4648), as handshakes of WebSockets need it.
enum Base64 {
  /// The two letters that differ between the forms of Base64.
  enum Form {
    /// `+` and `/`, with `=` at the end.
    case standard
    /// `-` and `_`, without `=`: fit for tokens.
    case url
  }

  private static let common = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

  private static func letters(_ form: Form) -> [UInt8] {
    common + (form == .standard ? Array("+/".utf8) : Array("-_".utf8))
  }

  static func encode(_ bytes: some Collection<UInt8>, _ form: Form = .standard) -> String {
    let letters = letters(form)
    var text: [UInt8] = []
    var (bits, count) = (0, 0)
    for byte in bytes {
      (bits, count) = (bits << 8 & 0xFFFF | Int(byte), count + 8)
      while count >= 6 {
        count -= 6
        text.append(letters[bits >> count & 63])
      }
    }
    if count > 0 { text.append(letters[bits << (6 - count) & 63]) }
    while form == .standard && !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: "=")) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; nil if it isn't exactly what ``encode(_:_:)`` makes of them.
  static func decode(_ text: some StringProtocol, _ form: Form = .standard) -> [UInt8]? {
    let letters = letters(form)
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for letter in text.utf8 where letter != UInt8(ascii: "=") {
      guard let value = letters.firstIndex(of: letter) else { return nil }
      (bits, count) = (bits << 6 & 0xFFFF | value, count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 0xFF))
      }
    }
    return encode(bytes, form) == text ? bytes : nil
  }
}
#endif
