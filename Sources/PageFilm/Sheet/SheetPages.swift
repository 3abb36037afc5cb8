internal import PageCurl
internal import SamplePages

/// Sample pages that pictures of a sheet share; each is drawn and prepared once.
struct SheetPages {
  private struct Key: Hashable {
    let design: SamplePages.Design
    let size: PageSize
  }

  private var known: [Key: Pages] = [:]

  /// The pages of a design in a size.
  mutating func pages(_ design: SamplePages.Design, _ size: PageSize) throws -> Pages {
    let key = Key(design: design, size: size)
    if let pages = known[key] { return pages }
    let sample = try SamplePages.make(design, width: size.width, height: size.height)
    let pages = try Pages(front: sample.front, next: sample.next, back: sample.back)
    known[key] = pages
    return pages
  }
}
