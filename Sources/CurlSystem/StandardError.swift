internal import Glibc

/// Lines on standard error, each written at once, so that lines of several threads don't mix.
package enum StandardError {
  /// Writes a line; nobody could be told of an error.
  package static func write(line: String) {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
    }
  }
}

/// The time of day.
package enum WallClock {
  /// Seconds since 1970 in UTC.
  package static var seconds: Double {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  /// A time as in RFC 3339, such as "2026-11-26T20:15:53.120Z".
  package static func text(_ seconds: Double) -> String {
    let milliseconds = Int((1000 * seconds).rounded(.down))
    let (days, time) = milliseconds.flooredDivision(by: 86_400_000)
    // The Gregorian calendar repeats after 400 years of 146,097 days; years begin in March here, so
    // that a leap day is a year's last.
    let (era, day) = (days + 719_468).flooredDivision(by: 146_097)
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let date = dayOfYear - (153 * month + 2) / 5 + 1
    let civilMonth = month < 10 ? month + 3 : month - 9
    let civilYear = year + era * 400 + (civilMonth <= 2 ? 1 : 0)
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(civilYear, 4))-\(digits(civilMonth, 2))-\(digits(date, 2))T"
      + "\(digits(time / 3_600_000, 2)):\(digits(time / 60_000 % 60, 2)):"
      + "\(digits(time / 1000 % 60, 2)).\(digits(time % 1000, 3))Z"
  }
}

extension Int {
  /// Quotient rounded down, and the remainder, which isn't negative.
  fileprivate func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let remainder = ((self % divisor) + divisor) % divisor
    return ((self - remainder) / divisor, remainder)
  }
}
