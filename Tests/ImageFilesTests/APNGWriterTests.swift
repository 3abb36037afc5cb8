import CurlCore
import Testing

@testable import ImageFiles

@Suite(.timeLimit(.minutes(15))) struct APNGWriterTests {
  let folder = TemporaryFolder()

  private func write(_ frames: [Pixmap], depth: BitDepth, rate: FrameRate = 25) async throws
    -> String
  {
    let path = folder.file("out.png")
    let writer = APNGWriter(
      try AtomicFile(path: path), width: frames[0].width, height: frames[0].height,
      frames: frames.count, rate: rate, depth: depth)
    for frame in frames { try await writer.append(frame) }
    #expect(folder.contents("out.png") == nil)
    try await writer.finish()
    #expect(folder.names == ["out.png"])
    return path
  }

  @Test(
    .enabled(if: FFmpeg.isInstalled, "ffmpeg isn't installed"),
    arguments: [true, false], BitDepth.allCases)
  func everyFrameDecodesToItsStraightPixels(isOpaque: Bool, depth: BitDepth) async throws {
    let frames = isOpaque ? SampleFilm.opaque : SampleFilm.transparent
    let path = try await write(frames, depth: depth)
    let pixels = depth == .eight ? "rgba" : "rgba64be"
    let decoded = FFmpeg.bytes("-f apng -i '\(path)'", pixels: pixels)
    let expected = frames.flatMap {
      StraightPixels.bytes($0, depth: depth, order: .bigEndian)
    }
    let isSame = decoded == expected
    #expect(isSame)
  }

  @Test func chunksAreInOrderAndTellSizeAndTime() async throws {
    _ = try await write(SampleFilm.opaque, depth: .eight, rate: FrameRate("29.97")!)
    let chunks = try PNGChunk.all(in: #require(folder.contents("out.png")))
    let frames = Array(repeating: ["fcTL", "fdAT"], count: 4).joined()
    let expected: [String] = ["IHDR", "sRGB", "acTL", "fcTL", "IDAT"] + frames + ["IEND"]
    #expect(chunks.map(\.type) == expected)
    #expect(chunks[2].content == [0, 0, 0, 5, 0, 0, 0, 0])
    let controls = chunks.filter { $0.type == "fcTL" }
    let numbered = chunks.filter { ["fcTL", "fdAT"].contains($0.type) }
    #expect(numbered.map { $0.word(0) } == Array(0..<9))
    for control in controls {
      // 1001/30000 s; what is shown stays.
      #expect(control.content[20..<25] == [0x03, 0xE9, 0x75, 0x30, 0])
    }
    #expect(controls[0].content[4..<20] == [0, 0, 0, 50, 0, 0, 0, 37, 0, 0, 0, 0, 0, 0, 0, 0])
    // What is the same is not written again, and a frame without changes is one clear pixel.
    #expect(controls[1].word(4) < 50 && controls[1].word(8) < 37)
    #expect(controls[3].content[4..<20] == [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(controls.map { $0.content[25] } == [0, 1, 1, 1, 1])
  }

  @Test func missingFramesLeaveNothing() async throws {
    let writer = APNGWriter(
      try AtomicFile(path: folder.file("out.png")), width: 50, height: 37, frames: 3, rate: 25)
    try await writer.append(SampleFilm.opaque[0])
    let text = await expectError(.unsupported) { try await writer.finish() }
    #expect(text.contains("1 frames of 3"))
    #expect(folder.names.isEmpty)
    await expectError(.cancelled) { try await writer.append(SampleFilm.opaque[1]) }
  }

  @Test func cancelledFilmLeavesNothing() async throws {
    let writer = APNGWriter(
      try AtomicFile(path: folder.file("out.png")), width: 50, height: 37, frames: 2, rate: 25)
    try await writer.append(SampleFilm.opaque[0])
    #expect(folder.names.count == 1)
    writer.cancel()
    #expect(folder.names.isEmpty)
    await expectError(.cancelled) { try await writer.append(SampleFilm.opaque[1]) }
  }
}

/// A chunk of a PNG file whose checksum is right.
private struct PNGChunk {
  let type: String
  let content: [UInt8]

  /// The 32-bit number at an offset.
  func word(_ at: Int) -> Int { content[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) } }

  static func all(in file: [UInt8]) throws -> [PNGChunk] {
    var chunks: [PNGChunk] = []
    var rest = file[8...]
    while rest.count >= 12 {
      let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      let content = [UInt8](rest.dropFirst(8).prefix(count))
      #expect([UInt8](rest.prefix(count + 12)) == RawPNG.chunk(type, content))
      chunks.append(PNGChunk(type: type, content: content))
      rest = rest.dropFirst(count + 12)
    }
    try #require(rest.isEmpty)
    return chunks
  }
}
