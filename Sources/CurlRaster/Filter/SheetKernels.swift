internal import CurlKernels

/// The kernels of `CurlTaps.h`: in wide instructions if the processor has them, else in plain C or as
/// in SheetTwins.swift.
///
/// Both give the same values.
enum SheetKernels {
  /// The implementation that computes.
  enum Level: Int, Sendable, CaseIterable, Comparable {
    case plain, wide

    static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  /// The best level of this processor.
  static let best: Level = curl_taps_usable() != 0 ? .wide : .plain

  static func flap(
    _ level: Level, _ page: curl_page, _ quad: curl_quad, _ walk: curl_walk, _ count: Int,
    _ linear: UnsafeMutablePointer<UInt16>
  ) {
    var (page, quad, walk) = unsafe (page, quad, walk)
    unsafe curl_flap(level == .wide ? 1 : 0, &page, &quad, &walk, Int64(count), linear)
  }

  static func roll(
    _ level: Level, _ page: curl_page, _ bend: curl_bend, _ walk: curl_bent_walk, _ count: Int,
    _ linear: UnsafeMutablePointer<UInt16>, _ light: UnsafeMutablePointer<UInt16>,
    _ white: UnsafeMutablePointer<UInt16>
  ) {
    var (page, bend, walk) = unsafe (page, bend, walk)
    switch level {
    case .wide: unsafe curl_roll(&page, &bend, &walk, Int64(count), linear, light, white)
    case .plain: unsafe SheetTwins.roll(page, bend, walk, count, linear, light, white)
    }
  }

  static func groups(
    _ level: Level, _ page: curl_page, _ groups: Int, _ places: UnsafePointer<Int32>,
    _ lanes: UnsafePointer<Int16>, _ count: Int, _ linear: UnsafeMutablePointer<UInt16>
  ) {
    var page = unsafe page
    switch level {
    case .wide: unsafe curl_groups(&page, Int64(groups), places, lanes, Int64(count), linear)
    case .plain: unsafe SheetTwins.groups(page, groups, places, lanes, count, linear)
    }
  }

  static func tone(
    _ level: Level, _ tone: curl_tone, _ linear: UnsafePointer<UInt16>, _ count: Int,
    _ bytes: UnsafeMutablePointer<UInt8>
  ) {
    var tone = unsafe tone
    switch level {
    case .wide: unsafe curl_tone(&tone, linear, Int64(count), bytes)
    case .plain: unsafe SheetTwins.tone(tone, linear, count, bytes)
    }
  }
}
