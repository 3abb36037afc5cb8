/// Progressive JPEGs of one grey and as many scans as wanted, which are valid and tiny.
struct HeavyJPEG {
  var width: Int
  var height: Int
  /// Up to 883, the first of the mean values and then one for each bit of each coefficient.
  var scans: Int
  /// The sampling of each component, such as 0x22; only the first has more than mean values.
  var sampling: [UInt8] = [0x11]
  /// Bytes between two scans.
  var separator: [UInt8] = []

  /// Bits of a coefficient that have a scan of their own.
  private static let bits = 14

  /// The file.
  var bytes: [UInt8] {
    var file: [UInt8] = [0xFF, 0xD8]
    let ones = [UInt8](repeating: 1, count: 64)
    file += Self.segment(0xDB, [0] + ones)
    var frame: [UInt8] = [8]
    for side in [height, width] { frame += [UInt8(side >> 8), UInt8(side & 255)] }
    frame.append(UInt8(sampling.count))
    for (number, factors) in sampling.enumerated() { frame += [UInt8(number + 1), factors, 0] }
    file += Self.segment(0xC2, frame)
    // A mean value that is the last one's is a bit, 0.
    var counts = [UInt8](repeating: 0, count: 16)
    counts[0] = 1
    file += Self.segment(0xC4, [0x00] + counts + [0])
    // The first code is a run of 16,384 empty blocks and more; the others, from 10000, are one block,
    // two and more, four and more and so on.
    counts[4] = 14
    let runs = (0..<14).map { UInt8($0) << 4 }
    file += Self.segment(0xC4, [0x10] + counts + [0xE0] + runs)
    file += Self.scan(sampling.indices.map { UInt8($0 + 1) }, 0, 0, 0) + meanValues
    let data = emptyBlocks
    for number in 0..<(scans - 1) {
      let bit = UInt8(Self.bits - 1 - number % Self.bits)
      let above = number % Self.bits == 0 ? 0 : bit + 1
      file += separator + Self.scan([1], UInt8(1 + number / Self.bits), above, bit) + data
    }
    return file + [0xFF, 0xD9]
  }

  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
  }

  /// A scan's header; its data is of bits from `above` down to `bit`.
  private static func scan(
    _ components: [UInt8], _ coefficient: UInt8, _ above: UInt8, _ bit: UInt8
  ) -> [UInt8] {
    var content: [UInt8] = [UInt8(components.count)]
    for component in components { content += [component, 0] }
    content += [coefficient, coefficient, above << 4 | bit]
    return segment(0xDA, content)
  }

  private func units(_ side: Int, _ pixels: Int) -> Int { (side + pixels - 1) / pixels }

  /// A bit for each block of all components.
  private var meanValues: [UInt8] {
    let widest = sampling.map { Int($0 >> 4) }.max() ?? 1
    let highest = sampling.map { Int($0 & 15) }.max() ?? 1
    let isAlone = sampling.count == 1
    let perUnit = sampling.reduce(0) { $0 + Int($1 >> 4) * Int($1 & 15) }
    let wholeUnits = units(width, 8 * widest) * units(height, 8 * highest)
    let blocks = isAlone ? units(width, 8) * units(height, 8) : wholeUnits * perUnit
    let rest = blocks % 8
    var data = [UInt8](repeating: 0, count: blocks / 8)
    if rest != 0 { data.append(255 >> UInt8(rest)) }
    return data
  }

  /// The first component's blocks as empty ones.
  private var emptyBlocks: [UInt8] {
    var left = units(width, 8) * units(height, 8)
    var bits = ""
    func digits(_ value: Int, _ count: Int) -> String {
      let text = String(value, radix: 2)
      return count == 0 ? "" : String(repeating: "0", count: count - text.count) + text
    }
    while left > 0 {
      let run = min(left, 32_767)
      let power = run.bitWidth - 1 - run.leadingZeroBitCount
      bits += power == 14 ? "0" : digits(16 + power, 5)
      bits += digits(run - (1 << power), power)
      left -= run
    }
    bits += String(repeating: "1", count: -bits.count & 7)
    var data: [UInt8] = []
    var rest = bits[...]
    while !rest.isEmpty {
      let byte = UInt8(rest.prefix(8), radix: 2) ?? 0
      data += byte == 255 ? [255, 0] : [byte]
      rest = rest.dropFirst(8)
    }
    return data
  }
}
