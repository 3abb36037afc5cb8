/// Effects on a page, one after the other.
public struct EffectStack: Sendable, Equatable {
  /// The effects; each applies to the result of the ones before it.
  public var effects: [PageEffect]

  /// A stack of effects, in their order.
  public init(_ effects: [PageEffect]) { self.effects = effects }

  /// The map of all effects on a page of a size.
  public func map(on page: PageSize) -> Projective {
    effects.reduce(.identity) { $0.then($1.map(on: page)) }
  }

  /// All effects at a share of their full change, 0…1.
  public func at(_ share: Double) -> EffectStack { EffectStack(effects.map { $0.at(share) }) }

  /// The map relative to the effects' start: the identity at share 0.
  func map(at share: Double, on page: PageSize) -> Projective {
    effects.reduce(.identity) { $0.then($1.map(at: share, on: page)) }
  }

  /// The effects that affect the layout.
  public var affectingLayout: EffectStack { EffectStack(effects.filter { $0.affectsLayout }) }
}
