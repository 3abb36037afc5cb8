/// The pages of the current turn; those of the next turn are loaded meanwhile.
final class PageWindow {
  private let reel: Reel
  private var held: [Int: Page] = [:]
  private var size: PageSize?
  private var coming: (turn: Int, task: Task<[Int: Page], any Error>)?
  /// Backs of one-sided leaves that have landed on the facing page, by the number of their page.
  var landed: [Int: Page] = [:]

  init(_ reel: Reel) { self.reel = reel }

  deinit { coming?.task.cancel() }

  /// The pages of a turn; starts to load those of `next`.
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
      throw RenderError(.cancelled, "reading a book's pages was cancelled")
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

  /// Requests the missing pages of a turn, one after the other.
  private func load(_ turn: Int) -> Task<[Int: Page], any Error> {
    let missing = reel.pages(ofTurn: turn).filter { held[$0] == nil }
    let reel = reel
    return Task {
      var found: [Int: Page] = [:]
      for number in missing {
        guard !Task.isCancelled else { throw CancellationError() }
        do {
          found[number] = try reel.prepared(try await reel.provider(number), number: number)
        } catch is CancellationError {
          throw CancellationError()
        } catch let error as RenderError where error.code == .cancelled || error.code == .limit {
          throw error
        } catch {
          throw RenderError(.page, "page \(number) of the book isn't available: \(error)")
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
