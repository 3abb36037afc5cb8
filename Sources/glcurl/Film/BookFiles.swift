internal import ImageFiles
internal import PageCache
internal import PageCurl
internal import Synchronization

/// The pages of a book, read as they are asked for.
///
/// Safe from any task.
final class BookFiles: Sendable {
  private struct State {
    /// Read to learn the size, and kept until it is asked for.
    var first: Page?
    var failure: CommandError?
    var asked: [Int] = []
  }

  /// The pages' size: the first one's.
  let size: PageSize
  /// Whether the first page is opaque.
  let isOpaque: Bool
  private let paths: [String]
  private let limits: Limits
  private let fit: Fit?
  private let state: Mutex<State>

  /// Reads the first page; whether the others are there is told now too.
  init(_ paths: [String], _ limits: LimitOptions, fit: Fit?) throws(CommandError) {
    for path in paths { try FileName.checkExists(path) }
    let first = Page(try limits.read(paths[0]))
    self.paths = paths
    self.limits = limits.values
    self.fit = fit
    size = first.size
    // Those of a turn, and one of the turn before or after.
    try limits.check(pages: min(paths.count, MemoryBound.mostPages), of: size)
    isOpaque = first.isOpaque
    state = Mutex(State(first: first))
  }

  /// How many there are.
  var count: Int { paths.count }
  /// Why a page couldn't be had, if one couldn't.
  var failure: CommandError? { state.withLock { $0.failure } }
  /// The pages that were asked for, in that order.
  var asked: [Int] { state.withLock { $0.asked } }

  /// Reads a page.
  func page(_ number: Int) throws(CommandError) -> Page {
    let first = state.withLock { state -> Page? in
      state.asked.append(number)
      return number == 0 ? exchange(&state.first, with: nil) : nil
    }
    if let first { return first }
    do throws(CommandError) {
      return Page(try fitted(number))
    } catch {
      state.withLock { $0.failure = error }
      throw error
    }
  }

  private func fitted(_ number: Int) throws(CommandError) -> Pixmap {
    let path = paths[number]
    let picture = try CommandError.wrapping { () throws(ImageFileError) in
      try ImageFile.read(path: path, limits: limits)
    }
    return try fitted(picture, named: "'\(path)'")
  }

  /// A picture in the pages' size.
  func fitted(_ picture: Pixmap, named name: String) throws(CommandError) -> Pixmap {
    try Self.fitted(picture, named: name, to: size, fit)
  }

  /// A picture in a size; without a fit it must have it.
  static func fitted(_ picture: Pixmap, named name: String, to size: PageSize, _ fit: Fit?)
    throws(CommandError) -> Pixmap
  {
    guard picture.width != size.width || picture.height != size.height else { return picture }
    guard let fit else {
      throw CommandError(
        .badInput,
        "\(name) is \(picture.width)×\(picture.height), but the first page is "
          + "\(size.width)×\(size.height): use pictures of one size, or --fit contain, cover or "
          + "stretch")
    }
    return picture.scaled(width: size.width, height: size.height, fit: fit)
  }
}

extension BookFiles: PageSource {
  /// The files' names and numbers, with their state and how they are brought to the pages' size.
  func identities() -> [String] {
    let fit = fit.map { "\($0)" } ?? "-"
    return paths.enumerated().map { number, path in
      "\(number) \(fit) \(FileStamp.stamp(ofFileAt: path) ?? "-") \(path)"
    }
  }

  /// The picture of a file; throws a `CommandError`.
  func picture(of identity: String, at size: PageSize) async throws -> PageAnswer {
    guard let first = identity.split(separator: " ").first, let number = Int(first) else {
      preconditionFailure("there is no page \(identity)")
    }
    return .picture(try page(number).pixmap)
  }
}

extension CommandError: CustomStringConvertible {
  /// The sentence.
  var description: String { message }
}
