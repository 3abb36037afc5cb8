internal import Synchronization

/// Cache of the latest pages of one colour, such as blank paper.
///
/// Safe from any task.
final class BlankPages: Sendable {
  private let known = Mutex<[(colour: Colour, page: Page)]>([])

  /// Most pages in the cache; leaves can have papers of many colours.
  private static let most = 4

  /// A page of one colour.
  func page(_ colour: Colour, _ size: PageSize) -> Page {
    known.withLock { known in
      if let index = known.firstIndex(where: { $0.colour == colour && $0.page.size == size }) {
        let found = known.remove(at: index)
        known.append(found)
        return found.page
      }
      let pixel =
        [colour.red, colour.green, colour.blue].map {
          UInt8(($0 * colour.alpha * 255).rounded())
        } + [UInt8((colour.alpha * 255).rounded())]
      var bytes: [UInt8] = []
      bytes.reserveCapacity(4 * size.width * size.height)
      for _ in 0..<size.width * size.height { bytes += pixel }
      let page = Page(Pixmap(width: size.width, height: size.height, rgba8: bytes))
      if known.count == Self.most { known.removeFirst() }
      known.append((colour, page))
      return page
    }
  }
}

/// Cache of the backs of one-sided leaves after they have landed on the facing page.
///
/// Safe from any task.
final class LandedPages: Sendable {
  /// A landed back; dropped once its front is freed.
  private struct Back {
    weak var front: Page?
    var picture: Page
  }

  private let known = Mutex<[Back]>([])

  /// Most backs in the cache; no more are visible at once.
  private static let most = 4

  /// The landed back of the leaf whose front is `front`; `make` creates it if it isn't cached.
  func page(of front: Page, make: () throws(RenderError) -> Page) throws(RenderError) -> Page {
    let found = known.withLock { known in
      known.removeAll { $0.front == nil }
      return known.first { $0.front === front }?.picture
    }
    if let found { return found }
    let picture = try make()
    known.withLock { known in
      known.append(Back(front: front, picture: picture))
      if known.count > Self.most { known.removeFirst() }
    }
    return picture
  }
}

extension Page {
  /// The back of a one-sided leaf after it has landed on the facing page; `self` is its front.
  ///
  /// - Parameters:
  ///   - turn: the turn whose look defines the back.
  ///   - back: picture of the back, for a look of `back = .picture`.
  ///   - clear: a transparent page of the same size.
  ///   - binding: the edge at which the book is bound.
  ///   - canvas: the canvas of the frames that show it; nil shows a page's pixel in each of its own.
  /// - Returns: the back, in the orientation in which it is seen there.
  /// - Throws: as ``PageTurn`` does.
  func landed(
    _ turn: any Turn, back: Page?, clear: Page, _ binding: Binding, on canvas: Canvas?
  ) throws(RenderError) -> Page {
    let pages = try Pages(front: self, next: clear, back: back, beside: clear)
    var turn = turn
    turn.look.background = .colour(.clear)
    if let canvas, isAveraged(on: canvas) { turn.look.grain = 0 }
    let verso = Canvas(
      width: size.width, height: size.height, origin: binding.origin(of: .verso, on: size),
      step: SIMD2(1, 1))
    let flat = try PageTurn(pages, turn, canvas: verso, binding: binding)
    let paper = turn.look.back == .picture ? back?.paper : turn.look.paper ?? self.paper
    return Page(
      try Renderer.synchronousFrame(flat, at: .progress(1), format: pixmap.format), gutter: nil,
      paper: paper)
  }
}
