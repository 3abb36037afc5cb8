/// ICC profiles for fuzz tests: a scanner's, a table of random colours.
package enum ProfileGenerator {
  /// Most colours along a channel: a chunk that isn't compressed has room for these.
  private static let mostGrid = 16

  /// A profile for RGB of the smallest size that it can have, to some tens of kilobytes.
  package static func bytes(_ random: inout Random) -> [UInt8] {
    let grid = Int.random(in: 2...mostGrid, using: &random)
    let whole = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { big($0 << 16) }
    var table = tag("mft2") + [3, 3, UInt8(grid), 0] + whole + [0, 2, 0, 2]
    let ends: [UInt8] = [0, 0, 255, 255]
    for _ in 0..<3 { table += ends }
    for _ in 0..<(6 * grid * grid * grid) {
      table.append(UInt8.random(in: 0...255, using: &random))
    }
    for _ in 0..<3 { table += ends }
    let white = [0xF6D6, 0x10000, 0xD32D].flatMap(big)
    let first = 128 + 4 + 2 * 12
    let content = tag("XYZ ") + white
    let tags =
      big(2) + Array("wtpt".utf8) + big(first) + big(content.count) + Array("A2B0".utf8)
      + big(first + content.count) + big(table.count)
    let head =
      [0, 0, 0, 0, 2, 0x40, 0, 0] + Array("scnrRGB Lab ".utf8) + [UInt8](repeating: 0, count: 12)
      + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28) + white
    let rest = [UInt8](repeating: 0, count: 128 - 4 - head.count) + tags + content + table
    return big(4 + head.count + rest.count) + head + rest
  }

  private static func tag(_ name: String) -> [UInt8] { Array(name.utf8) + [0, 0, 0, 0] }

  private static func big(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
