import CImageCodecs

/// Converts decoded, straight pixels to straight sRGB, in place.
///
/// A damaged or unsuitable profile is ignored, as in browsers.
enum PictureColours {
  /// Converts 8-bit pixels.
  static func convert(_ pixels: UnsafeMutableBufferPointer<UInt8>, _ header: PictureHeader) {
    guard header.stored.channels == CI_CMYK.rawValue else {
      unsafe convert(UnsafeMutableRawBufferPointer(pixels), header)
      return
    }
    if header.hasInvertedInks {
      for at in pixels.indices { unsafe pixels[at] = ~pixels[at] }
    }
    let isDone = unsafe convert(UnsafeMutableRawBufferPointer(pixels), header)
    for at in stride(from: 0, to: pixels.count, by: 4) {
      if !isDone { unsafe printWithoutProfile(pixels, at) }
      unsafe pixels[at + 3] = 255
    }
  }

  /// Converts 16-bit pixels.
  static func convert(_ pixels: UnsafeMutableBufferPointer<UInt16>, _ header: PictureHeader) {
    unsafe convert(UnsafeMutableRawBufferPointer(pixels), header)
  }

  /// Converts pixels with the header's profile; returns false if it is missing or unusable.
  @discardableResult
  private static func convert(
    _ pixels: UnsafeMutableRawBufferPointer, _ header: PictureHeader
  ) -> Bool {
    guard let profile = header.profile else { return false }
    let bits = Int32(header.stored.bits)
    let status = unsafe profile.withUnsafeBufferPointer { profile in
      unsafe ci_to_srgb(
        profile.baseAddress, profile.count, Int32(header.stored.channels), bits,
        pixels.baseAddress, pixels.count * 2 / Int(bits))
    }
    return status == Int32(CI_OK.rawValue)
  }

  /// Converts a CMYK pixel without a profile: red is (1 − c)(1 − k), and so on.
  @inline(__always)
  private static func printWithoutProfile(
    _ pixels: UnsafeMutableBufferPointer<UInt8>, _ at: Int
  ) {
    let light = unsafe UInt32(255 - pixels[at + 3])
    for channel in at..<(at + 3) {
      unsafe pixels[channel] = UInt8((UInt32(255 - pixels[channel]) &* light &+ 127) / 255)
    }
  }
}
