/// What a linked program depends on: the driver and the source.
struct ProgramKey: Sendable, Equatable {
  /// The driver's own words and the whole source, as an entry of a cache repeats them: vendor,
  /// renderer, version, then the source's length and hash.
  let identity: [UInt8]
  /// A name for files: two 64-bit hashes.
  let name: String

  /// A key of its parts.
  init(identity: [UInt8], name: String) {
    self.identity = identity
    self.name = name
  }

  /// The key of a source, all of its text in order, on a driver.
  init(_ capabilities: Capabilities, source: [String]) {
    var words = [capabilities.vendor, capabilities.renderer, capabilities.version]
    var hash = Hash64()
    var length = 0
    for text in source {
      hash.add(text.utf8)
      // Else text could move from one string to the next.
      hash.add([0])
      length += text.utf8.count + 1
    }
    words += ["\(length)", String(hash.value, radix: 16)]
    var identity: [UInt8] = []
    for word in words { identity += Array(word.utf8) + [0] }
    self.identity = identity
    var second = Hash64(seed: hash.value)
    second.add(identity)
    var first = Hash64()
    first.add(identity)
    name = [first.value, second.value].map { value in
      let digits = String(value, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

/// The 64-bit hash FNV-1a (Fowler, Noll and Vo), which guards against accidents and not against
/// attackers.
struct Hash64 {
  private(set) var value: UInt64

  /// A hash of nothing yet; another seed is another hash.
  init(seed: UInt64 = 0) { value = 0xCBF2_9CE4_8422_2325 ^ seed }

  /// Goes on with bytes.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
