package import PageCurl
package import SamplePages

/// A sheet of looks: several with a picture each, or one at three moments.
package struct LookSheet {
  /// Default size of a built-in page.
  package static let defaultPage = PageSize(width: 300, height: 400)
  /// Moments at which a single look is shown, as progress.
  private static let moments = [0.2, 0.4, 0.6]

  private let looks: [NamedLook]
  /// The caller's pages; nil draws built-in ones.
  private let pages: Pages?
  private let page: PageSize
  private let picture: PageSize
  /// Captions and places of the pictures.
  package let layout: SpecimenSheet

  /// A sheet of looks.
  ///
  /// - Parameters:
  ///   - looks: The looks, one or more.
  ///   - pages: The pages; nil is built-in ones, which suit each look.
  ///   - page: Size of a page in the pictures of a look with the page's framing, pixels.
  /// - Throws: `SamplePagesError` without a font or without memory.
  package init(_ looks: [NamedLook], pages: Pages? = nil, page: PageSize) throws(SamplePagesError) {
    self.looks = looks
    self.pages = pages
    self.page = page
    // Room for the margins of most looks, in the page's shape, which looks without a margin fill.
    func roomy(_ side: Int) -> Int { max(Int((1.22 * Double(side)).rounded()), 1) }
    let picture = PageSize(width: roomy(page.width), height: roomy(page.height))
    self.picture = picture
    layout = try SpecimenSheet(
      looks.count == 1 ? .list(pictures: Self.moments.count) : .grid(columns: 3),
      heading: .init(
        looks.count == 1 ? "A look" : "Looks",
        recipe: "glcurl render a.png b.png -o turn.mp4 --look NAME"),
      captions: looks.map {
        .init($0.name, $0.summary, recipe: $0.options.joined().joined(separator: " "))
      }, pictures: looks.map { _ in picture })
  }

  /// Draws all looks and their captions.
  package func draw(with renderer: Renderer) async throws -> Pixmap {
    var sample = SheetPages()
    return try await layout.draw { entry, number in
      let look = looks[entry]
      let pages = try pages ?? sample.pages(look.design, page)
      var turn = look.turn(on: pages.size)
      if self.pages == nil && look.settings.back == nil { turn.look.back = .picture }
      if turn.look.background == .colour(.clear) {
        turn.look.background = .colour(SpecimenSheet.desk)
      }
      let area = look.canvas(of: turn, page: pages.size)
      let fitted = Canvas(
        page: PageSize(width: area.width, height: area.height), width: picture.width,
        height: picture.height, fit: .contain)
      let canvas = Canvas(
        width: fitted.width, height: fitted.height, origin: fitted.origin + area.origin,
        step: fitted.step)
      let moment = looks.count == 1 ? Self.moments[number] : look.moment
      return try await renderer.frame(
        PageTurn(pages, turn, canvas: canvas), at: .progress(moment))
    }
  }
}

extension NamedLook {
  /// The built-in pages that suit the look.
  fileprivate var design: SamplePages.Design {
    switch name {
    case "photo": .photograph
    case "dark": .night
    default: .book
    }
  }

  /// The progress at which one picture shows the look best.
  fileprivate var moment: Double {
    switch name {
    // The leaf isn't seen from its edge, and the large roll has left the bottom.
    case "book": 0.3
    case "core-image": 0.55
    default: 5.0 / 12
    }
  }
}
