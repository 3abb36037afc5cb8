internal import Synchronization

/// The pages of the turn at hand, while those of the next one are being made.
final class PageWindow {
  private let reel: Reel
  private var held: [Int: Page] = [:]
  private var size: PageSize?
  /// Pages as they were given, and what is held of them.
  private let stored = StoredPages()
  private var coming: (turn: Int, task: Task<[Int: Page], any Error>)?
  /// The backs of one-sided leaves as they lie on the facing page, by their page.
  var landed: [Int: Page] = [:]

  init(_ reel: Reel) { self.reel = reel }

  deinit { coming?.task.cancel() }

  /// The pages of a turn; those of `next` begin to be made.
  func pages(ofTurn turn: Int, thenOf next: Int?, isolation actor: isolated (any Actor)?)
    async throws(RenderError) -> [Int: Page]
  {
    let task = coming.flatMap { $0.turn == turn ? $0.task : nil } ?? load(turn)
    coming = nil
    do {
      let found = try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
      held.merge(found) { $1 }
    } catch let error as RenderError {
      throw error
    } catch is CancellationError {
      throw RenderError(.cancelled, "making a book's pages was cancelled")
    } catch {
      throw RenderError(.page, "\(error)")
    }
    let needed = reel.pages(ofTurn: turn)
    held = held.filter { needed.contains($0.key) }
    landed = landed.filter { needed.contains($0.key) }
    try check()
    if let next { coming = (next, load(next)) }
    return held
  }

  /// Asks for what isn't there, one page after the other.
  private func load(_ turn: Int) -> Task<[Int: Page], any Error> {
    let missing = reel.pages(ofTurn: turn).filter { held[$0] == nil }
    let (reel, stored) = (reel, stored)
    return Task {
      var found: [Int: Page] = [:]
      for number in missing {
        guard !Task.isCancelled else { throw CancellationError() }
        do {
          found[number] = try stored.page(try await reel.provider(number), of: reel)
        } catch is CancellationError {
          throw CancellationError()
        } catch let error as RenderError where error.code == .cancelled {
          throw error
        } catch {
          throw RenderError(.page, "page \(number) of the book can't be had: \(error)")
        }
      }
      return found
    }
  }

  private func check() throws(RenderError) {
    for (number, page) in held.sorted(by: { $0.key < $1.key }) {
      guard let size else {
        self.size = page.size
        continue
      }
      guard page.size == size else {
        throw RenderError(
          .sizes,
          "page \(number) of the book is \(page.size.width)×\(page.size.height), but others are "
            + "\(size.width)×\(size.height): bring all pages to one size")
      }
    }
  }
}

/// Pages as a reel holds them: where they are larger than their picture, prepared as they come, and the
/// full ones let go.
///
/// Safe from any task.
private final class StoredPages: Sendable {
  private struct Entry {
    weak var page: Page?
    weak var stored: Page?
  }

  private let known = Mutex<[Entry]>([])

  /// What is held of a page.
  func page(_ page: Page, of reel: Reel) throws(RenderError) -> Page {
    guard let canvas = reel.canvas, canvas.shrinks else { return page }
    let found = known.withLock { known in
      known.removeAll { $0.page == nil || $0.stored == nil }
      return known.first { $0.page === page }?.stored
    }
    if let found { return found }
    let binding = reel.book.binding
    let sides: [Book.Side] = reel.book.layout == .single ? [.recto] : [.recto, .verso]
    try page.makeStores(for: canvas, at: sides.map { binding.origin(of: $0, on: page.size) })
    // The landed back of a leaf that is printed on one side is drawn at full size.
    if sides.count > 1 && reel.book.printing == .oneSided { return page }
    let stored = Page(storesOf: page)
    known.withLock { $0.append(Entry(page: page, stored: stored)) }
    return stored
  }
}
