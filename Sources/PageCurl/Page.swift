internal import CurlSystem
internal import Synchronization

/// A picture prepared once for any number of turns and frames.
///
/// Levels in linear light are computed once, at the first use. A renderer uploads them once for
/// each depth of frames, 8 or 16 bits, and caches them while the page is referenced and among the
/// twelve drawn last. Pages are compared by identity: pass the same page to several ``Pages`` to
/// prepare and upload it once. Safe from any task.
public final class Page: Sendable {
  /// The picture's size.
  public let size: PageSize

  package let picture: PreparedPicture
  /// The gutter's shade that the picture already has.
  private let gutter: Gutter?
  /// The latest picture with a gutter's shade, on either side.
  private let shades = Mutex<[Gutter: Page]>([:])
  /// The back, as it lies on the facing page; the latest one.
  private let landing = Mutex<(look: Look, gutter: Gutter, page: Page)?>(nil)

  /// The paper of the back of a leaf whose front is this page; the latest one.
  private let paperBack = Mutex<(back: PaperBack, page: Page)?>(nil)

  /// A page from its picture.
  public convenience init(_ pixmap: Pixmap) { self.init(pixmap, gutter: nil) }

  /// A page with a gutter's shade, and with a known colour of its paper.
  init(_ pixmap: Pixmap, gutter: Gutter?, paper: Colour? = nil) {
    size = PageSize(width: pixmap.width, height: pixmap.height)
    picture = PreparedPicture(pixmap, paper: paper)
    self.gutter = gutter
  }

  /// A page without its pixels, for frames of one canvas; nil if it has no stores for it.
  init?(storesOf page: Page, for canvas: Canvas) {
    guard let picture = PreparedPicture(storesOf: page.picture, for: canvas) else { return nil }
    (size, self.picture, gutter) = (page.size, picture, page.gutter)
  }

  /// The page with a gutter's shade, made once; without one, the page itself.
  func shaded(_ gutter: Gutter?) -> Page {
    guard let gutter, self.gutter != gutter else { return self }
    if let known = shades.withLock({ $0[gutter] }) { return known }
    let page = Page(gutter.shading(pixmap), gutter: gutter, paper: paper)
    shades.withLock { shades in
      shades = shades.filter { $0.key.edge != gutter.edge }
      shades[gutter] = page
    }
    return page
  }

  /// The back of a one-sided leaf as it lies on the facing page, with a gutter's shade; made once.
  ///
  /// Throws as ``PageTurn`` does.
  func landed(
    _ turn: any Turn, back: Page?, _ binding: Binding, _ gutter: Gutter, on canvas: Canvas
  ) throws(RenderError) -> Page {
    var turn = turn
    if isAveraged(on: canvas) { turn.look.grain = 0 }
    let known = landing.withLock { $0 }
    if let known, known.look == turn.look, known.gutter == gutter { return known.page }
    let clear = Page(
      Pixmap(
        width: size.width, height: size.height,
        rgba8: Array(repeating: 0, count: 4 * size.width * size.height)))
    let page = try landed(turn, back: back, clear: clear, binding, on: canvas).shaded(gutter)
    landing.withLock { $0 = (turn.look, gutter, page) }
    return page
  }

  /// The paper of the back of a leaf whose front is this page, made once; frames that are drawn at the
  /// same time wait for one of them to make it.
  ///
  /// Throws `.limit` if memory is short.
  func papered(_ back: PaperBack) throws(RenderError) -> Page {
    try paperBack.withLock { known throws(RenderError) in
      if let known, known.back == back { return known.page }
      let bytes = size.width * size.height * (pixmap.format == .rgba8 ? 4 : 8)
      let page = try Self.reserving(bytes, for: "the paper of a page's back") {
        Page(back.picture(of: pixmap), gutter: nil, paper: back.paper)
      }
      known = (back, page)
      return page
    }
  }

  /// Frees the paper of the page's back.
  func forgetPaper() { paperBack.withLock { $0 = nil } }

  /// Whether frames of a canvas read averages of the page, in which its grain would be lost.
  func isAveraged(on canvas: Canvas) -> Bool { picture.bytesOfStore(for: canvas) > 0 }

  /// Makes what takes so many bytes; throws `.limit` if memory is short.
  static func reserving<Result>(
    _ bytes: Int, for what: String, _ make: () -> Result
  ) throws(RenderError) -> Result {
    var reservation: MemoryReservation
    do throws(MemoryShortage) {
      reservation = try MemoryLedger.shared.reserve(bytes, for: what)
    } catch {
      throw RenderError(.limit, "cannot draw: \(error); make pages or frames smaller")
    }
    defer { reservation.release(.max) }
    return make()
  }

  /// The page with the stores that frames of a canvas read of it, so that no frame waits for them.
  ///
  /// `places` are where it lies; unless `isWhole`, a page larger than its picture comes without its
  /// pixels.
  func stored(for canvas: Canvas, at places: [SIMD2<Double>], isWhole: Bool)
    throws(RenderError) -> Page
  {
    let bytes = picture.bytesOfStore(for: canvas)
    if bytes == 0 { return self }
    for place in places {
      _ = try Self.reserving(bytes, for: "a page averaged to its frames' size") {
        picture.stored(for: canvas, at: place)
      }
    }
    return isWhole ? self : Page(storesOf: self, for: canvas) ?? self
  }

  /// The picture as it was given.
  public var pixmap: Pixmap { picture.pixmap }

  /// The colour of the page's paper, which its margins show; estimated once, at the first use.
  ///
  /// ``/CurlCore/Colour/printPaper`` for a picture that fills the page up to its edges. Only the
  /// page's own pixels count.
  public var paper: Colour { picture.paper }

  /// Whether the picture's alpha is at its maximum everywhere.
  public var isOpaque: Bool { picture.isOpaque }
}
