import Glibc

/// How much of a fuzz test is run: a little as part of all tests, more where `GLCURL_FUZZ` says so.
///
/// ```sh
/// GLCURL_FUZZ=1000 swift test -c release --disable-xctest --filter Fuzz
/// GLCURL_FUZZ_SEED=2 GLCURL_FUZZ_AT=4711 swift test -c release --disable-xctest --filter Fuzz
/// ```
package struct FuzzRun: Sendable {
  /// The seed.
  package let seed: UInt64
  /// The cases' numbers.
  package let numbers: Range<Int>
  /// Seconds of the processor that a case may take.
  package static let budget = 2.0

  /// A run of `usual` cases where nothing else is said.
  package init(usual: Int) {
    seed = UInt64(Self.setting("GLCURL_FUZZ_SEED") ?? 1)
    if let number = Self.setting("GLCURL_FUZZ_AT") {
      numbers = number..<number + 1
    } else {
      numbers = 0..<(Self.setting("GLCURL_FUZZ") ?? usual)
    }
  }

  /// Seconds of the processor that this process has taken.
  package static var seconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func setting(_ name: String) -> Int? {
    guard let text = unsafe getenv(name) else { return nil }
    return unsafe Int(String(cString: text))
  }
}
