import CImageCodecs
import Testing

/// Profiles of tables and pipelines, straight through the codecs' own function: JPEG, the one format of
/// inks, keeps no noise.
@Suite struct TableColourTests {
  /// A table of random colours, the first of which is black; of inks, the last.
  private struct Table {
    let space: String
    let grid: Int
    let channels: Int
    let bytes: [[UInt8]]

    init(_ space: String, grid: Int) {
      var random = SeededGenerator(seed: 5)
      (self.space, self.grid) = (space, grid)
      channels = ["GRAY": 1, "RGB ": 3][space] ?? 4
      let count = (0..<channels).reduce(1) { count, _ in count * grid }
      // Colours near grey, which sRGB has.
      var bytes = (0..<count).map { _ in
        [
          UInt8.random(in: 20...240, using: &random), UInt8.random(in: 108...148, using: &random),
          UInt8.random(in: 108...148, using: &random),
        ]
      }
      bytes[space == "CMYK" ? count - 1 : 0] = [0, 128, 128]
      self.bytes = bytes
    }

    /// L*, a* and b* of a colour, 0…1 a channel.
    func lab(_ colour: [Double]) -> [Double] {
      let value = value(bytes.map { $0.map(Double.init) }[...], colour[...])
      return [value[0] / 2.55, value[1] - 128, value[2] - 128]
    }

    /// In tetrahedra of three channels; linear along any other.
    private func value(_ nodes: ArraySlice<[Double]>, _ colour: ArraySlice<Double>) -> [Double] {
      guard let first = colour.first else { return nodes[nodes.startIndex] }
      if colour.count == 3 { return tetrahedral(nodes, Array(colour)) }
      let size = nodes.count / grid
      let (step, share) = place(first)
      func slab(_ number: Int) -> [Double] {
        let start = nodes.startIndex + number * size
        return value(nodes[start..<start + size], colour.dropFirst())
      }
      return zip(slab(step), slab(step + 1)).map { $0 + ($1 - $0) * share }
    }

    private func place(_ value: Double) -> (step: Int, share: Double) {
      let place = value * Double(grid - 1)
      let step = min(Int(place), grid - 2)
      return (step, place - Double(step))
    }

    /// From the lowest corner of a cube along the axis of the largest share, the next and the last.
    private func tetrahedral(_ nodes: ArraySlice<[Double]>, _ colour: [Double]) -> [Double] {
      let places = colour.map(place)
      let strides = [grid * grid, grid, 1]
      var corner = nodes.startIndex + zip(places, strides).reduce(0) { $0 + $1.0.step * $1.1 }
      var result = nodes[corner]
      for axis in (0..<3).sorted(by: { places[$0].share > places[$1].share }) {
        let next = corner + strides[axis]
        for channel in 0..<3 {
          result[channel] += places[axis].share * (nodes[next][channel] - nodes[corner][channel])
        }
        corner = next
      }
      return result
    }
  }

  /// Noise, converted; a grey has three equal channels.
  private func convert<Value: FixedWidthInteger & UnsignedInteger>(
    _ profile: [UInt8], _ channels: ci_channels, count: Int, _: Value.Type
  ) -> (given: [Value], status: Int32, result: [Value]) {
    var random = SeededGenerator(seed: 31)
    var given: [Value] = []
    for number in 0..<count {
      // The corners first.
      let pixel = (0..<4).map { channel -> Value in
        if number < 16 { return number >> channel & 1 == 1 ? .max : 0 }
        return .random(in: 0...(.max), using: &random)
      }
      given += channels == CI_GREY ? [pixel[0], pixel[0], pixel[0], pixel[3]] : pixel
    }
    var result = given
    let status = unsafe result.withUnsafeMutableBytes { pixels in
      unsafe ci_to_srgb(
        profile, profile.count, Int32(channels.rawValue), Int32(Value.bitWidth),
        pixels.baseAddress, count)
    }
    return (given, status, result)
  }

  /// Steps of 255 that a table's 8 bits may be off: rounding; 16 bits as profiles' numbers are.
  private func expectTable<Value: FixedWidthInteger & UnsignedInteger>(
    _ table: Table, _ channels: ci_channels, _: Value.Type
  ) {
    // Not a number of whole blocks.
    let count = 1337
    let profile = SampleProfile.table(table.space, grid: table.grid, table.bytes)
    let (given, status, result) = convert(profile, channels, count: count, Value.self)
    #expect(status == Int32(CI_OK.rawValue))
    let most = Double(Value.max)
    let allowed = Value.bitWidth == 8 ? 0.6 : ColourTests.deep
    for number in 0..<count {
      let pixel = (4 * number)..<(4 * number + 4)
      let colour: [Double] = given[pixel].prefix(table.channels).map { Double($0) / most }
      let expected = ExactColour.sRGB(lab: table.lab(colour))
      for (value, wanted) in zip(result[pixel], expected) {
        let off: Double = abs(Double(value) / most - wanted) * 255
        #expect(off <= allowed, "\(number): \(colour)")
      }
      if channels != CI_CMYK { #expect(result[4 * number + 3] == given[4 * number + 3]) }
    }
  }

  @Test("a table of one channel is read linearly, of three in tetrahedra", arguments: [2, 3, 7])
  func tables(grid: Int) {
    expectTable(Table("RGB ", grid: grid), CI_RGB, UInt8.self)
    expectTable(Table("RGB ", grid: grid), CI_RGB, UInt16.self)
    expectTable(Table("GRAY", grid: grid), CI_GREY, UInt8.self)
    expectTable(Table("GRAY", grid: grid), CI_GREY, UInt16.self)
  }

  @Test("a table of inks is read in tetrahedra, and linearly along cyan", arguments: [2, 3, 5])
  func inks(grid: Int) {
    expectTable(Table("CMYK", grid: grid), CI_CMYK, UInt8.self)
  }

  @Test("light below 0 goes on through a pipeline")
  func belowZero() {
    // Blue's X is negative.
    let colorants = [[0.55, 0.25, 0.0], [0.55, 0.70, 0.03], [-0.1358, 0.05, 0.7949]]
    let (given, status, result) = convert(
      SampleProfile.pipeline(colorants), CI_RGB, count: 700, UInt16.self)
    #expect(status == Int32(CI_OK.rawValue))
    for number in 0..<700 {
      let pixel = (4 * number)..<(4 * number + 4)
      let expected = ExactColour.converted(
        given[pixel].prefix(3).map { Double($0) / 65_535 }, from: colorants)
      for (value, wanted) in zip(result[pixel], expected) {
        // The profile's numbers are halved before they are rounded.
        #expect(abs(Double(value) / 65_535 - wanted) * 255 <= 2 * ColourTests.deep, "\(number)")
      }
    }
  }

  @Test("a table of other channels than its profile's is damaged")
  func otherChannels() {
    let inks = SampleProfile.table("CMYK", grid: 2, Table("CMYK", grid: 2).bytes)
    var profile = inks
    profile.replaceSubrange(16..<20, with: "RGB ".utf8)
    let (given, status, result) = convert(profile, CI_RGB, count: 300, UInt8.self)
    #expect(status == Int32(CI_UNSUPPORTED.rawValue))
    #expect(given == result)
  }
}
