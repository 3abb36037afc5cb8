import CurlCore
import PageCurl
import PageFilm
import TestSupport
import Testing

@Suite("Sheets")
struct SheetTests {
  /// The pixels of a rectangle's rim.
  static func rim(_ sheet: Pixmap, _ frame: SpecimenSheet.Frame) -> Set<[UInt8]> {
    var colours: Set<[UInt8]> = []
    let bytes = sheet.rgba8
    func add(_ x: Int, _ y: Int) {
      let start = 4 * ((frame.y + y) * sheet.width + frame.x + x)
      colours.insert(Array(bytes[start..<start + 4]))
    }
    for x in 0..<frame.width {
      add(x, 0)
      add(x, frame.height - 1)
    }
    for y in 0..<frame.height {
      add(0, y)
      add(frame.width - 1, y)
    }
    return colours
  }

  @Test("No turn is cropped, its moments lie apart, and captions are beside them")
  func turns() async throws {
    let sheet = try TurnSheet(page: PageSize(width: 45, height: 60))
    let picture = try await sheet.draw(with: Renderer(.cpu))
    #expect(picture.width == sheet.layout.size.width && picture.height == sheet.layout.size.height)
    #expect(sheet.layout.frames.count == TurnCatalogue.all.count)
    for (type, frames) in zip(TurnCatalogue.all, sheet.layout.frames) {
      #expect(frames.count == 3)
      // A page that drops out is cropped, by the turn's definition.
      for frame in frames where type != DropTurn.self {
        // The background, in the shadow of pages and sheets: lighter or darker, of one hue.
        let shares = Self.rim(picture, frame).map { pixel in
          let light = pixel.prefix(3).map { SRGB.decode(Double($0) / 255) }
          return light.map { $0 / max(light.reduce(0, +), 1e-9) }
        }
        for c in 0..<3 {
          let values = shares.map { $0[c] }
          #expect((values.max() ?? 0) - (values.min() ?? 0) < 0.02, "\(type.name) is cropped")
        }
      }
      for (one, next) in zip(frames, frames.dropFirst()) {
        #expect(next.x - one.x - one.width >= picture.width / 60 && next.y == one.y)
      }
    }
    let bytes = picture.rgba8
    // Rows don't touch, and their captions have ink.
    for (row, next) in zip(sheet.layout.frames, sheet.layout.frames.dropFirst()) {
      #expect(next[0].y > row[0].y + row[0].height)
      var colours: Set<[UInt8]> = []
      for y in row[0].y..<next[0].y {
        for x in 0..<row[0].x {
          let start = 4 * (y * picture.width + x)
          colours.insert(Array(bytes[start..<start + 4]))
        }
      }
      #expect(colours.count > 10)
    }
  }

  @Test("Several looks have a picture each, one look three, on the caller's pages too")
  func looks() async throws {
    let page = PageSize(width: 30, height: 40)
    let (front, next) = (
      TestPages.page(TestPages.Style.front, width: 60, height: 80),
      TestPages.page(TestPages.Style.next, width: 60, height: 80)
    )
    let pages = try Pages(front: Page(front), next: Page(next))
    let renderer = try await Renderer(.cpu)
    let sheet = try LookSheet(NamedLook.all, pages: pages, page: page)
    let picture = try await sheet.draw(with: renderer)
    #expect(sheet.layout.frames.map(\.count) == NamedLook.all.map { _ in 1 })
    let bytes = picture.rgba8
    var seen: Set<[UInt8]> = []
    for frame in sheet.layout.frames.map({ $0[0] }) {
      seen.insert(
        (0..<frame.height).flatMap { y in
          let start = 4 * ((frame.y + y) * picture.width + frame.x)
          return bytes[start..<start + 4 * frame.width]
        })
    }
    #expect(seen.count == NamedLook.all.count)
    let hero = try #require(NamedLook.named("hero"))
    let one = try LookSheet([hero], pages: pages, page: page)
    #expect(one.layout.frames.map(\.count) == [3])
    // Built-in pages differ from the caller's.
    let own = try await one.draw(with: renderer)
    let builtIn = try await LookSheet([hero], page: page).draw(with: renderer)
    #expect(own.width == builtIn.width && own != builtIn)
  }
}
