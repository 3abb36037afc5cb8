import CurlCore
import Foundation
import Testing

@Suite("Contact sheet")
struct ContactSheetTests {
  @Test("It is one PNG of sixteen pictures, each of them another, with labels under them")
  func pictures() async throws {
    let folder = try Folder()
    let run = try await Glcurl.run(
      ["demo", "--sheet", "sheet.png", "--size", "66x88", "--backend", "cpu"], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("sheet.png: 16 pictures"))
    #expect(try folder.names == ["sheet.png"])
    let sheet = try folder.picture("sheet.png")
    #expect(sheet.isOpaque)
    // A picture is 15/11 of its page, 90 × 120; the rest are shares of its width.
    let (width, height, border, gap, label) = (90, 120, 11, 7, 11)
    #expect(sheet.width == 2 * border + 4 * width + 3 * gap)
    #expect(sheet.height == 2 * border + 4 * (height + label) + 3 * gap)
    let bytes = sheet.rgba8
    func part(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> [[UInt8]] {
      (0..<width * height).map { i in
        let at = 4 * ((y + i / width) * sheet.width + x + i % width)
        return Array(bytes[at..<at + 4])
      }
    }
    var pictures: Set<[[UInt8]]> = []
    for index in 0..<16 {
      let x = border + index % 4 * (width + gap)
      let y = border + index / 4 * (height + label + gap)
      let picture = part(x, y, width, height)
      #expect(Set(picture).count > 200, "picture \(index)")
      pictures.insert(picture)
      #expect(Set(part(x, y + height, width, label)).count > 5, "label \(index)")
      #expect(Set(part(x - 3, y, 3, height)).count == 1, "the space before picture \(index)")
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
