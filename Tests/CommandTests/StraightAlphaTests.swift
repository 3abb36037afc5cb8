import CurlCore
import Foundation
import ImageFiles
import Testing

@Suite("Straight alpha")
struct StraightAlphaTests {
  private static let width = 61
  private static let height = 83

  /// Straight RGBA of all alphas with colours that 8 premultiplied bits would not hold.
  private static let straight: [UInt8] = (0..<(width * height)).flatMap { at -> [UInt8] in
    let alpha = UInt8(at * 37 % 256)
    guard alpha > 0 else { return [0, 0, 0, 0] }
    return [UInt8(at * 11 % 256), UInt8(at * 5 / 3 % 256), UInt8(255 - at * 7 % 256), alpha]
  }

  /// The same premultiplied in 16 bits.
  private static var page: Pixmap {
    var values: [UInt16] = []
    for at in stride(from: 0, to: straight.count, by: 4) {
      let alpha = UInt32(straight[at + 3])
      for channel in 0..<3 {
        values.append(UInt16((UInt32(straight[at + channel]) * 257 * alpha + 127) / 255))
      }
      values.append(UInt16(257 * alpha))
    }
    return Pixmap(width: width, height: height, rgba16: values)
  }

  /// A run with two pages, and the part of each row that neither sheet nor shadow touches.
  struct Case: Sendable, CustomTestStringConvertible {
    let words: String
    var columns = 0..<StraightAlphaTests.width

    var testDescription: String { words }
  }

  private static let cases = [
    Case(words: "page.png clear.png --progress 0"),
    Case(words: "page.png clear.png --progress 0 --overlay=sheet"),
    Case(words: "clear.png page.png --progress 1"),
    // The fold stands at four fifths, and what has turned reaches a fifth to the left of it.
    Case(words: "page.png clear.png --progress 0.2 --angle 180 --radius 2", columns: 0..<20),
    Case(
      words: "page.png clear.png --progress 0.2 --angle 180 --radius 2 --overlay=shadow",
      columns: 0..<20),
    Case(words: "clear.png page.png --progress 0.5 --angle 180 --radius 2", columns: 50..<61),
  ]

  @Test(
    "What is untouched comes out of an 8-bit file as it went in",
    .enabled(if: Tool.path("ffmpeg") != nil, "ffmpeg isn't on PATH"),
    arguments: cases, BitDepth.allCases)
  func untouched(_ each: Case, _ depth: BitDepth) async throws {
    let folder = try Folder()
    try Data(PNGEncoder.encode(Self.page, depth: depth)).write(to: folder.url("page.png"))
    let clear = [UInt8](repeating: 0, count: Self.straight.count)
    try folder.write(Pixmap(width: Self.width, height: Self.height, rgba8: clear), "clear.png")
    if depth == .eight {
      let isWrittenRight = try Tool.straight(folder.url("page.png")) == Data(Self.straight)
      #expect(isWrittenRight)
    }
    let words = ["frame"] + each.words.split(separator: " ").map(String.init)
    let run = try await Glcurl.run(
      words + ["-o", "f.png", "-q", "--backend", "cpu"], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let frame = [UInt8](try Tool.straight(folder.url("f.png")))
    try #require(frame.count == Self.straight.count)
    var different = 0
    for row in 0..<Self.height {
      for column in each.columns {
        let at = 4 * (row * Self.width + column)
        if frame[at..<(at + 4)] != Self.straight[at..<(at + 4)] { different += 1 }
      }
    }
    #expect(different == 0)
  }
}
