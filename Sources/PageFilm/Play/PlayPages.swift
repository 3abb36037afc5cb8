internal import ImageFiles
package import PageCache
package import PageCurl
internal import PageSources
internal import PageTurner
internal import SamplePages
internal import Synchronization

/// The pages of a played book: picture files, the pages of a text, or numbered ones.
///
/// They are read or drawn ahead while the film is made, those around the shown one first, and kept
/// within the same window. Safe from any task.
package final class PlayPages: Sendable {
  /// Their size.
  package let size: PageSize
  /// How many there are.
  package let count: Int
  /// Whether they are opaque, as far as that is known now.
  package let areOpaque: Bool
  /// What they are printed on, where that is one colour.
  package let paper: Colour?
  private let store: PageStore
  private let error = Mutex<FilmError?>(nil)

  /// Pages of a source; `folder` is where their pictures are kept for the next time.
  package init(
    _ source: any PageSource, size: PageSize, areOpaque: Bool, paper: Colour? = nil,
    cache folder: String?, _ limits: Limits
  ) async throws(FilmError) {
    let storage = try folder.map { path throws(FilmError) in
      do throws(ImageFileError) {
        return try SnapshotFolder(path: path)
      } catch {
        throw FilmError.file(error)
      }
    }
    self.size = size
    self.areOpaque = areOpaque
    self.paper = paper
    var profile = PasteRun.Profile()
    (profile.load, profile.edit, profile.turn, profile.tick) = (0, 0, 0, 0)
    let store = PageStore(
      source, size: size, neighbours: Self.neighbours(size, limits), profile: profile,
      storage: storage)
    do {
      try await store.load(at: 0)
    } catch {
      throw FilmError(any: error)
    }
    self.store = store
    count = await store.list.count
  }

  /// Pages to either side that are drawn ahead: those of two leaves, both faces.
  private static let neighbours = 4

  /// Fewer where so many pages would be more than may be held.
  private static func neighbours(_ size: PageSize, _ limits: Limits) -> Int {
    let pages = limits[.pagePixels] / (size.width * size.height)
    return max(0, min(neighbours, (pages - BookFilm.mostPages) / 2))
  }

  /// Why a page couldn't be had, if one couldn't.
  var failure: FilmError? { error.withLock { $0 } }

  /// A page, drawn now if it hasn't been.
  func page(_ number: Int) async throws(RenderError) -> Page {
    do {
      // No source here is ever late.
      guard let picture = try await store.picture(drawing: number) else {
        throw FilmError.fault("page \(number + 1) isn't ready")
      }
      return Page(picture)
    } catch {
      let error = FilmError(any: error)
      self.error.withLock { $0 = error }
      throw RenderError(.page, error.description)
    }
  }

  /// Draws pages around one, until they are there or the task is cancelled.
  func drawAhead(around number: Int) async {
    guard !Task.isCancelled else { return }
    await store.begin(.turn, around: number, at: 0)
    while !Task.isCancelled, await store.hasWork(at: 0) {
      _ = await store.work(at: 0, isMoving: false)
    }
  }
}
