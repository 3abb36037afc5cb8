/// Numbers within bytes in memory; reading beyond their end throws.
extension [UInt8] {
  /// The big-endian number of up to eight bytes; throws if it doesn't fit into `Int`.
  func number(_ at: Int, bytes count: Int) throws(JoinFault) -> Int {
    guard at >= 0, at <= self.count - count else { throw .damage }
    let value = self[at..<(at + count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let number = Int(exactly: value) else { throw .damage }
    return number
  }

  /// The little-endian number of up to four bytes.
  func little(_ at: Int, bytes count: Int) throws(JoinFault) -> Int {
    guard at >= 0, at <= self.count - count else { throw .damage }
    return self[at..<(at + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Replaces bytes that exist by a big-endian number; higher bits are dropped.
  mutating func put(_ value: Int, at: Int, bytes count: Int) {
    replaceSubrange(at..<(at + count), with: Self.big(value, bytes: count))
  }

  /// A big-endian number; higher bits are dropped.
  static func big(_ value: Int, bytes count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  /// A little-endian number; higher bits are dropped.
  static func little(_ value: Int, bytes count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
