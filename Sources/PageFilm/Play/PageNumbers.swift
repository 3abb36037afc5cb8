internal import PageCurl
internal import SamplePages
internal import Synchronization

/// Pictures of page numbers, as overlays at the foot of a page: dark with a light rim, on a
/// transparent ground.
///
/// The latest pictures are cached. Any task can use them.
final class PageNumbers: Sendable {
  private let size: PageSize
  private let known = Mutex<[(page: Int, picture: Page)]>([])

  /// Numbers for pages of a size.
  init(_ size: PageSize) { self.size = size }

  /// The overlay for an open book.
  var overlay: OpenBook.Overlay { { page in self.page(page) } }

  /// Maximum number of cached pictures: the numbers visible at the same time.
  private static let most = 4

  /// Picture of the number `page` + 1, where `page` counts from 0; nil without a font.
  func page(_ page: Int) -> Page? {
    if let found = known.withLock({ $0.first { $0.page == page } }) { return found.picture }
    guard let picture = try? draw("\(page + 1)") else { return nil }
    let made = Page(picture)
    known.withLock { known in
      known.append((page, made))
      if known.count > Self.most { known.removeFirst() }
    }
    return made
  }

  private func draw(_ text: String) throws(SamplePagesError) -> Pixmap {
    let (width, height) = (Double(size.width), Double(size.height))
    let letter = max(0.05 * min(width, height), 6)
    // Numerals are about half as wide as high.
    let x: Double = 0.5 * width - 0.28 * letter * Double(text.count)
    let baseline = height - 0.6 * letter
    let rim = 0.06 * letter
    let light = Colour(red: 1, green: 1, blue: 1)
    let around: [(x: Double, y: Double)] = [
      (-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1),
    ]
    let rims = around.map { way in
      Lettering.Line(
        text, x: x + rim * way.x, baseline: baseline + rim * way.y, size: letter, colour: light)
    }
    let face = Lettering.Line(
      text, x: x, baseline: baseline, size: letter,
      colour: Colour(red: 0.12, green: 0.12, blue: 0.14))
    return try Lettering(rims + [face]).draw(
      width: size.width, height: size.height,
      ground: Colour(red: 0, green: 0, blue: 0, alpha: 0))
  }
}
