import CurlCore
import Testing

@testable import ImageFiles

@Suite(.timeLimit(.minutes(15))) struct WebPWriterTests {
  let folder = TemporaryFolder()

  private func write(
    _ frames: [Pixmap], _ quality: WebPWriter.Quality, rate: FrameRate = 25
  ) async throws -> WebPFile {
    let path = folder.file("out.webp")
    let writer = try WebPWriter(
      AtomicFile(path: path), width: frames[0].width, height: frames[0].height, rate: rate,
      quality: quality)
    for frame in frames { try await writer.append(frame) }
    try await writer.finish()
    #expect(folder.names == ["out.webp"])
    return try WebPFile(#require(folder.contents("out.webp")))
  }

  @Test(.enabled(if: FFmpeg.isInstalled, "ffmpeg isn't installed"), arguments: [true, false])
  func losslessFramesDecodeToTheirStraightPixels(isOpaque: Bool) async throws {
    let frames = isOpaque ? SampleFilm.opaque : SampleFilm.transparent
    let file = try await write(frames, .lossless)
    let shown = try file.canvases(decodedIn: folder)
    #expect(shown.count == frames.count)
    for (canvas, frame) in zip(shown, frames) {
      // Colours of clear pixels are nobody's.
      let straight = StraightPixels.bytes(frame, depth: .eight, order: .bigEndian)
      let isSame = WebPFile.visible(canvas) == WebPFile.visible(straight)
      #expect(isSame)
    }
  }

  @Test(.enabled(if: FFmpeg.isInstalled, "ffmpeg isn't installed"))
  func slowChangesNeverAddUp() async throws {
    // A slope of grey that gets darker by one step a frame: less than an encoder calls a change.
    let frames = (0..<30).map { step in
      Pixmap(
        width: 64, height: 64,
        rgba8: (0..<4096).flatMap { at in
          let grey = UInt8(200 - step + at % 64 / 2)
          return [grey, grey, grey, 255] as [UInt8]
        })
    }
    let shown = try await write(frames, .lossy(75)).canvases(decodedIn: folder)
    for (canvas, frame) in zip(shown, frames) {
      let worst = zip(canvas, frame.rgba8).map { abs(Int($0) - Int($1)) }.max() ?? 255
      #expect(worst <= 6)
    }
  }

  @Test(.enabled(if: FFmpeg.isInstalled, "ffmpeg isn't installed"))
  func saturatedColoursLeaveNoSeams() async throws {
    // Blue wins over red along a slanted line, so that squares change at different times.
    let colours: [[UInt8]] = [[220, 20, 40, 255], [20, 40, 220, 255]]
    let side = 160
    let frames = (0..<8).map { step in
      Pixmap(
        width: side, height: side,
        rgba8: (0..<(side * side)).flatMap { at in
          colours[at % side + at / side / 3 < step * 32 ? 1 : 0]
        })
    }
    let shown = try await write(frames, .lossy(90)).canvases(decodedIn: folder)
    try #require(shown.count == frames.count)
    for (step, (canvas, frame)) in zip(shown, frames).enumerated() {
      // The squares at the line itself have chroma at half the size, which is far off.
      var worst = 0
      for at in 0..<(side * side) {
        let distance = at % side + at / side / 3 - step * 32
        guard abs(distance) > 24 else { continue }
        for channel in (4 * at)..<(4 * at + 4) {
          worst = max(worst, abs(Int(canvas[channel]) - Int(frame.rgba8[channel])))
        }
      }
      #expect(worst <= 20, "frame \(step)")
    }
  }

  @Test func framesTellPlaceAndTime() async throws {
    let file = try await write(SampleFilm.opaque, .lossy(80), rate: FrameRate("29.97")!)
    #expect(file.width == 50 && file.height == 37 && file.loops == 0)
    #expect(file.frames.map(\.duration) == [33, 34, 33, 33, 34])
    #expect(file.frames.map(\.isOver) == [false, true, true, true, true])
    #expect(file.frames[0].box == PixelBox(x: 0, y: 0, width: 50, height: 37))
    #expect(file.frames[1].box != file.frames[0].box)
    #expect(file.frames[3].box == PixelBox(x: 0, y: 0, width: 1, height: 1))
  }

  @Test func longSidesAreRefused() throws {
    let text = expectError(.unsupported) {
      try WebPWriter(
        AtomicFile(path: folder.file("out.webp")), width: 16_384, height: 1, rate: 25)
    }
    #expect(text.contains("16384×1") && text.contains("16383") && text.contains("APNG"))
    #expect(folder.names.isEmpty)
  }

  @Test func filmWithoutFramesIsRefusedAndLeavesNothing() async throws {
    let writer = try WebPWriter(
      AtomicFile(path: folder.file("out.webp")), width: 4, height: 4, rate: 25)
    await expectError(.unsupported) { try await writer.finish() }
    #expect(folder.names.isEmpty)
  }

  @Test func cancelledFilmLeavesNothing() async throws {
    let writer = try WebPWriter(
      AtomicFile(path: folder.file("out.webp")), width: 50, height: 37, rate: 25)
    try await writer.append(SampleFilm.opaque[0])
    writer.cancel()
    #expect(folder.names.isEmpty)
    await expectError(.cancelled) { try await writer.finish() }
  }
}
