internal import ImageFiles
public import PageCache
public import PageCurl
internal import PageSources
internal import PageTurner
internal import SamplePages
internal import Synchronization

/// The pages of a played book: picture files, the pages of a text, or any other source.
///
/// Pages near the open ones are read or drawn ahead of the film; distant pages are released. Any
/// task can use it.
public final class PlayPages: Sendable {
  /// Size of all pages.
  public let size: PageSize
  /// Number of pages.
  public let count: Int
  /// Whether all pages are known to be opaque.
  let areOpaque: Bool
  private let store: PageStore
  private let error = Mutex<FilmError?>(nil)

  /// The pages of a source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - size: Size of all pages.
  ///   - areOpaque: Whether all pages are known to be opaque; otherwise films count as transparent.
  ///   - folder: A folder that caches drawn pages for the next film; nil caches none.
  ///   - limits: Limits; `pagePixels` bounds the number of pages drawn ahead.
  /// - Throws: `file` for a folder that can't be created, and the error of the source.
  public init(
    _ source: any PageSource, size: PageSize, areOpaque: Bool = false,
    cache folder: String? = nil, limits: Limits = Limits()
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
    // A film isn't drawn in real time: 0 is no time limit, and the clock stays at 0.
    var profile = DrawAheadRun.Profile()
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

  /// The pages of picture files.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - folder: A folder that caches read pages for the next film; nil caches none.
  ///   - limits: Limits; `pagePixels` bounds the number of pages drawn ahead.
  /// - Throws: `file` for a folder that can't be created or a file that is missing.
  public convenience init(
    _ files: BookFiles, cache folder: String? = nil, limits: Limits = Limits()
  ) async throws(FilmError) {
    try await self.init(
      files, size: files.size, areOpaque: files.isOpaque, cache: folder, limits: limits)
  }

  /// Number of pages drawn ahead on either side: two leaves, both sides.
  private static let neighbours = 4

  /// Number of pages drawn ahead on either side; smaller if the pages would exceed the limit.
  private static func neighbours(_ size: PageSize, _ limits: Limits) -> Int {
    let pages = limits[.pagePixels] / (size.width * size.height)
    return max(0, min(neighbours, (pages - BookFilm.mostPages) / 2))
  }

  /// Error of the latest page that couldn't be drawn, else nil.
  var failure: FilmError? { error.withLock { $0 } }

  /// A page; draws it now if necessary.
  func page(_ number: Int) async throws(RenderError) -> Page {
    do {
      // The sources of this module never answer `notReady`.
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

  /// Draws the pages around page `number` until all are ready or the task is cancelled.
  func drawAhead(around number: Int) async {
    guard !Task.isCancelled else { return }
    await store.begin(.turn, around: number, at: 0)
    while !Task.isCancelled, await store.hasWork(at: 0) {
      _ = await store.work(at: 0, isMoving: false)
    }
  }
}
