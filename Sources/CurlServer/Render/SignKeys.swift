#if Server
internal import Crypto
internal import Synchronization

/// The secrets that signatures of paths are made with.
///
/// A line of the file is a name, a colon, and the secret in hexadecimal digits, at least 32 bytes.
/// Every secret verifies, and the last one signs. So secrets change in three steps: add the new
/// one at the end, sign all paths again, remove the old one.
package final class SignKeys: Sendable {
  /// How to make a line, for messages.
  package static let recipe = "echo \"main:$(openssl rand -hex 32)\""

  private let keys: Mutex<[SymmetricKey]>

  /// The secrets of a file's text.
  package init(_ text: String) throws(KeyFile.Fault) { keys = Mutex(try Self.keys(text)) }

  /// Takes the secrets of a changed file.
  package func replace(with text: String) throws(KeyFile.Fault) {
    let new = try Self.keys(text)
    keys.withLock { $0 = new }
  }

  private static func keys(_ text: String) throws(KeyFile.Fault) -> [SymmetricKey] {
    let form =
      "write a name, a colon and the secret, at least 64 hexadecimal digits: \(recipe)"
    return try KeyFile.lines(text, form) { $0.count >= 32 }.map { line throws(KeyFile.Fault) in
      if let word = line.words.first { throw line.fault("'\(word.prefix(40))': \(form)") }
      return SymmetricKey(data: line.bytes)
    }
  }

  /// The signature of a text with the last secret.
  func signature(of text: String) -> String {
    guard let key = keys.withLock({ $0.last }) else {
      preconditionFailure("a file without secrets is an error")
    }
    return Self.signature(of: text, key)
  }

  /// Whether a signature is that of a text with one of the secrets.
  ///
  /// Compares texts, not bytes: other spellings of the same bytes aren't valid. Takes the same time
  /// wherever they differ.
  func verify(_ signature: String, of text: String) -> Bool {
    keys.withLock { $0 }.reduce(false) { isValid, key in
      KeyFile.isEqual(Array(signature.utf8), Array(Self.signature(of: text, key).utf8)) || isValid
    }
  }

  private static func signature(of text: String, _ key: SymmetricKey) -> String {
    Base64URL.encode(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key))
  }
}

/// Base64 for URLs, without padding (RFC 4648, section 5).
enum Base64URL {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".unicodeScalars)

  /// The text of bytes.
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    var (bits, count) = (0, 0)
    for byte in bytes {
      (bits, count) = ((bits << 8 | Int(byte)) & 0xFFFF, count + 8)
      while count >= 6 {
        count -= 6
        text.append(digits[bits >> count & 63])
      }
    }
    if count > 0 { text.append(digits[bits << (6 - count) & 63]) }
    return String(text)
  }
}
#endif
