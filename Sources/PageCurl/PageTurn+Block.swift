/// The block of leaves under the open pages of a book.
extension PageTurn {
  /// The book's look as it is drawn: lengths in page pixels, with a width of the edges.
  var drawnBook: BookLook {
    var look = bookLook.inPixels(on: stage.page)
    if look.leafEdge == nil { look.leafEdge = .pixels(defaultEdge) }
    return look
  }

  /// Width of each edge of a look that sets none, page pixels.
  private var defaultEdge: Double {
    let (stage, leaves) = (leftBound.stage, bookLook.turned + bookLook.unturned)
    guard stage.isFacing, leaves > 1, layers == .all, turn.look.isLit, hasOpaqueBackground else {
      return 0
    }
    let (canvas, width) = (stage.canvas, Double(stage.page.width))
    let end = canvas.origin.x + Double(canvas.width) * canvas.step.x
    let room = max(min(-width - canvas.origin.x, end - width), 0)
    return min(
      BookLook.defaultEdge(turn.look, leaves: leaves, on: stage.page),
      room / 2 / Double(leaves - 1))
  }

  /// Whether an opaque background lies under all pages.
  var hasOpaqueBackground: Bool {
    switch turn.look.background {
    case .colour(let colour): colour.alpha == 1
    case .picture: pages.background?.isOpaque == true
    }
  }

  /// The colour of the open pages' paper at a progress: from that of the pages before the turn to
  /// that of the pages after it, so that it is the same where two turns meet.
  func openPaper(at progress: Double) -> Colour {
    if let paper = turn.look.paper { return paper }
    func paper(_ open: Page?...) -> Colour {
      open.lazy.compactMap { $0 }.first { $0.isOpaque }?.paper ?? .printPaper
    }
    let back = pages.flight.last.map { $0.back ?? $0.front } ?? pages.back ?? pages.front
    let (from, to) = (paper(pages.front, pages.beside), paper(pages.next, back))
    if from == to { return from }
    func between(_ a: Double, _ b: Double) -> Double {
      SRGB.encode(SRGB.decode(a) * (1 - progress) + SRGB.decode(b) * progress)
    }
    return Colour(
      red: between(from.red, to.red), green: between(from.green, to.green),
      blue: between(from.blue, to.blue))
  }
}

extension BookLook {
  /// Sets the number of leaves on each side of a book of which `turned` leaves have turned.
  ///
  /// A page at rest under all leaves that turn is a leaf, too; a cover has none.
  mutating func share(_ book: Book, turned: Int) {
    func beneath(_ face: Book.Face?) -> Int { face == nil ? 0 : 1 }
    self.turned = turned + beneath(book.first.flatMap { book.stop($0).verso })
    unturned = max(book.leaves - turned, 0) + beneath(book.last.flatMap { book.stop($0).recto })
  }
}
