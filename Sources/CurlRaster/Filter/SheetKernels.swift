internal import CurlKernels

/// The kernels of `CurlTaps.h`: in wide instructions if the processor has them, else in plain C or as
/// in SheetTwins.swift.
///
/// All give the same values.
enum SheetKernels {
  /// The width of registers, as in `CurlWidths.h`.
  enum Level: Int32, Sendable, CaseIterable, Comparable {
    case plain, wide, widest

    static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  /// The best level of this processor.
  static let best = Level(rawValue: curl_widest()) ?? .plain

  static func flap(
    _ level: Level, _ page: curl_page, _ quad: curl_quad, _ walk: curl_walk, _ count: Int,
    _ linear: UnsafeMutablePointer<UInt16>
  ) {
    var (page, quad, walk) = unsafe (page, quad, walk)
    unsafe curl_flap(level.rawValue, &page, &quad, &walk, Int64(count), linear)
  }

  static func roll(
    _ level: Level, _ page: curl_page, _ bend: curl_bend, _ walk: curl_bent_walk, _ count: Int,
    _ linear: UnsafeMutablePointer<UInt16>, _ light: UnsafeMutablePointer<UInt16>,
    _ white: UnsafeMutablePointer<UInt16>
  ) {
    var (page, bend, walk) = unsafe (page, bend, walk)
    switch level {
    case .plain: unsafe SheetTwins.roll(page, bend, walk, count, linear, light, white)
    default:
      unsafe curl_roll(
        level.rawValue, &page, &bend, &walk, Int64(count), linear, light, white)
    }
  }

  static func tone(
    _ level: Level, _ tone: curl_tone, _ linear: UnsafePointer<UInt16>, _ count: Int,
    _ bytes: UnsafeMutablePointer<UInt8>
  ) {
    var tone = unsafe tone
    switch level {
    case .plain: unsafe SheetTwins.tone(tone, linear, count, bytes)
    default: unsafe curl_tone(level.rawValue, &tone, linear, Int64(count), bytes)
    }
  }
}
