/// Key of a linked program in the cache: the driver and the source.
struct ProgramKey: Sendable, Equatable {
  /// GL_VENDOR, GL_RENDERER and GL_VERSION, then the source's length and hash, each ended by a 0;
  /// cache files hold the same bytes.
  let identity: [UInt8]
  /// File name: two 64-bit hashes in hexadecimal digits.
  let name: String

  init(identity: [UInt8], name: String) {
    self.identity = identity
    self.name = name
  }

  /// The key of a program's source on a driver; `source` is all strings in order.
  init(_ capabilities: Capabilities, source: [String]) {
    var words = [capabilities.vendor, capabilities.renderer, capabilities.version]
    var hash = Hash64()
    var length = 0
    for text in source {
      hash.add(text.utf8)
      // A 0 separates strings: ["ab", "c"] and ["a", "bc"] must differ.
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

/// The 64-bit hash FNV-1a (Fowler, Noll and Vo): detects accidents, not attacks.
struct Hash64 {
  private(set) var value: UInt64

  /// The hash of no bytes; each seed gives another hash function.
  init(seed: UInt64 = 0) { value = 0xCBF2_9CE4_8422_2325 ^ seed }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
