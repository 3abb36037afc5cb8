import CurlCore
import Glibc
import Testing

@testable import ImageFiles

@Suite(.timeLimit(.minutes(15))) struct VideoWriterTests {
  let folder = TemporaryFolder()

  /// A writer that runs a shell script in place of ffmpeg.
  private func writer(script: String, side: Int = 2) throws -> VideoWriter {
    var encoder = VideoEncoder()
    encoder.program = folder.script("encoder", script)
    return try VideoWriter(
      path: folder.file("out.mp4"), width: side, height: side, rate: 30,
      encoder: encoder)
  }

  private let frame = SamplePixmap.flat(width: 2, height: 2, 1, 2, 3)

  @Test(.enabled(if: FFmpeg.isInstalled, "ffmpeg isn't installed"))
  func videoIsTaggedPaddedAndWhole() async throws {
    let path = folder.file("out.mp4")
    let writer = try VideoWriter(path: path, width: 33, height: 21, rate: 25)
    #expect(writer.paddedSize == (34, 22))
    for number in 0..<12 {
      try await writer.append(
        SamplePixmap.rgba8(width: 33, height: 21, isOpaque: true, seed: UInt64(number)))
    }
    #expect(await writer.frameCount == 12)
    #expect(folder.contents("out.mp4") == nil)
    try await writer.finish()
    #expect(folder.names == ["out.mp4"])
    let probed = FFmpeg.probe(path)
    let expected = [
      "codec_name=h264", "pix_fmt=yuv420p", "color_range=tv", "color_space=bt709",
      "color_transfer=bt709", "color_primaries=bt709", "chroma_location=center", "width=34",
      "height=22", "nb_read_frames=12", "r_frame_rate=25/1",
    ]
    for line in expected { #expect(probed.contains(line)) }
    writer.cancel()
    #expect(folder.names == ["out.mp4"])
  }

  @Test func missingProgramSaysHowToInstallIt() {
    var encoder = VideoEncoder()
    encoder.searchPath = folder.path
    let text = expectError(.programMissing) {
      try VideoWriter(
        path: folder.file("out.mp4"), width: 2, height: 2, rate: 30, encoder: encoder)
    }
    #expect(text.contains("apt-get install ffmpeg"))
    #expect(folder.names.isEmpty)
  }

  @Test(.enabled(if: FFmpeg.isInstalled, "ffmpeg isn't installed"))
  func failingProgramIsQuotedAndLeavesNothing() async throws {
    var encoder = VideoEncoder()
    encoder.codec = "no-such-codec"
    let writer = try VideoWriter(
      path: folder.file("out.mp4"), width: 2, height: 2, rate: 30, encoder: encoder)
    let text = await expectError(.programFailed) {
      try await writer.append(frame)
      try await writer.finish()
    }
    #expect(text.contains("Unknown encoder 'no-such-codec'"))
    #expect(folder.names.isEmpty)
    await expectError(.cancelled) { try await writer.append(frame) }
  }

  @Test func programWithoutMemoryIsToldApart() async throws {
    let writer = try writer(
      script: "echo 'x264 [error]: malloc of size 2168122 failed' >&2; exit 1")
    let text = await expectError(.noMemory) {
      try await writer.append(frame)
      try await writer.finish()
    }
    #expect(text.contains("lack of memory") && text.contains("malloc of size 2168122"))
    #expect(folder.names == ["encoder"])
  }

  @Test func onlyTheLastWordsAreQuoted() async throws {
    let writer = try writer(
      script: "head -c 100000 /dev/zero | tr '\\0' x >&2; echo end >&2; exit 3")
    let text = await expectError(.programFailed) {
      try await writer.append(frame)
      try await writer.finish()
    }
    #expect(text.contains("exit status 3") && text.hasSuffix("xend\n"))
    #expect(text.utf8.count < 5000)
  }

  @Test func programThatDiesEarlyIsAnErrorAndNoSignal() async {
    let program = folder.script("encoder", "exit 3")
    let path = folder.file("out.mp4")
    await #expect(processExitsWith: .exitCode(5)) {
      [program = program as String, path = path as String] in
      _ = signal(SIGPIPE, SIG_DFL)
      var encoder = VideoEncoder()
      encoder.program = program
      let writer = try VideoWriter(
        path: path, width: 512, height: 512, rate: 30, encoder: encoder)
      let frame = SamplePixmap.flat(width: 512, height: 512, 1, 2, 3)
      do {
        for _ in 0..<20 { try await writer.append(frame) }
      } catch let error as ImageFileError {
        exit(error.kind == .programFailed ? 5 : 6)
      }
    }
    #expect(folder.names == ["encoder"])
  }

  @Test func cancellingEndsAWriteThatIsGoingOn() async throws {
    let writer = try writer(script: "exec sleep 100", side: 1024)
    let large = SamplePixmap.flat(width: 1024, height: 1024, 1, 2, 3)
    let writing = Task { for _ in 0..<3 { try await writer.append(large) } }
    try await Task.sleep(for: .milliseconds(200))
    #expect(folder.names.count == 2)
    writer.cancel()
    await expectError(.cancelled) { try await writing.value }
    #expect(folder.names == ["encoder"])
  }

  @Test func cancelledTaskCancelsTheVideo() async throws {
    let writer = try writer(script: "exec sleep 100")
    try await writer.append(frame)
    let finishing = Task { try await writer.finish() }
    try await Task.sleep(for: .milliseconds(100))
    finishing.cancel()
    await expectError(.cancelled) { try await finishing.value }
    #expect(folder.names == ["encoder"])
  }

  @Test func abandonedVideoLeavesNothing() async throws {
    do {
      let writer = try writer(script: "exec sleep 100")
      try await writer.append(frame)
    }
    #expect(folder.names == ["encoder"])
  }

  @Test func videoWithoutFramesIsRefused() async throws {
    let writer = try writer(script: "exec cat > /dev/null")
    await expectError(.unsupported) { try await writer.finish() }
    #expect(folder.names == ["encoder"])
  }

  @Test(
    .enabled(if: FFmpeg.isInstalled, "ffmpeg isn't installed"),
    arguments: [VideoFormat.mp4, .webm, .gif])
  func videoIsWrittenToAStream(format: VideoFormat) async throws {
    let path = folder.file("stream")
    let number = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    let writer = try VideoWriter(
      AtomicFile(direct: number, path: "the stream"), width: 16, height: 16, rate: 30,
      encoder: VideoEncoder(format))
    for shade in [UInt8(0), 90, 200] {
      let pixels = Array(repeating: [shade, 0, 0, 255] as [UInt8], count: 256).flatMap { $0 }
      try await writer.append(Pixmap(width: 16, height: 16, rgba8: pixels))
    }
    try await writer.finish()
    let count = FFmpeg.output(
      "ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 '\(path)'")
    #expect(String(decoding: count, as: UTF8.self).hasPrefix("3"))
  }

  @Test func videoNeedsAFolder() {
    var encoder = VideoEncoder()
    encoder.program = folder.script("encoder", "exit 0")
    expectError(.cannotCreate) {
      try VideoWriter(
        path: folder.file("none/out.mp4"), width: 2, height: 2, rate: 30,
        encoder: encoder)
    }
  }

  @Test(.enabled(if: FFmpeg.isInstalled, "ffmpeg isn't installed"), arguments: [false, true])
  func webMIsTaggedAndKeepsAlpha(hasAlpha: Bool) async throws {
    let path = folder.file("out.webm")
    let writer = try VideoWriter(
      path: path, width: 33, height: 21, rate: FrameRate(30_000, per: 1001)!, hasAlpha: hasAlpha,
      encoder: VideoEncoder(.webm))
    // Clear on the left, half clear red in the middle, blue on the right.
    let thirds: [[UInt8]] = [[0, 0, 0, 0], [128, 0, 0, 128], [0, 0, 255, 255]]
    var pixels: [UInt8] = []
    for at in 0..<(33 * 21) { pixels += thirds[at % 33 / 11] }
    for _ in 0..<3 { try await writer.append(Pixmap(width: 33, height: 21, rgba8: pixels)) }
    try await writer.finish()
    #expect(folder.names == ["out.webm"])
    let probed = FFmpeg.probe(path)
    let expected = [
      "codec_name=vp9", "color_range=tv", "color_space=bt709", "color_transfer=bt709",
      "color_primaries=bt709", "width=34", "height=22", "nb_read_frames=3",
      "r_frame_rate=30000/1001",
    ]
    for line in expected { #expect(probed.contains(line)) }
    let frame = FFmpeg.bytes("-c:v libvpx-vp9 -i '\(path)' -frames:v 1", pixels: "rgba")
    try #require(frame.count == 4 * 34 * 22)
    func isNear(_ x: Int, _ wanted: [Int]) -> Bool {
      let at = 4 * (10 * 34 + x)
      return zip(frame[at..<(at + 4)], wanted).allSatisfy { abs(Int($0) - $1) <= 24 }
    }
    if hasAlpha {
      #expect(frame[4 * (10 * 34 + 5) + 3] <= 8)
      #expect(isNear(16, [255, 0, 0, 128]))
    } else {
      #expect(isNear(5, [255, 255, 255, 255]))
      #expect(isNear(16, [255, 127, 127, 255]))
    }
    #expect(isNear(28, [0, 0, 255, 255]))
  }

  @Test(
    .enabled(if: FFmpeg.isInstalled, "ffmpeg isn't installed"),
    arguments: [(25, 6, "25/1"), (100, 4, "50/1")])
  func gifLoopsAndKnowsClearFromOpaque(rate: Int, count: Int, written: String) async throws {
    let path = folder.file("out.gif")
    let writer = try VideoWriter(
      path: path, width: 33, height: 21, rate: FrameRate(rate)!, encoder: VideoEncoder(.gif))
    #expect(writer.paddedSize == (33, 21))
    for number in 0..<6 {
      var pixels: [UInt8] = []
      for at in 0..<(33 * 21) {
        let x = at % 33
        pixels +=
          x < 11 ? [0, 0, 0, 0] : x == 11 + number ? [250, 40, 20, 255] : [9, 80, 200, 255]
      }
      try await writer.append(Pixmap(width: 33, height: 21, rgba8: pixels))
    }
    try await writer.finish()
    #expect(folder.names == ["out.gif"])
    let file = try #require(folder.contents("out.gif"))
    // The application block that browsers loop by, with no end.
    let loop = [UInt8]("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    #expect((0..<(file.count - loop.count)).contains { file[$0...].starts(with: loop) })
    let probed = FFmpeg.probe(path)
    for line in ["nb_read_frames=\(count)", "r_frame_rate=\(written)"] {
      #expect(probed.contains(line))
    }
    let frames = FFmpeg.bytes("-i '\(path)'", pixels: "rgba")
    try #require(frames.count == count * 4 * 33 * 21)
    let first = frames[(4 * 10 * 33)...]
    #expect(first.prefix(4).last == 0)
    let mark = first.dropFirst(4 * 11).prefix(4)
    #expect(zip(mark, [250, 40, 20, 255]).allSatisfy { abs(Int($0) - $1) <= 12 })
    let blue = first.dropFirst(4 * 25).prefix(4)
    #expect(zip(blue, [9, 80, 200, 255]).allSatisfy { abs(Int($0) - $1) <= 12 })
  }

  @Test(.enabled(if: FFmpeg.isInstalled, "ffmpeg isn't installed"))
  func holeThatAppearsInAGIFIsClear() async throws {
    let path = folder.file("out.gif")
    let (width, height) = (33, 21)
    let writer = try VideoWriter(
      path: path, width: width, height: height, rate: 25, hasAlpha: true,
      encoder: VideoEncoder(.gif))
    // Red, then from the fourth frame on with a hole that grows.
    func isHole(_ at: Int, _ number: Int) -> Bool {
      number >= 3 && at % width < number && at / width < 9
    }
    for number in 0..<6 {
      let pixels = (0..<(width * height)).flatMap { at in
        isHole(at, number) ? [0, 0, 0, 0] : [220, 20, 40, 255] as [UInt8]
      }
      try await writer.append(Pixmap(width: width, height: height, rgba8: pixels))
    }
    try await writer.finish()
    let frames = FFmpeg.bytes("-i '\(path)'", pixels: "rgba")
    try #require(frames.count == 6 * 4 * width * height)
    for number in 0..<6 {
      let wrong = (0..<(width * height)).filter { at in
        let alpha = frames[4 * (number * width * height + at) + 3]
        return alpha != (isHole(at, number) ? 0 : 255)
      }
      // The corner's pixel pays for the others.
      #expect(wrong == [width * height - 1], "frame \(number)")
    }
  }
}
