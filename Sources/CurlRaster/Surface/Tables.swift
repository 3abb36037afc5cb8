internal import CurlCore
package import CurlKernels

/// The sRGB curves of stored channels as kernels read them.
package enum Tables {
  private static let encode: [Float] = (0...Int(CURL_ENCODE)).map {
    let x = Double($0) / Double(CURL_ENCODE)
    return Float(SRGB.encode(x * x))
  }
  private static let decode: [Float] = (0...Int(CURL_DECODE)).flatMap {
    let power = SRGB.power(Double($0) / Double(CURL_DECODE), Double(CURL_DECODE))
    return [Float(power.x), Float(power.y)]
  }

  /// Calls `body` with tables that are pinned in memory until `body` returns.
  package static func with<Result>(_ body: (curl_tables) -> Result) -> Result {
    unsafe encode.withUnsafeBufferPointer { encode in
      unsafe decode.withUnsafeBufferPointer { decode in
        unsafe body(curl_tables(encode: encode.baseAddress, decode: decode.baseAddress))
      }
    }
  }
}
