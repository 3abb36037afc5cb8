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

  /// Where the page counts as lying: as far as its effects affect the layout.
  public func layoutMap(on page: PageSize) -> Projective {
    EffectStack(effects.filter(\.affectsLayout)).map(on: page)
  }

  /// The box around the place where the page counts as lying, page pixels.
  public func reportedRectangle(on page: PageSize) -> Rectangle {
    let map = layoutMap(on: page)
    let corners = Rectangle(page).corners.map { map($0) }
    let low = corners.reduce(corners[0], pointwiseMin)
    let high = corners.reduce(corners[0], pointwiseMax)
    return Rectangle(origin: low, size: high - low)
  }

  /// The page point that is hit at a point of the plane; nil beside the page.
  public func hit(_ point: SIMD2<Double>, on page: PageSize) -> SIMD2<Double>? {
    guard let p = layoutMap(on: page).inverse.map({ $0(point) }) else { return nil }
    let end = Rectangle(page).end
    return p.x >= 0 && p.y >= 0 && p.x <= end.x && p.y <= end.y ? p : nil
  }
}
