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

  @Test func queueIsUnreadableAndDoesNotHang() {
    #expect(unsafe mkfifo(folder.file("fifo"), 0o600) == 0)
    expectError(.unreadable) { try ImageFile.read(path: folder.file("fifo")) }
    expectError(.unreadable) { try ImageFile.read(path: "/dev/zero") }
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
    #expect(text.contains("neither PNG nor JPEG"))
    expectError(.unknownFormat) { try ImageFile.decode(bytes: [0x89], name: "one byte") }
  }

  @Test func limitHoldsForFiles() {
    let path = folder.make("small.jpg", SampleJPEG.grey)
    expectError(.tooLarge) { try ImageFile.read(path: path, limits: .init(maximumPixels: 10)) }
  }
}
