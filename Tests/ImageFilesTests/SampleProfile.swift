/// ICC profiles, byte by byte, without any code that is under test.
enum SampleProfile {
  /// x, y and z in the connection space, of red, green and blue.
  typealias Colorants = [[Double]]

  /// Display P3's, adapted to D50 by Bradford's matrix.
  static let displayP3: Colorants = [
    [0.5151187, 0.2411892, -0.0010505], [0.2919778, 0.6922441, 0.0418791],
    [0.1571035, 0.0665668, 0.7840713],
  ]
  /// sRGB's, likewise.
  static let sRGB: Colorants = [
    [0.4360413, 0.2224845, 0.0139202], [0.3851129, 0.7169051, 0.0970672],
    [0.1430458, 0.0606104, 0.7139126],
  ]
  /// White of the connection space.
  static let white = [0.9642, 1, 0.8249]

  /// A display's profile: sRGB's curve and these colorants, and more tags.
  static func rgb(_ colorants: Colorants, tags: [(String, [UInt8])] = []) -> [UInt8] {
    rgb(colorants, curve: srgbCurve, tags: tags)
  }

  private static let srgbCurve =
    tag("para") + [0, 3, 0, 0]
    + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)

  /// A display's profile whose light goes from `black` of white's to white's in proportion to the
  /// value.
  static func linear(_ colorants: Colorants, black: UInt16) -> [UInt8] {
    let ends = [UInt8(black >> 8), UInt8(black & 255), 255, 255]
    return rgb(colorants, curve: tag("curv") + RawPNG.big(2) + ends, tags: [])
  }

  /// A grey profile whose light goes likewise.
  static func linearGrey(black: UInt16) -> [UInt8] {
    let ends = [UInt8(black >> 8), UInt8(black & 255), 255, 255]
    let curve = tag("curv") + RawPNG.big(2) + ends
    return profile("mntr", "GRAY", "XYZ ", [("wtpt", xyz(white)), ("kTRC", curve)])
  }

  private static func rgb(
    _ colorants: Colorants, curve: [UInt8], tags: [(String, [UInt8])]
  ) -> [UInt8] {
    profile(
      "mntr", "RGB ", "XYZ ",
      [("wtpt", xyz(white))] + zip(["rXYZ", "gXYZ", "bXYZ"], colorants.map(xyz))
        + ["rTRC", "gTRC", "bTRC"].map { ($0, curve) } + tags)
  }

  /// A pipeline in floating point of `stages` matrices that turn every colour into black.
  static func blackPipeline(stages: Int) -> [UInt8] {
    var matrix = tag("matf") + [0, 3, 0, 3]
    matrix += [UInt8](repeating: 0, count: 4 * (9 + 3))
    // All stages are the same bytes.
    let place = RawPNG.big(UInt32(16 + 8 * stages)) + RawPNG.big(UInt32(matrix.count))
    var pipeline = tag("mpet") + [0, 3, 0, 3]
    pipeline += RawPNG.big(UInt32(stages))
    for _ in 0..<stages { pipeline += place }
    return pipeline + matrix
  }

  /// A grey profile whose light is the value to the power of `exponent256` / 256.
  static func grey(exponent256: Int) -> [UInt8] {
    let curve =
      tag("curv") + RawPNG.big(1) + [UInt8(exponent256 >> 8), UInt8(exponent256 & 255), 0, 0]
    return profile("mntr", "GRAY", "XYZ ", [("wtpt", xyz(white)), ("kTRC", curve)])
  }

  /// A printer's profile: L*, a* and b* of every overprint of full inks, cyan the highest bit of
  /// the index and black the lowest.
  static func cmyk(_ overprints: [[Double]]) -> [UInt8] {
    let nodes = overprints.map { lab in
      [UInt8((lab[0] * 2.55).rounded()), UInt8(lab[1] + 128), UInt8(lab[2] + 128)]
    }
    return table("CMYK", grid: 2, nodes)
  }

  /// A scanner's profile: a table of `grid` colours along each of its channels, the last channel's one
  /// after the other; each is 2.55 L*, a* + 128 and b* + 128.
  static func table(_ space: String, grid: Int, _ nodes: [[UInt8]]) -> [UInt8] {
    let channels = ["GRAY": 1, "RGB ": 3, "CMYK": 4][space] ?? 0
    let ramp = (0...255).map { UInt8($0) }
    let identity = [1.0, 0, 0, 0, 1, 0, 0, 0, 1].flatMap(fixed)
    var table = tag("mft1") + [UInt8(channels), 3, UInt8(grid), 0] + identity
    for _ in 0..<channels { table += ramp }
    table += nodes.flatMap { $0 } + ramp + ramp + ramp
    return profile("scnr", space, "Lab ", [("wtpt", xyz(white)), ("A2B0", table)])
  }

  /// A display's profile that is a pipeline: sRGB's curve, a matrix of colorants and curves that do
  /// nothing.
  static func pipeline(_ colorants: Colorants) -> [UInt8] {
    let identity = tag("para") + [0, 0, 0, 0] + fixed(1)
    // X, Y and Z are stored as shares of 1 + 32767 / 32768.
    let matrix = (0..<3).flatMap { axis in
      colorants.flatMap { fixed($0[axis] * 32768 / 65535) }
    }
    let curves = identity + identity + identity
    let gamma = srgbCurve + srgbCurve + srgbCurve
    let (first, second) = (32 + curves.count, 32 + curves.count + matrix.count + 12)
    var content = tag("mAB ") + [3, 3, 0, 0]
    for place in [32, first, second, 0, 0] { content += RawPNG.big(UInt32(place)) }
    content += curves + matrix + [UInt8](repeating: 0, count: 12) + gamma
    return profile("mntr", "RGB ", "XYZ ", [("wtpt", xyz(white)), ("A2B0", content)])
  }

  private static func profile(
    _ kind: String, _ space: String, _ connection: String, _ tags: [(String, [UInt8])]
  ) -> [UInt8] {
    let start = 128 + 4 + 12 * tags.count
    var table = RawPNG.big(UInt32(tags.count))
    var contents: [UInt8] = []
    for (name, content) in tags {
      let offset = UInt32(start + contents.count)
      table += [UInt8](name.utf8) + RawPNG.big(offset) + RawPNG.big(UInt32(content.count))
      contents += content + [UInt8](repeating: 0, count: -content.count & 3)
    }
    let head =
      [0, 0, 0, 0, 4, 0x30, 0, 0] + [UInt8]((kind + space + connection).utf8)
      + [7, 0xE9, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + [UInt8]("acsp".utf8)
      + [UInt8](repeating: 0, count: 28) + white.flatMap(fixed)
    return RawPNG.big(UInt32(start + contents.count)) + head
      + [UInt8](repeating: 0, count: 128 - 4 - head.count) + table + contents
  }

  private static func tag(_ name: String) -> [UInt8] { [UInt8](name.utf8) + [0, 0, 0, 0] }

  private static func xyz(_ value: [Double]) -> [UInt8] { tag("XYZ ") + value.flatMap(fixed) }

  /// A number in units of 1/65536.
  private static func fixed(_ value: Double) -> [UInt8] {
    RawPNG.big(UInt32(bitPattern: Int32((value * 65536).rounded())))
  }
}
