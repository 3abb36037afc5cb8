internal import Synchronization

/// Pages that nobody has drawn: the faces of leaves that are of one colour.
///
/// Each is made once. Safe from any task.
final class BlankPages: Sendable {
  private let known = Mutex<[(colour: Colour, page: Page)]>([])

  /// A page of one colour.
  func page(_ colour: Colour, _ size: PageSize) -> Page {
    known.withLock { known in
      if let found = known.first(where: { $0.colour == colour && $0.page.size == size }) {
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
      known.append((colour, page))
      return page
    }
  }
}

/// The backs of one-sided leaves as they lie on the facing page, for as long as they are asked for.
///
/// Safe from any task.
final class LandedPages: Sendable {
  /// A landed back, for as long as somebody holds its front.
  private struct Back {
    weak var front: Page?
    var picture: Page
  }

  private let known = Mutex<[Back]>([])

  /// More of them aren't seen at a time.
  private static let most = 4

  /// The landed back of the leaf whose front is `front`, made by `make` where it isn't known.
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
  /// The back of a one-sided leaf as it lies on the facing page once it has landed, `self` being its
  /// front.
  ///
  /// - Parameters:
  ///   - turn: what decides on the look of backs.
  ///   - back: the picture on it, where the look asks for one.
  ///   - clear: a clear page of the same size.
  ///   - binding: where the book is bound.
  /// - Returns: the back, as it is to be read there.
  /// - Throws: as ``PageTurn`` does.
  func landed(_ turn: any Turn, back: Page?, clear: Page, _ binding: Binding)
    throws(RenderError) -> Page
  {
    let pages = try Pages(front: self, next: clear, back: back, beside: clear)
    var turn = turn
    turn.look.background = .colour(.clear)
    let verso = Canvas(
      width: size.width, height: size.height, origin: binding.origin(of: .verso, on: size),
      step: SIMD2(1, 1))
    let flat = try PageTurn(pages, turn, canvas: verso, binding: binding)
    return Page(try Renderer.processorFrame(flat, at: .progress(1), format: pixmap.format))
  }
}
