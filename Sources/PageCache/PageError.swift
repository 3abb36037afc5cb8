public import CurlCore

/// A page has no picture, although its source has thrown no error.
public enum PageError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The book lacks the page; both count from 0.
  case missing(page: Int, pages: Int)
  /// The page has no pixels, for example a view of size 0.
  case empty(identity: String)
  /// The source has drawn the page at a wrong size.
  case wrongSize(asked: PageSize, picture: PageSize)

  /// Placeholder of the page.
  public var placeholder: Placeholder {
    switch self {
    case .missing: .missing
    case .empty: .empty
    case .wrongSize(let asked, _): .failed(asked)
    }
  }

  /// The error with its value, and the remedy.
  public var description: String {
    switch self {
    case .missing(let page, let pages):
      "there is no page \(page): the book has \(pages), counted from 0"
    case .empty(let identity):
      "page '\(identity)' has no pixels: give it a width and a height"
    case .wrongSize(let asked, let picture):
      "a page has \(picture.width)×\(picture.height) pixels instead of the "
        + "\(asked.width)×\(asked.height) requested from its source"
    }
  }
}
