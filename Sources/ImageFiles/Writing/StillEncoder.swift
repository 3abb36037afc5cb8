import CImageCodecs
import CurlCore
import Glibc

/// Encoders of single pictures: libwebp's and TurboJPEG's.
enum StillEncoder {
  /// Effort of libwebp's lossy compressor, 0…6: beyond 4 it takes twice the time for 2 % fewer bytes.
  private static let method: Int32 = 4
  /// Effort of lossless pictures, 0…100, at method 0.
  private static let effort: Float = 20
  /// Longest message, bytes.
  private static let messageLimit = 256

  /// A WebP; quality 0…100, and 100 is lossless.
  static func webP(_ pixmap: Pixmap, quality: Int) throws(ImageFileError) -> [UInt8] {
    let pixels = StraightPixels.bytes(pixmap, depth: .eight, order: .littleEndian)
    let (width, height) = (Int32(pixmap.width), Int32(pixmap.height))
    let isLossless = quality == 100
    return try unsafe file("WebP") { file, count, message in
      unsafe ci_webp_encode(
        pixels, width, height, isLossless ? effort : Float(quality), isLossless ? 1 : 0,
        isLossless ? 0 : method, file, count, message, messageLimit)
    }
  }

  /// A JPEG; quality 0…100.
  ///
  /// Transparent areas become white.
  static func jpeg(_ pixmap: Pixmap, quality: Int) throws(ImageFileError) -> [UInt8] {
    let pixels = overWhite(pixmap)
    let (width, height) = (Int32(pixmap.width), Int32(pixmap.height))
    return try unsafe file("JPEG") { file, count, message in
      unsafe ci_jpeg_encode(
        pixels, width, height, Int32(max(quality, 1)), file, count, message, messageLimit)
    }
  }

  /// The picture of 8 bits per channel over white, in encoded values.
  private static func overWhite(_ pixmap: Pixmap) -> [UInt8] {
    var pixels: [UInt8]
    switch pixmap.premultiplied.storage {
    case .rgba8(let values): pixels = values
    // Rounds to nearest: 65535 = 257 · 255.
    case .rgba16(let values): pixels = values.map { UInt8((UInt32($0) + 128) / 257) }
    }
    for at in stride(from: 0, to: pixels.count, by: 4) where pixels[at + 3] != 255 {
      let white = 255 - pixels[at + 3]
      for channel in at..<(at + 3) {
        let (sum, isOver) = pixels[channel].addingReportingOverflow(white)
        pixels[channel] = isOver ? 255 : sum
      }
    }
    return pixels
  }

  /// Runs an encoder, and takes over its file.
  private static func file(
    _ name: String,
    _ encode: (
      UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>,
      UnsafeMutablePointer<CChar>?
    ) -> Int32
  ) throws(ImageFileError) -> [UInt8] {
    var file: UnsafeMutablePointer<UInt8>?
    var count = 0
    var message = [CChar](repeating: 0, count: messageLimit)
    let status = unsafe message.withUnsafeMutableBufferPointer { message in
      unsafe encode(&file, &count, message.baseAddress)
    }
    defer { unsafe free(file) }
    guard status == 0 else {
      let text = String(
        decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw ImageFileError(.noMemory, path: name, "cannot write a \(name): \(text)")
    }
    return unsafe [UInt8](UnsafeBufferPointer(start: file, count: count))
  }
}
