import CurlCore
import Foundation
import PageFilm
import Testing

@testable import glcurl

@Suite("Contact sheet")
struct ContactSheetTests {
  @Test("It is one PNG of sixteen pictures, each of them another, with captions under them")
  func pictures() async throws {
    let folder = try Folder()
    let run = try await Glcurl.run(
      ["demo", "--sheet", "sheet.png", "--size", "66x88", "--backend", "cpu"], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("sheet.png: 16 pictures"))
    #expect(try folder.names == ["sheet.png"])
    let sheet = try folder.picture("sheet.png")
    #expect(sheet.isOpaque)
    let layout = try ContactSheet(page: PageSize(width: 66, height: 88)).layout
    #expect(sheet.width == layout.size.width && sheet.height == layout.size.height)
    let bytes = sheet.rgba8
    func part(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> [[UInt8]] {
      (0..<width * height).map { i in
        let at = 4 * ((y + i / width) * sheet.width + x + i % width)
        return Array(bytes[at..<at + 4])
      }
    }
    var pictures: Set<[[UInt8]]> = []
    for (cell, frame) in zip(ContactSheet.cells, layout.frames.map { $0[0] }) {
      let (x, y, width, height) = (frame.x, frame.y, frame.width, frame.height)
      let picture = part(x, y, width, height)
      #expect(Set(picture).count > 200, "\(cell.title)")
      pictures.insert(picture)
      #expect(Set(part(x, y + height, width, height / 8)).count > 5, "caption of \(cell.title)")
      #expect(Set(part(x - 3, y, 3, height)).count == 1, "the space before \(cell.title)")
      // Whole pages aren't cropped; a detail is.
      guard cell.showsAll else { continue }
      let rim =
        part(x, y, width, 1) + part(x, y + height - 1, width, 1) + part(x, y, 1, height)
        + part(x + width - 1, y, 1, height)
      // A background in the contact shadow of the page, or a checkerboard of two greys: nothing of
      // another hue.
      let shares = rim.map { pixel in
        let light = pixel.prefix(3).map { SRGB.decode(Double($0) / 255) }
        return light.map { $0 / max(light.reduce(0, +), 1e-9) }
      }
      for c in 0..<3 {
        let values = shares.map { $0[c] }
        #expect((values.max() ?? 0) - (values.min() ?? 0) < 0.03, "\(cell.title) is cropped")
      }
    }
    #expect(pictures.count == 16)
  }

  @Test(
    "A sheet is no film and has looks of its own",
    arguments: [
      ("--sheet s.png -o t.mp4", ["--sheet", "-o"]), ("--sheet s.jpg", ["s.jpg", ".png"]),
      ("--sheet s.png --angle 90", ["--sheet", "--size"]),
      ("--sheet s.png --frames 3", ["--sheet", "--size"]),
      ("--sheet s.png --margin auto", ["--sheet", "--size"]),
      ("--sheet s.png --size 20000x20000", ["--size", "--max-pixels"]),
    ])
  func refused(_ options: String, names: [String]) async throws {
    let folder = try Folder()
    let run = try await Glcurl.run(
      ["demo"] + options.split(separator: " ").map(String.init), in: folder)
    #expect(run.status == 64)
    for name in names { #expect(run.errors.contains(name), "\(run.errors)") }
    #expect(try folder.names.isEmpty)
  }

  @Test("A place where nothing can be made is told before anything is drawn")
  func place() async throws {
    let folder = try Folder()
    let run = try await Glcurl.run(["demo", "--sheet", "no/sheet.png"], in: folder)
    #expect(run.status == 73)
    #expect(run.errors.contains("no"))
  }
}
