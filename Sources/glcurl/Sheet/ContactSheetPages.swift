internal import PageCurl
internal import SamplePages

/// The sample pages that cells share, each drawn and prepared once.
struct ContactSheetPages {
  private struct Key: Hashable {
    let design: SamplePages.Design
    let size: PageSize
  }

  private var known: [Key: Pages] = [:]

  /// The pages of a design and a size.
  mutating func pages(_ design: SamplePages.Design, _ size: PageSize) throws -> Pages {
    let key = Key(design: design, size: size)
    if let pages = known[key] { return pages }
    let sample = try SamplePages.make(design, width: size.width, height: size.height)
    let pages = try Pages(front: sample.front, next: sample.next, back: sample.back)
    known[key] = pages
    return pages
  }
}
