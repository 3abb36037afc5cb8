import Testing

@testable import ImageFiles

@Suite struct TarWriterTests {
  let folder = TemporaryFolder()

  @Test func tarReadsWhatIsWritten() {
    let files = [("empty", 0), ("one", 1), ("a/block.png", 512), ("more", 513)]
    let archive =
      files.flatMap { name, size in
        TarWriter.header(name: name, size: size) + [UInt8](repeating: 0x41, count: size)
          + TarWriter.padding(size: size)
      } + TarWriter.end
    #expect(archive.count % 512 == 0)
    let path = folder.make("out.tar", archive)
    let list = String(
      decoding: FFmpeg.output("TZ=UTC tar --full-time -tvf '\(path)' 2>&1"), as: UTF8.self)
    let lines = list.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(
      lines
        == files.map { ["-rw-r--r--", "0/0", "\($0.1)", "1970-01-01", "00:00:00", $0.0] })
    #expect(FFmpeg.output("tar -xOf '\(path)'") == [UInt8](repeating: 0x41, count: 1026))
  }

  @Test func limitsFitIntoTheirFields() {
    let name = String(repeating: "n", count: TarWriter.longestName)
    let block = TarWriter.header(name: name, size: TarWriter.largestFile)
    #expect(block.count == 512)
    #expect(block[..<100].elementsEqual(name.utf8))
    #expect(block[124..<136].elementsEqual("77777777777\0".utf8))
    #expect(TarWriter.padding(size: 512).isEmpty)
    #expect(TarWriter.padding(size: 513).count == 511)
  }
}
