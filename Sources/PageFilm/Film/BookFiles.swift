package import ImageFiles
public import PageCache
public import PageCurl
internal import Synchronization

/// The pages of a book, read from picture files on demand.
///
/// Differs from `PictureFiles`, which serves any size: a film takes its size from the first page,
/// rejects other sizes unless a fit is given, and needs a failure as a `FilmError`.
///
/// Any task can use it.
public final class BookFiles: Sendable {
  private struct State {
    /// First page, read early for its size; kept until its first use.
    var first: Page?
    var failure: FilmError?
    var requested: [Int] = []
  }

  /// Size of all pages: that of the first one.
  public let size: PageSize
  /// Whether the first page is opaque.
  package let isOpaque: Bool
  private let pictures: [PictureInput]
  private let limits: Limits
  private let fit: Fit?
  private let state: Mutex<State>

  /// Picture files; reads the first one and checks that the others can be opened.
  ///
  /// - Parameters:
  ///   - paths: One path per page, at least one.
  ///   - fit: How pages of other sizes fit the first page's size; nil rejects them.
  ///   - limits: Limits for reading the files.
  /// - Throws: `file` if a file can't be opened or the first page can't be read; `exceeded` if the
  ///   pages that are in memory at once exceed the limit.
  public convenience init(
    _ paths: [String], fit: Fit? = nil, limits: Limits = Limits()
  ) throws(FilmError) {
    try self.init(paths.map(PictureInput.file), fit: fit, limits: limits)
  }

  /// Pictures from files or elsewhere; as the other initialiser otherwise.
  package init(
    _ pictures: [PictureInput], fit: Fit? = nil, limits: Limits = Limits()
  ) throws(FilmError) {
    precondition(!pictures.isEmpty, "a book has a page")
    let first: Page
    do throws(ImageFileError) {
      for picture in pictures { try picture.check() }
      first = Page(try pictures[0].read(limits))
    } catch {
      throw .file(error)
    }
    do throws(LimitExceeded) {
      try limits.check(
        pages: min(pictures.count, BookFilm.mostPages), width: first.size.width,
        height: first.size.height)
    } catch {
      throw .exceeded(error)
    }
    self.pictures = pictures
    self.limits = limits
    self.fit = fit
    size = first.size
    isOpaque = first.isOpaque
    state = Mutex(State(first: first))
  }

  /// Number of pages.
  public var count: Int { pictures.count }
  /// Error of the latest page that couldn't be read, else nil.
  var failure: FilmError? { state.withLock { $0.failure } }
  /// Numbers of the requested pages, in order of the requests.
  var requestedPages: [Int] { state.withLock { $0.requested } }

  /// Reads a page.
  func page(_ number: Int) throws(FilmError) -> Page {
    let first = state.withLock { state -> Page? in
      state.requested.append(number)
      return number == 0 ? exchange(&state.first, with: nil) : nil
    }
    if let first { return first }
    do throws(FilmError) {
      return Page(try fitted(number))
    } catch {
      state.withLock { $0.failure = error }
      throw error
    }
  }

  private func fitted(_ number: Int) throws(FilmError) -> Pixmap {
    let picture: Pixmap
    do throws(ImageFileError) {
      picture = try pictures[number].read(limits)
    } catch {
      throw .file(error)
    }
    return try fitted(picture, named: "'\(pictures[number].name)'")
  }

  /// A picture scaled to the pages' size.
  func fitted(_ picture: Pixmap, named name: String) throws(FilmError) -> Pixmap {
    try Self.fitted(picture, named: name, to: size, fit)
  }

  /// A picture scaled to a size; without a fit it must have that size.
  package static func fitted(_ picture: Pixmap, named name: String, to size: PageSize, _ fit: Fit?)
    throws(FilmError) -> Pixmap
  {
    guard picture.width != size.width || picture.height != size.height else { return picture }
    guard let fit else {
      throw .mismatch(
        "\(name) is \(picture.width)×\(picture.height), but the first page is "
          + "\(size.width)×\(size.height): use pictures of one size, or --fit contain, cover or "
          + "stretch")
    }
    return picture.scaled(width: size.width, height: size.height, fit: fit)
  }
}

extension BookFiles: PageSource {
  /// One identity per picture: number, fit, state of the file, name.
  public func identities() -> [String] {
    let fit = fit.map { "\($0)" } ?? "-"
    return pictures.enumerated().map { number, picture in
      let stamp = picture.path.flatMap { FileStamp.stamp(ofFileAt: $0) }
      return "\(number) \(fit) \(stamp ?? "-") \(picture.name)"
    }
  }

  /// The picture of a file; throws a ``FilmError``.
  public func picture(of identity: String, at size: PageSize) async throws -> PageAnswer {
    guard let first = identity.split(separator: " ").first, let number = Int(first) else {
      preconditionFailure("there is no page \(identity)")
    }
    return .picture(try page(number).pixmap)
  }
}
