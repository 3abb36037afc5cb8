public import CurlCore

/// Why a page has no picture, where its source hasn't thrown an error of its own.
public enum PageError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The book has no such page, both counted from 0.
  case missing(page: Int, pages: Int)
  /// The page has no pixels, such as one of a view whose size is zero.
  case empty(identity: String)
  /// The source has drawn the page at another size than it was asked for.
  case wrongSize(asked: PageSize, picture: PageSize)

  /// What stands in for the page.
  public var placeholder: Placeholder {
    switch self {
    case .missing: .missing
    case .empty: .empty
    case .wrongSize(let asked, _): .failed(asked)
    }
  }

  /// What is wrong, with which value, and the way out.
  public var description: String {
    switch self {
    case .missing(let page, let pages):
      "there is no page \(page): the book has \(pages), counted from 0"
    case .empty(let identity):
      "page '\(identity)' has no pixels: give it a width and a height"
    case .wrongSize(let asked, let picture):
      "a page came out at \(picture.width)×\(picture.height) pixels, and not at the "
        + "\(asked.width)×\(asked.height) that its source was asked for"
    }
  }
}
