/// EXIF blocks, byte by byte.
enum SampleExif {
  /// A block with a maker's name, an orientation and a resolution unit.
  static func block(orientation: Int, littleEndian: Bool) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let big = (0..<count).reversed().map { UInt8(value >> (8 * $0) & 255) }
      return littleEndian ? big.reversed() : big
    }
    func short(_ tag: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(3, 2) + number(1, 4) + number(value, 2) + [0, 0]
    }
    let order = [UInt8]((littleEndian ? "II" : "MM").utf8)
    let maker = number(0x010F, 2) + number(2, 2) + number(4, 4) + [0x61, 0x62, 0x63, 0]
    return order + number(42, 2) + number(8, 4) + number(3, 2) + maker
      + short(0x0112, orientation) + short(0x0128, 2) + number(0, 4)
  }
}
