extension Double {
  /// The shortest exact text: `151` for 151.0.
  var short: String {
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The value with a fixed number of decimals, `inf` or `nan`.
  func fixed(_ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    guard isFinite, let whole = Int(exactly: (magnitude * scale).rounded()) else {
      return description
    }
    let sign = self < 0 && whole > 0 ? "-" : ""
    guard decimals > 0 else { return sign + String(whole) }
    let digits = String(whole)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}

extension String {
  /// The text at the right end of a column; longer text stays as it is.
  func right(_ columns: Int) -> String {
    String(repeating: " ", count: Swift.max(0, columns - count)) + self
  }

  /// The text at the left end of a column; longer text stays as it is.
  func left(_ columns: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, columns - count))
  }
}
