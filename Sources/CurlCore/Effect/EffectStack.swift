/// Effects on a page, one after the other.
public struct EffectStack: Sendable, Equatable {
  /// The effects; the first one is applied to the page itself, each further one to what came of it.
  public var effects: [PageEffect]

  /// A stack of effects, in their order.
  public init(_ effects: [PageEffect]) { self.effects = effects }

  /// Where all of them together take a page of a size.
  public func map(on page: PageSize) -> Projective {
    effects.reduce(.identity) { $0.then($1.map(on: page)) }
  }

  /// All effects when they have come a share of their way, 0…1.
  public func at(_ share: Double) -> EffectStack { EffectStack(effects.map { $0.at(share) }) }

  /// Where they take the page, as seen from where they start: every place in its own at 0.
  func map(at share: Double, on page: PageSize) -> Projective {
    effects.reduce(.identity) { $0.then($1.map(at: share, on: page)) }
  }

  /// Those that affect the layout: where the page counts as lying.
  public var lying: EffectStack { EffectStack(effects.filter { $0.affectsLayout }) }
}
