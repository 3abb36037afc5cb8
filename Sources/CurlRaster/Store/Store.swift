internal import CurlCore
package import CurlKernels

/// How pixels are stored.
package enum Store {
  /// Bytes of a pixel.
  package static func bytes(_ store: curl_store) -> Int { isDeep(store) ? 8 : 4 }

  /// Whether channels have 16 bits.
  package static func isDeep(_ store: curl_store) -> Bool {
    store == CURL_RGBA16 || store == CURL_STRAIGHT16
  }

  /// Whether colours are straight, not premultiplied.
  static func isStraight(_ store: curl_store) -> Bool {
    store == CURL_STRAIGHT8 || store == CURL_STRAIGHT16
  }
}
