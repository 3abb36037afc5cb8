extension Double {
  /// The shortest exact text: `151` for 151.0.
  package var short: String {
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The value with a fixed number of decimals, or `inf` or `nan`.
  package func fixed(_ decimals: Int) -> String {
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
