import CurlCore
import Glibc
import ImageFiles
import Testing

@Suite struct ImageFileReadTests {
  let folder = TemporaryFolder()

  @Test func contentDecidesAndNotTheName() throws {
    let pixmap = SamplePixmap.rgba8(width: 5, height: 4, isOpaque: true)
    let path = folder.make("photo.jpg", PNGEncoder.encode(pixmap))
    #expect(try ImageFile.read(path: path) == pixmap)
    let jpeg = folder.make("drawing.png", SampleJPEG.baseline)
    #expect(try ImageFile.read(path: jpeg).width == 16)
  }

  @Test func missingFileIsNotFound() {
    let text = expectError(.notFound) { try ImageFile.read(path: folder.file("none.png")) }
    #expect(text.contains("none.png"))
    let path = folder.make("file", [1])
    expectError(.notFound) { try ImageFile.read(path: path + "/below.png") }
  }

  @Test func folderIsUnreadable() {
    let text = expectError(.unreadable) { try ImageFile.read(path: folder.path) }
    #expect(text.contains("folder"))
  }

  @Test func deviceIsUnreadable() {
    expectError(.unreadable) { try ImageFile.read(path: "/dev/zero") }
  }

  @Test(arguments: [(100_000_000, 1), (1, 100_000_000), (65_536, 1)])
  func thinPictureIsRejectedByItsHeader(width: Int, height: Int) {
    let header = [UInt32(width), UInt32(height)].flatMap(RawPNG.big) + [8, 0, 0, 0, 0]
    // No row is there: whoever decoded it would find damage.
    let file =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + RawPNG.chunk("IHDR", header)
      + RawPNG.chunk("IDAT", RawPNG.zlib([])) + RawPNG.chunk("IEND", [])
    let path = folder.make("thin.png", file)
    let error = #expect(throws: ImageFileError.self) { try ImageFile.read(path: path) }
    #expect(error?.exceeded?.name == .side, "\(error?.description ?? "")")
    expectError(.malformed) { try ImageFile.read(path: path, limits: [.side: 100_000_000]) }
  }

  @Test func pipeThatNobodyWritesToIsUnreadableAndDoesNotHang() {
    #expect(unsafe mkfifo(folder.file("fifo"), 0o600) == 0)
    let text = expectError(.unreadable) { try ImageFile.read(path: folder.file("fifo")) }
    #expect(text.contains("the pipe has no writer"))
  }

  /// Starts a shell command that writes to a FIFO, reads that, and waits for the command's end.
  private func readFIFO(_ command: String) throws -> Result<Pixmap, ImageFileError> {
    #expect(unsafe mkfifo(folder.file("fifo"), 0o600) == 0)
    let shell = unsafe popen("cd \(folder.path) && \(command)", "r")
    defer {
      if let shell = unsafe shell { unsafe pclose(shell) }
      unsafe unlink(folder.file("fifo"))
    }
    return Result { () throws(ImageFileError) in
      try ImageFile.read(
        path: folder.file("fifo"), limits: [.fileBytes: 500_000])
    }
  }

  @Test func pipeIsReadToItsEnd() throws {
    // More than a pipe holds, in pieces and with pauses.
    let pixmap = SamplePixmap.rgba8(width: 300, height: 200, isOpaque: true)
    let file = PNGEncoder.encode(pixmap)
    #expect(file.count > 1 << 16)
    folder.make("picture", file)
    let commands = [
      "cat picture > fifo", "(head -c 5 picture; sleep 0.1; tail -c +6 picture) > fifo",
      "sleep 0.2; cat picture > fifo",
    ]
    for command in commands { #expect(try readFIFO(command).get() == pixmap) }
  }

  @Test func pipeOfOtherOrDamagedContentIsAnError() throws {
    folder.make("picture", SampleJPEG.baseline)
    let cases: [(String, ImageFileError.Kind)] = [
      ("true > fifo", .malformed), ("head -c 100 picture > fifo", .malformed),
      ("echo hello > fifo", .unknownFormat), ("cat /dev/zero > fifo", .unknownFormat),
      ("(cat picture; head -c 1000000 /dev/zero) > fifo", .tooLarge),
    ]
    for (command, kind) in cases {
      let result = try readFIFO(command + " 2> /dev/null")
      expectError(kind) { try result.get() }
    }
  }

  @Test func openPipeIsReadByItsDescriptor() throws {
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    let bytes = SampleWebP.lossless
    #expect(unsafe write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    defer { close(ends[0]) }
    #expect(try ImageFile.read(path: "/dev/fd/\(ends[0])").width == 16)
  }

  @Test func sizeNeedsNoPixels() throws {
    let picture = SamplePixmap.rgba8(width: 300, height: 200, isOpaque: true)
    // Most of the picture is missing.
    let path = folder.make("cut.png", Array(PNGEncoder.encode(picture).prefix(1000)))
    #expect(try ImageFile.size(path: path) == PageSize(width: 300, height: 200))
    expectError(.malformed) { try ImageFile.read(path: path) }
    expectError(.tooLarge) { try ImageFile.size(path: path, limits: [.pixels: 59_999]) }
    expectError(.notFound) { try ImageFile.size(path: folder.file("none")) }
    expectError(.unknownFormat) { try ImageFile.size(path: folder.make("text", [1, 2, 3])) }
    let webp = folder.make("picture.webp", SampleWebP.animation)
    #expect(try ImageFile.size(path: webp) == PageSize(width: 16, height: 8))
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func fileWithoutPermissionIsUnreadable() {
    let path = folder.make("secret.png", SampleJPEG.grey, mode: 0)
    expectError(.unreadable) { try ImageFile.read(path: path) }
  }

  @Test func emptyFileIsMalformed() {
    let path = folder.make("empty.png", [])
    let text = expectError(.malformed) { try ImageFile.read(path: path) }
    #expect(text.contains("empty"))
    expectError(.malformed) { try ImageFile.decode(bytes: [], name: "nothing") }
  }

  @Test func otherFormatsAreUnknown() {
    let path = folder.make("picture.png", Array("GIF89a and so on".utf8))
    let text = expectError(.unknownFormat) { try ImageFile.read(path: path) }
    #expect(text.contains("neither PNG, JPEG nor WebP"))
    expectError(.unknownFormat) { try ImageFile.decode(bytes: [0x89], name: "one byte") }
  }

  @Test func limitHoldsForFiles() {
    let path = folder.make("small.jpg", SampleJPEG.grey)
    expectError(.tooLarge) { try ImageFile.read(path: path, limits: [.pixels: 10]) }
  }
}
