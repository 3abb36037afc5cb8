import CurlCore
import Testing

@testable import ImageFiles

/// What an encoder says that it has done is held against its file.
@Suite(.timeLimit(.minutes(15))) struct VideoCheckTests {
  let folder = TemporaryFolder()

  /// Hands frames to a shell script in place of ffmpeg, in which `$out` is the file.
  private func write(
    _ script: String, _ format: VideoFormat = .mp4, frames: Int = 6, rate: FrameRate = 30
  ) async throws {
    var encoder = VideoEncoder(format)
    encoder.program = folder.script(
      "encoder", "for last; do :; done; out=${last#file:}; cat > /dev/null\n\(script)")
    let writer = try VideoWriter(
      path: folder.file("out"), width: 2, height: 2, rate: rate, encoder: encoder)
    let frame = SamplePixmap.flat(width: 2, height: 2, 1, 2, 3)
    for _ in 0..<frames { try await writer.append(frame) }
    try await writer.finish()
  }

  @Test(
    arguments: VideoFormat.allCases,
    [
      (": nothing", "wrote nothing"), ("rm \"$out\"", "wrote nothing"),
      ("echo no film at all > \"$out\"", "wrote something that isn't"),
      ("cp few \"$out\"", "wrote 5 frames of 6"), ("cp many \"$out\"", "wrote 7 frames of 6"),
      ("cp one \"$out\"", "wrote 1 frame of 6"), ("cp none \"$out\"", "wrote 0 frames of 6"),
      ("head -c -1 right > \"$out\"", "damaged or cut off"),
      ("head -c 40 right > \"$out\"", "damaged or cut off"),
      ("(cat right; printf x) > \"$out\"", "damaged or cut off"),
    ])
  func wrongFileIsAnErrorAndLeavesNothing(format: VideoFormat, script: (String, String)) async {
    for (name, frames) in [("right", 6), ("few", 5), ("many", 7), ("one", 1), ("none", 0)] {
      folder.make(name, SampleVideo.file(format, frames: frames))
    }
    let before = Set(folder.names)
    let text = await expectError(.programFailed) {
      try await write("cd '\(folder.path)'; \(script.0)\necho last words >&2", format)
    }
    #expect(text.contains(script.1) && text.contains(folder.file("encoder")), "\(text)")
    #expect(text.hasSuffix("last words\n"), "\(text)")
    #expect(Set(folder.names) == before.union(["encoder"]))
  }

  @Test(arguments: VideoFormat.allCases)
  func filesOfAnotherFormatAreWrong(format: VideoFormat) async {
    for other in VideoFormat.allCases where other != format {
      folder.make("other", SampleVideo.file(other, frames: 6))
      let text = await expectError(.programFailed) {
        try await write("cp '\(folder.file("other"))' \"$out\"", format)
      }
      #expect(text.contains("something that isn't") && text.hasSuffix("said nothing"), "\(text)")
    }
  }

  @Test(arguments: VideoFormat.allCases)
  func rightFilePasses(format: VideoFormat) async throws {
    let right = SampleVideo.file(format, frames: 6)
    folder.make("right", right)
    try await write("cp '\(folder.file("right"))' \"$out\"", format)
    #expect(folder.contents("out") == right)
    #expect(folder.names == ["encoder", "out", "right"])
  }

  @Test(arguments: VideoFormat.allCases)
  func damageNeverEndsTheProgram(format: VideoFormat) {
    let whole = SampleVideo.file(format, frames: 6)
    func finding(_ bytes: [UInt8]) -> String? {
      format.finding(path: folder.make("film", bytes), frames: 6, rate: 30)
    }
    #expect(finding(whole) == nil)
    for count in whole.indices { #expect(finding(Array(whole[..<count])) != nil, "\(count) bytes") }
    // Whatever is found then: a byte may not matter.
    for at in whole.indices {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var bytes = whole
        bytes[at] = value
        _ = finding(bytes)
      }
    }
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<8 {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      _ = finding(bytes)
    }
  }

  @Test(
    .enabled(if: FFmpeg.isInstalled, "ffmpeg isn't installed"),
    arguments: VideoFormat.allCases, ["24000/1001", "1/100", "29.96", "60", "100", "1000"])
  func realFilmsPass(format: VideoFormat, rate: String) async throws {
    let rate = try #require(FrameRate(rate))
    let kinds = format == .webm ? [false, true] : [false]
    for (hasAlpha, count) in kinds.flatMap({ kind in [1, 2, 10].map { (kind, $0) } }) {
      for isStill in [true, false] {
        let writer = try VideoWriter(
          path: folder.file("out"), width: 16, height: 12, rate: rate, hasAlpha: hasAlpha,
          encoder: VideoEncoder(format))
        for number in 0..<count {
          try await writer.append(
            SamplePixmap.rgba8(
              width: 16, height: 12, isOpaque: !hasAlpha, seed: isStill ? 0 : UInt64(number)))
        }
        try await writer.finish()
      }
    }
    #expect(folder.names == ["out"])
  }
}
