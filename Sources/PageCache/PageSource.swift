public import CurlCore

/// Where a book's pages come from.
///
/// Pages are told apart by their identities, which stay theirs wherever they move; a source is asked
/// for pictures by identity, from any task and in any order.
public protocol PageSource: Sendable {
  /// The pages' identities in reading order, all different.
  func identities() async throws -> [String]

  /// A page's picture at a size, or that there is none yet.
  ///
  /// What is thrown makes the page a failed one; it's asked for again when a turn needs it again.
  func picture(of identity: String, at size: PageSize) async throws -> PageAnswer

  /// The same, drawn over the memory of a picture that isn't needed any more.
  ///
  /// `spare` has `4 · width · height` bytes of any content, or none. A source that draws into memory of
  /// another's, such as a decoder, needn't take notice of it: that's the default.
  func picture(
    of identity: String, at size: PageSize, over spare: consuming [UInt8]
  ) async throws -> PageAnswer

  /// Which part of the book a page belongs to; nil where there are none.
  func chapter(of identity: String) async -> Chapter?
}

extension PageSource {
  /// A picture of its own.
  public func picture(
    of identity: String, at size: PageSize, over spare: consuming [UInt8]
  ) async throws -> PageAnswer {
    try await picture(of: identity, at: size)
  }

  /// None.
  public func chapter(of identity: String) async -> Chapter? { nil }
}

/// What a source says about a page.
public enum PageAnswer: Sendable, Equatable {
  /// This is it.
  case picture(Pixmap)
  /// It isn't ready; ask again later.
  case notReady
  /// It has no pixels, such as a view whose size is zero: a failed page, for which
  /// `Placeholder.empty` stands in.
  case empty
}

/// Where in a book of chapters a page is; all count from 0.
public struct Chapter: Sendable, Equatable {
  /// Which chapter.
  public var number: Int
  /// Which page of it.
  public var page: Int
  /// Pages of it.
  public var pages: Int

  /// A place in a chapter.
  public init(number: Int, page: Int, pages: Int) {
    self.number = number
    self.page = page
    self.pages = pages
  }
}

/// Where in its book a page is.
public struct PagePlace: Sendable, Equatable {
  /// Which page, from 0.
  public var page: Int
  /// Pages of the book.
  public var pages: Int
  /// Where in its chapter; nil where there are none.
  public var chapter: Chapter?

  /// A place in a book.
  public init(page: Int, pages: Int, chapter: Chapter? = nil) {
    self.page = page
    self.pages = pages
    self.chapter = chapter
  }
}

/// Pages that a closure draws: text, a web page, a PDF, whatever draws into pixels.
public struct DrawnPages: PageSource {
  /// What tells these pages from others, such as the book's name and date: pictures are kept under it.
  public let name: String
  /// Number of pages.
  public let count: Int
  private let draw: @Sendable (Int, PageSize, inout MutableSpan<UInt8>) throws -> Void

  /// `count` pages; the closure draws a page, counted from 0, into `4 · width · height` bytes of
  /// premultiplied RGBA, sRGB-encoded, rows from the top, clear at first.
  public init(
    _ name: String, count: Int,
    draw: @escaping @Sendable (Int, PageSize, inout MutableSpan<UInt8>) throws -> Void
  ) {
    precondition(count >= 0, "there are 0 pages or more")
    self.name = name
    self.count = count
    self.draw = draw
  }

  /// The pages' numbers, with the name.
  public func identities() async -> [String] { (0..<count).map { "\(name) \($0)" } }

  /// The page as the closure draws it.
  public func picture(of identity: String, at size: PageSize) async throws -> PageAnswer {
    try await picture(of: identity, at: size, over: [])
  }

  /// The same, in memory that was another picture's and is cleared first.
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
