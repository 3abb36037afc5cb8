#if Server
extension String {
  /// Whether a name stands before another one, numbers in names by their value: `p2` before `p10`.
  func naturallyPrecedes(_ other: String) -> Bool {
    var (left, right) = (Array(utf8)[...], Array(other.utf8)[...])
    while let first = left.first, let second = right.first {
      if Self.isDigit(first) && Self.isDigit(second) {
        let (one, two) = (Self.takeNumber(&left), Self.takeNumber(&right))
        // Without leading zeros, the longer number is the larger one.
        if one.count != two.count { return one.count < two.count }
        if one != two { return one.lexicographicallyPrecedes(two) }
      } else if first != second {
        return first < second
      } else {
        left.removeFirst()
        right.removeFirst()
      }
    }
    if left.isEmpty != right.isEmpty { return left.isEmpty }
    // They differ in leading zeros, if at all.
    return utf8.lexicographicallyPrecedes(other.utf8)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Removes the digits at the start; returns them without leading zeros.
  private static func takeNumber(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = bytes.prefix(while: isDigit)
    bytes = bytes.dropFirst(digits.count)
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}
#endif
