public import CurlCore
public import PageCache
public import SamplePages

/// The pages of a text.
///
/// Pages have the size for which the text was set, and fail at any other size. ``set(at:)`` sets
/// the text again.
public struct TextPages: PageSource {
  /// The text, set in pages.
  public let book: TextBook
  private let text: String
  private let prefix: String

  /// A page isn't available.
  public enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The text was set for another size.
    case size(PageSize, is: PageSize)

    /// The error, and the remedy.
    public var description: String {
      switch self {
      case .size(let asked, let size):
        "the text was set on pages of \(size.width)×\(size.height) pixels, not "
          + "\(asked.width)×\(asked.height): set it again for that size"
      }
    }
  }

  /// The pages of a text that is already set.
  public init(_ book: TextBook, of text: String) {
    self.book = book
    self.text = text
    // Another text, size or style has other pages.
    prefix = "text \(FNV1a("\(book.size) \(book.style) \(text)").value)"
  }

  /// The same text and style on pages of another size, usually with another number of pages.
  ///
  /// A store takes them with `load(_:at:around:at:)`, around the page that has the shown page's
  /// words: `TextBook.page(with:of:)`.
  ///
  /// - Throws: As `TextBook` does.
  public func set(at size: PageSize) throws(SamplePagesError) -> TextPages {
    TextPages(
      try TextBook(text, size: size, style: book.style, limits: book.limits), of: text)
  }

  /// The pages' numbers, with a hash of the text and its style.
  public func identities() -> [String] { (0..<book.count).map { "\(prefix) \($0)" } }

  /// Draws a page.
  public func picture(of identity: String, at size: PageSize) async throws -> PageAnswer {
    guard size == book.size else { throw Failure.size(size, is: book.size) }
    return .picture(try book.picture(of: number(identity)))
  }

  /// The page's chapter.
  public func chapter(of identity: String) -> Chapter? {
    let place = book.chapter(of: number(identity))
    return Chapter(number: place.number, page: place.page, pages: place.pages)
  }

  private func number(_ identity: String) -> Int {
    guard let last = identity.split(separator: " ").last, let number = Int(last) else {
      preconditionFailure("there is no page \(identity)")
    }
    return number
  }
}
