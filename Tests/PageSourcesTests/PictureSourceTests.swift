import CurlCore
import Glibc
import ImageFiles
import PageCache
import PageCurl
import PageSources
import TestSupport
import Testing

/// Pages that are files, and pages for trying things out.
@Suite struct PictureSourceTests {
  private func picture(_ answer: PageAnswer) throws -> Pixmap {
    guard case .picture(let picture) = answer else { throw Missing() }
    return picture
  }

  private struct Missing: Error {}

  @Test func aFileIsAPageAndMayBeThereTwice() async throws {
    let path = "/tmp/glcurl-page-\(UInt64.random(in: 0 ... .max)).png"
    defer { unsafe unlink(path) }
    let page = TestPages.page(.front, width: 40, height: 60)
    try AtomicFile.write(PNGEncoder.encode(page), path: path)
    let source = PictureFiles([path, path], fit: .contain)
    let identities = source.identities()
    #expect(Set(identities).count == 2)
    // Brought to a shape in another way it's another page, to whoever keeps its picture.
    #expect(Set(PictureFiles([path, path], fit: .cover).identities()).isDisjoint(with: identities))
    // Another state of the file is another page.
    try AtomicFile.write(PNGEncoder.encode(page) + [0], path: path)
    #expect(source.identities() != identities)
    for identity in identities {
      let answer = try await source.picture(of: identity, at: PageSize(width: 40, height: 60))
      #expect(answer == .picture(page))
    }
    // Another shape is brought to the page's: as the library does it.
    let wide = try await source.picture(of: identities[0], at: PageSize(width: 60, height: 60))
    #expect(wide == .picture(page.scaled(width: 60, height: 60, fit: .contain)))
    await #expect(throws: ImageFileError.self) {
      try await PictureFiles(["/no/such.png"]).picture(
        of: "0 contain - /no/such.png", at: PageSize(width: 40, height: 60))
    }
  }

  @Test func numberedPagesAreToldApartHoweverTheyLie() async throws {
    let source = NumberedPages(count: 12)
    var pictures: [Pixmap] = []
    for identity in source.identities() {
      pictures.append(
        try picture(try await source.picture(of: identity, at: PageSize(width: 90, height: 120))))
    }
    #expect(pictures.count == 12)
    for (number, one) in pictures.enumerated() {
      #expect(one.isOpaque)
      for other in pictures[(number + 1)...] { #expect(one != other) }
      let bytes = one.rgba8
      for (flipsX, flipsY) in [(true, false), (false, true), (true, true)] {
        var turned = bytes
        for y in 0..<120 {
          for x in 0..<90 {
            let from = 4 * ((flipsY ? 119 - y : y) * 90 + (flipsX ? 89 - x : x))
            let to = 4 * (y * 90 + x)
            turned.replaceSubrange(to..<to + 4, with: bytes[from..<from + 4])
          }
        }
        #expect(turned != bytes, "page \(number)")
      }
    }
  }
}
