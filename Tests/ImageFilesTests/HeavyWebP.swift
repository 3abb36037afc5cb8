/// WebPs of one colour and of any size, in a few bytes.
enum HeavyWebP {
  /// A lossless picture all of whose codes have one symbol: its pixels take no bits.
  static func blank(width: Int, height: Int, rgba: [UInt8]) -> [UInt8] {
    var content: [UInt8] = [0x2F]
    var held: UInt64 = 0
    var count = 0
    func put(_ value: Int, _ bits: Int) {
      held |= UInt64(value) << UInt64(count)
      count += bits
      while count >= 8 {
        content.append(UInt8(held & 255))
        held >>= 8
        count -= 8
      }
    }
    put(width - 1, 14)
    put(height - 1, 14)
    // With alpha, version 0; no transform, no colour cache, one group of codes.
    put(0b0001, 4)
    put(0b000, 3)
    for channel in [1, 0, 2, 3] {
      // A simple code of one symbol of 8 bits.
      put(0b101, 3)
      put(Int(rgba[channel]), 8)
    }
    put(0b0001, 4)
    put(0, 7)
    return SampleWebP.riff(SampleWebP.chunk("VP8L", content))
  }
}
