/// Key of a page's picture, independent of the page's position in the book.
public struct PageKey: Sendable, Hashable {
  /// Identity of the page in its source.
  public let identity: String
  /// Version of the page, from 0; an update increments it.
  public let generation: Int

  /// A version of a page.
  public init(_ identity: String, generation: Int = 0) {
    self.identity = identity
    self.generation = generation
  }

  /// The key of the next version.
  public var updated: Self { Self(identity, generation: generation + 1) }
}
