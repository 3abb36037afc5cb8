import CurlCore
import ImageFiles
import Testing

@Suite struct FrameSequenceTests {
  @Test(arguments: [
    ("f_%04d.png", 7, "f_0007.png"), ("%d", 0, "0"), ("a%%b%03d%%", 12, "a%b012%"),
    ("%02d.png", 12_345, "12345.png"), ("d%01dd", 3, "d3d"), ("é/%010d", 42, "é/0000000042"),
  ])
  func patternNumbersFiles(pattern: String, number: Int, path: String) throws {
    #expect(try FramePattern(pattern).path(number) == path)
  }

  @Test(arguments: [
    "", "frame.png", "%%d", "%", "%s", "%4d", "%0d", "%-4d", "%x.png d", "%d%d", "%0d4", "%021d",
    "%099999999999999999999d", "% d", "%+d", "%ld", "%00d", "100%", "%04i", "%0٣d",
  ])
  func badPatternSaysSo(pattern: String) {
    let text = expectError(.badPattern) { try FramePattern(pattern) }
    #expect(text.contains("'\(pattern)'") && text.contains("f_%04d.png"))
  }

  @Test func framesAreWholeFiles() throws {
    let folder = TemporaryFolder()
    let sequence = FrameSequence(pattern: try FramePattern(folder.file("f_%02d.png")))
    let frames = (0..<3).map {
      SamplePixmap.rgba8(width: 6, height: 5, isOpaque: false, seed: UInt64($0))
    }
    for (number, frame) in frames.enumerated() { try sequence.write(frame, number: number) }
    #expect(folder.names == ["f_00.png", "f_01.png", "f_02.png"])
    for (number, frame) in frames.enumerated() {
      #expect(try ImageFile.read(path: sequence.pattern.path(number)).rgba8 == frame.rgba8)
    }
  }

  @Test func failedFrameLeavesTheEarlierOnes() throws {
    let folder = TemporaryFolder()
    let frame = SamplePixmap.flat(width: 2, height: 2, 1, 2, 3)
    try FrameSequence(pattern: FramePattern(folder.file("%d.png"))).write(frame, number: 0)
    expectError(.cannotCreate) {
      try FrameSequence(pattern: FramePattern(folder.file("none/%d"))).write(frame, number: 1)
    }
    #expect(folder.names == ["0.png"])
  }
}
