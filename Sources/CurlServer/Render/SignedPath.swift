#if Server
/// What a signature covers: the options and the source of a path, as they stand in it.
///
/// Percent-encoding is part of the text: a proxy that rewrites it breaks the signature.
package struct SignedPath: Equatable, Sendable {
  /// Path of the operation, with its variable segments.
  static let pattern = "\(start)/{signature}/{options}/{source}"
  private static let start = "/v1/render"

  /// Segments of the path.
  package let options, source: String

  /// The path of two segments.
  init(options: String, source: String) { (self.options, self.source) = (options, source) }

  /// The path of two texts: percent-encodes what can't stand in a segment, and keeps what is
  /// encoded.
  package init(encoding options: String, _ source: String) {
    self.init(
      options: PercentEncoding.complete(options), source: PercentEncoding.complete(source))
  }

  /// The text that is signed.
  var text: String { "/\(options)/\(source)" }

  /// The path with its signature.
  package func path(_ keys: SignKeys) -> String {
    "\(Self.start)/\(keys.signature(of: text))\(text)"
  }

  /// How a shell signs; `options`, `source` and `secret`, in hexadecimal digits, are variables.
  package static let recipe = #"""
    signature=$(printf %s "/$options/$source" |
      openssl dgst -sha256 -mac HMAC -macopt "hexkey:$secret" -binary |
      basenc -w 0 --base64url | tr -d =)
    echo "/v1/render/$signature/$options/$source"
    """#
}
#endif
