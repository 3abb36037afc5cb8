/// What a page's picture is known by, wherever the page has moved to.
public struct PageKey: Sendable, Hashable {
  /// Which page; its source's name for it.
  public let identity: String
  /// Which version of it, from 0; an update makes the next one.
  public let generation: Int

  /// A version of a page.
  public init(_ identity: String, generation: Int = 0) {
    self.identity = identity
    self.generation = generation
  }

  /// The version after this one.
  public var updated: Self { Self(identity, generation: generation + 1) }
}
