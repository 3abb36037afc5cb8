internal import CurlCore
internal import PageCurl
internal import SamplePages

/// The pages of the looks, each prepared once.
///
/// Only one task may use it.
final class LookPages {
  /// The sides of a leaf, and the page under it.
  struct Leaf {
    let front: Page
    let next: Page
    let back: Page
  }

  private struct Key: Hashable {
    let design: SamplePages.Design
    let times: Int
  }

  /// Size of the pages whose `times` is 1.
  let size: PageSize
  private var made: [Key: Leaf] = [:]

  init(_ size: PageSize) { self.size = size }

  /// The pages of a design, `times` as wide and as high as ``size``.
  func leaf(_ design: SamplePages.Design = .book, times: Int = 1) throws -> Leaf {
    let key = Key(design: design, times: times)
    if let found = made[key] { return found }
    let sample = try SamplePages.make(
      design, width: times * size.width, height: times * size.height)
    let leaf = Leaf(
      front: Page(sample.front), next: Page(sample.next), back: Page(sample.back))
    made[key] = leaf
    return leaf
  }

  /// The front over the next page.
  func pages(_ design: SamplePages.Design = .book, times: Int = 1) throws -> Pages {
    let leaf = try leaf(design, times: times)
    return try Pages(front: leaf.front, next: leaf.next)
  }

  /// `flight` leaves that turn together; if `isFacing`, a page faces the front.
  func pages(flight: Int = 1, isFacing: Bool) throws -> Pages {
    let leaf = try leaf()
    return try Pages(
      front: leaf.front, next: leaf.next, back: leaf.back, beside: isFacing ? leaf.back : nil,
      flight: (1..<flight).map {
        .init(front: $0 % 2 == 1 ? leaf.next : leaf.front, back: leaf.back)
      })
  }

  /// A canvas that shows the whole page in a frame `scale` times as wide and as high as ``size``.
  func canvas(_ page: PageSize, times scale: Double) -> Canvas {
    func side(_ length: Int) -> Int { max(Int((Double(length) * scale).rounded()), 1) }
    return Canvas(
      page: page, width: side(size.width), height: side(size.height), fit: .stretch)
  }
}
