/// The 64-bit hash FNV-1a (Fowler, Noll, Vo): the same in every process, unlike Swift's own.
struct FNV1a {
  /// The hash.
  let value: UInt64

  /// The hash of a text's UTF-8.
  init(_ text: String) {
    value = text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
