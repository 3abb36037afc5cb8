package import PageCurl
package import SamplePages

/// A sheet of pictures that show a curl at many moments and in many looks.
package struct ContactSheet {
  /// Returns the turn for a cell's options, for a page of the given size.
  package typealias TurnMaker = (_ options: String, _ page: PageSize) throws -> any Turn

  /// Default page size of a plain cell.
  package static let defaultPage = PageSize(width: 264, height: 352)

  private let cells: [ContactSheetCell]
  private let picture: PageSize
  private let makeTurn: TurnMaker
  /// Captions and places of the pictures.
  package let layout: SpecimenSheet

  /// A sheet of cells.
  package init(page: PageSize, cells: [ContactSheetCell], makeTurn: @escaping TurnMaker)
    throws(SamplePagesError)
  {
    self.cells = cells
    self.makeTurn = makeTurn
    func spanned(_ length: Int) -> Int {
      max(Int((Double(length) * ContactSheetCell.plainSpan).rounded()), 1)
    }
    let picture = PageSize(width: spanned(page.width), height: spanned(page.height))
    self.picture = picture
    layout = try SpecimenSheet(
      .grid(columns: 4), heading: .init("The curl", recipe: "glcurl frame a.png b.png -o curl.png"),
      captions: cells.map { .init($0.title, recipe: $0.recipe) },
      pictures: cells.map { _ in picture })
  }

  /// Draws all cells and their captions.
  package func draw(with renderer: Renderer) async throws -> Pixmap {
    var pages = SheetPages()
    return try await layout.draw { entry, _ in
      let cell = cells[entry]
      return try await renderer.frame(turn(cell, &pages), at: .time(cell.time))
    }
  }

  private func turn(_ cell: ContactSheetCell, _ pages: inout SheetPages) throws -> PageTurn {
    let page = cell.page(in: picture)
    let sample = try pages.pages(cell.design, page)
    var turn = try makeTurn(cell.options, page)
    turn.look.background = cell.ground == .desk ? .colour(SpecimenSheet.desk) : .picture
    let whole = try Pages(
      front: sample.front, next: sample.next, back: sample.back,
      background: cell.ground == .desk ? nil : Page(squares()))
    return try PageTurn(whole, turn, canvas: cell.canvas(page, in: picture))
  }

  /// A checkerboard of two greys, of a cell's size.
  private func squares() -> Pixmap {
    let side = max(picture.width / 30, 1)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * picture.width * picture.height)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let grey: UInt8 = (x / side + y / side).isMultiple(of: 2) ? 0xD6 : 0xC4
        bytes += [grey, grey, grey, 255]
      }
    }
    return Pixmap(width: picture.width, height: picture.height, rgba8: bytes)
  }
}
