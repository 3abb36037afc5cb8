import CurlCore
import Glibc
import Testing

@testable import ImageFiles

@Suite struct RawWriterTests {
  let folder = TemporaryFolder()
  let frames = [1, 2].map { SamplePixmap.rgba8(width: 5, height: 3, isOpaque: false, seed: $0) }

  private func write(_ format: RawWriter.Format) async throws -> [UInt8] {
    let writer = RawWriter(
      try AtomicFile(path: folder.file("out")), width: 5, height: 3, format: format)
    for frame in frames { try await writer.append(frame) }
    try await writer.finish()
    return try #require(folder.contents("out"))
  }

  @Test func rgbaIsStraightPixelsAndNothingElse() async throws {
    let eight = try await write(.rgba(.eight))
    #expect(
      eight == frames.flatMap { StraightPixels.bytes($0, depth: .eight, order: .bigEndian) })
    let sixteen = try await write(.rgba(.sixteen))
    #expect(sixteen.count == 2 * eight.count)
    let wide = Pixmap(width: 1, height: 1, rgba16: [0x1234, 0xABCD, 1, 0xFFFF])
    #expect(
      FrameLayout.straight(.sixteen).bytes(wide) == [0x34, 0x12, 0xCD, 0xAB, 1, 0, 0xFF, 0xFF])
  }

  @Test func y4mIsAHeaderAndPlanes() async throws {
    let file = try await write(.y4m(FrameRate("23.976")!))
    let header = "YUV4MPEG2 W6 H4 F24000:1001 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n"
    let converter = BT709(width: 5, height: 3, background: 0xFFFF_FFFF)
    let expected = frames.flatMap { [UInt8]("FRAME\n".utf8) + converter.planes($0) }
    #expect(file == [UInt8](header.utf8) + expected)
  }

  @Test func planesMadeElsewhereAreTheFilmThatPicturesMake() async throws {
    let background: UInt32 = 0x20_80C0
    let format = RawWriter.Format.y4m(30, background: background)
    let expected = try await write(format)
    let writer = RawWriter(
      try AtomicFile(path: folder.file("planes")), width: 5, height: 3, format: format)
    #expect(writer.planesBackground == background)
    let converter = BT709(width: 5, height: 3, background: BT709.word(background))
    for frame in frames { try await writer.append(planes: converter.planes(frame)) }
    try await writer.finish()
    #expect(folder.contents("planes") == expected)
    let other = RawWriter(
      try AtomicFile(path: folder.file("rgba")), width: 5, height: 3, format: .rgba(.eight))
    #expect(other.planesBackground == nil)
    other.cancel()
  }

  @Test(.enabled(if: FFmpeg.isInstalled, "ffmpeg isn't installed"))
  func y4mIsUnderstood() async throws {
    _ = try await write(.y4m(FrameRate("23.976")!))
    let probed = FFmpeg.probe(folder.file("out"))
    let expected = [
      "codec_name=rawvideo", "pix_fmt=yuv420p", "color_range=tv", "chroma_location=center",
      "width=6", "height=4", "nb_read_frames=2", "r_frame_rate=24000/1001",
    ]
    for line in expected { #expect(probed.contains(line)) }
  }

  @Test func cancelledFilmLeavesNothing() async throws {
    let writer = RawWriter(
      try AtomicFile(path: folder.file("out")), width: 5, height: 3, format: .rgba(.eight))
    try await writer.append(frames[0])
    writer.cancel()
    #expect(folder.names.isEmpty)
    await expectError(.cancelled) { try await writer.finish() }
  }

  @Test func readerThatIsGoneIsAnErrorWithAWayOut() async {
    let path = folder.file("fifo")
    #expect(unsafe mkfifo(path, 0o600) == 0)
    await #expect(processExitsWith: .exitCode(5)) { [path = path as String] in
      _ = signal(SIGPIPE, SIG_DFL)
      let reader = unsafe open(path, O_RDONLY | O_NONBLOCK)
      let writer = RawWriter(
        try AtomicFile(path: path), width: 2, height: 2, format: .rgba(.eight))
      close(reader)
      do throws(ImageFileError) {
        try await writer.append(SamplePixmap.flat(width: 2, height: 2, 1, 2, 3))
      } catch {
        exit(error.kind == .writeFailed && error.description.contains("has ended") ? 5 : 6)
      }
    }
  }
}
