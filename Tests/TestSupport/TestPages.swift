package import CurlCore

/// Pages for tests: text, a photograph-like patch and a corner mark, alike under no mirroring.
package enum TestPages {
  /// What a page says over and over, and its colours.
  package struct Style: Sendable {
    package var words: String
    package var paper: SIMD3<Double>
    package var ink: SIMD3<Double>

    package static let front = Style(
      words: "FRONT PAGE LEAF ", paper: SIMD3(250, 246, 234), ink: SIMD3(30, 30, 40))
    package static let next = Style(
      words: "NEXT TEXT ROPE ", paper: SIMD3(236, 240, 246), ink: SIMD3(70, 20, 20))
    package static let back = Style(
      words: "BACK OF PAPER ", paper: SIMD3(228, 240, 224), ink: SIMD3(10, 60, 30))
    package static let beside = Style(
      words: "FACING VERSO ", paper: SIMD3(246, 236, 240), ink: SIMD3(40, 20, 80))
  }

  /// An opaque page, 8 bits a channel.
  package static func page(_ style: Style, width: Int, height: Int) -> Pixmap {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * width * height)
    let letters = style.words.map { glyphs[$0] ?? [Int](repeating: 0, count: 7) }
    for y in 0..<height {
      for x in 0..<width {
        let colour = colour(style, letters, x, y, width, height)
        for channel in 0..<3 { bytes.append(UInt8(min(max(colour[channel], 0), 255))) }
        bytes.append(255)
      }
    }
    return Pixmap(width: width, height: height, rgba8: bytes)
  }

  /// The page with alpha: clear left of a slanted line, half there right of another.
  package static func translucent(_ style: Style, width: Int, height: Int) -> Pixmap {
    var bytes = page(style, width: width, height: height).rgba8
    for y in 0..<height {
      for x in 0..<width {
        let place = 3 * x + y
        let alpha = place < width ? 0 : place > 3 * width ? 140 : 255
        let i = 4 * (y * width + x)
        for channel in 0..<3 { bytes[i + channel] = UInt8(Int(bytes[i + channel]) * alpha / 255) }
        bytes[i + 3] = UInt8(alpha)
      }
    }
    return Pixmap(width: width, height: height, rgba8: bytes)
  }

  /// One colour all over.
  package static func plain(_ level: UInt8, width: Int, height: Int, alpha: UInt8 = 255) -> Pixmap {
    var bytes = [UInt8](repeating: level, count: 4 * width * height)
    for at in 0..<width * height { bytes[4 * at + 3] = alpha }
    return Pixmap(width: width, height: height, rgba8: bytes)
  }

  private static func colour(
    _ style: Style, _ letters: [[Int]], _ x: Int, _ y: Int, _ width: Int, _ height: Int
  ) -> SIMD3<Double> {
    if x < width / 8 && y < height / 20 { return SIMD3(200, 40, 30) }
    let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
    if u > 0.35 && u < 0.85 && v > 0.55 && v < 0.8 {
      // A patch of smooth and fine detail, bright at one corner.
      let wave = Double((x * x + 3 * y * y) % 97) / 97
      return SIMD3(60 + 180 * u, 40 + 120 * v + 60 * wave, 220 - 200 * u * v)
    }
    return isInk(letters, x - 8, y - height / 16) ? style.ink : style.paper
  }

  /// 5 × 7 letters on 6 × 11 cells, the words shifted on from line to line.
  private static func isInk(_ letters: [[Int]], _ x: Int, _ y: Int) -> Bool {
    guard x >= 0, y >= 0, y % 11 < 7, x % 6 < 5 else { return false }
    return letters[(x / 6 + 5 * (y / 11)) % letters.count][y % 11] >> (4 - x % 6) & 1 == 1
  }

  private static let glyphs: [Character: [Int]] = [
    "A": [0b01110, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001],
    "B": [0b11110, 0b10001, 0b10001, 0b11110, 0b10001, 0b10001, 0b11110],
    "C": [0b01111, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b01111],
    "E": [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111],
    "F": [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b10000],
    "G": [0b01111, 0b10000, 0b10000, 0b10011, 0b10001, 0b10001, 0b01111],
    "K": [0b10001, 0b10010, 0b10100, 0b11000, 0b10100, 0b10010, 0b10001],
    "L": [0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111],
    "N": [0b10001, 0b11001, 0b10101, 0b10011, 0b10001, 0b10001, 0b10001],
    "O": [0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110],
    "P": [0b11110, 0b10001, 0b10001, 0b11110, 0b10000, 0b10000, 0b10000],
    "R": [0b11110, 0b10001, 0b10001, 0b11110, 0b10100, 0b10010, 0b10001],
    "S": [0b01111, 0b10000, 0b10000, 0b01110, 0b00001, 0b00001, 0b11110],
    "T": [0b11111, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100],
    "U": [0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110],
    "X": [0b10001, 0b10001, 0b01010, 0b00100, 0b01010, 0b10001, 0b10001],
  ]
}
