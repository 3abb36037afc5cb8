public import CurlCore

/// A source of a book's pages.
///
/// Each page has an identity, which it keeps when it moves. Pictures are requested by identity,
/// from any task and in any order.
public protocol PageSource: Sendable {
  /// The pages' identities in reading order, all different.
  func identities() async throws -> [String]

  /// Returns a page's picture at a size, pixels, or an answer without a picture.
  ///
  /// A thrown error makes the page a failed page; its picture is requested again when a turn needs
  /// the page again.
  func picture(of identity: String, at size: PageSize) async throws -> PageAnswer

  /// Returns a page's picture, which may be drawn into the memory of an evicted picture.
  ///
  /// `spare` has `4 · width · height` bytes of any content, or none. The default ignores `spare`;
  /// so may a source with memory of its own, such as a decoder.
  func picture(
    of identity: String, at size: PageSize, over spare: consuming [UInt8]
  ) async throws -> PageAnswer

  /// Position of a page in its chapter; nil in a book without chapters.
  func chapter(of identity: String) async -> Chapter?
}

extension PageSource {
  /// The default ignores `spare`.
  public func picture(
    of identity: String, at size: PageSize, over spare: consuming [UInt8]
  ) async throws -> PageAnswer {
    try await picture(of: identity, at: size)
  }

  /// The default is no chapters.
  public func chapter(of identity: String) async -> Chapter? { nil }
}

/// A source's answer to a request for a picture.
public enum PageAnswer: Sendable, Equatable {
  /// The page's picture.
  case picture(Pixmap)
  /// The page isn't ready; ask again later.
  case notReady
  /// The page has no pixels, for example a view of size 0: a failed page with the placeholder
  /// `Placeholder.empty`.
  case empty
}

/// Position of a page in a book of chapters; all numbers count from 0.
public struct Chapter: Sendable, Equatable {
  /// Number of the chapter.
  public var number: Int
  /// Number of the page in the chapter.
  public var page: Int
  /// Number of pages of the chapter.
  public var pages: Int

  /// A position in a chapter.
  public init(number: Int, page: Int, pages: Int) {
    self.number = number
    self.page = page
    self.pages = pages
  }
}

/// Position of a page in its book.
public struct PagePlace: Sendable, Equatable {
  /// Number of the page, from 0.
  public var page: Int
  /// Number of pages of the book.
  public var pages: Int
  /// Position in its chapter; nil in a book without chapters.
  public var chapter: Chapter?

  /// A position in a book.
  public init(page: Int, pages: Int, chapter: Chapter? = nil) {
    self.page = page
    self.pages = pages
    self.chapter = chapter
  }
}

/// Pages that a closure draws, such as text, web pages or a PDF.
public struct DrawnPages: PageSource {
  /// Name that distinguishes these pages from others, such as the book's name and date; pictures
  /// are cached under it.
  public let name: String
  /// Number of pages.
  public let count: Int
  private let draw: @Sendable (Int, PageSize, inout MutableSpan<UInt8>) throws -> Void

  /// `count` pages; the closure draws a page, counted from 0, into `4 · width · height` transparent
  /// bytes of premultiplied RGBA, sRGB-encoded, rows from the top.
  public init(
    _ name: String, count: Int,
    draw: @escaping @Sendable (Int, PageSize, inout MutableSpan<UInt8>) throws -> Void
  ) {
    precondition(count >= 0, "there are 0 pages or more")
    self.name = name
    self.count = count
    self.draw = draw
  }

  /// The name and the number of each page.
  public func identities() async -> [String] { (0..<count).map { "\(name) \($0)" } }

  /// The page as the closure draws it.
  public func picture(of identity: String, at size: PageSize) async throws -> PageAnswer {
    try await picture(of: identity, at: size, over: [])
  }

  /// The page as the closure draws it, in the memory of an evicted picture, which is cleared first.
  public func picture(
    of identity: String, at size: PageSize, over spare: consuming [UInt8]
  ) async throws -> PageAnswer {
    guard let last = identity.split(separator: " ").last, let page = Int(last),
      (0..<count).contains(page)
    else { preconditionFailure("there is no page \(identity)") }
    var bytes = spare
    if bytes.count == 4 * size.width * size.height {
      for index in bytes.indices { bytes[index] = 0 }
    } else {
      bytes = [UInt8](repeating: 0, count: 4 * size.width * size.height)
    }
    var span = bytes.mutableSpan
    try draw(page, size, &span)
    return .picture(Pixmap(width: size.width, height: size.height, rgba8: bytes))
  }
}
