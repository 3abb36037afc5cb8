/// A flat transform of a page: animated numbers from which a projective map is computed.
///
/// Maps multiply columns from the left. Core Graphics and SwiftUI multiply rows, [x y 1]·M, so
/// their matrices are transposed: a translation is in the last row there and in the last column
/// here, and "A, then B" is A·B there and B·A here. Rotations are clockwise, because y points down.
public struct PageEffect: Sendable, Equatable {
  /// Kind of the effect, with its animated numbers.
  public enum Change: Sendable, Equatable {
    /// Moves the page across and down.
    case offset(Length, Length)
    /// x′ = x + skew · y + offset: each row moves by `skew` times its distance from the top.
    case skew(Double, offset: Length = .pixels(0))
    /// Scales the page across and down about a point given as shares of the page's sides.
    case scale(SIMD2<Double>, about: SIMD2<Double> = SIMD2(0.5, 0.5))
    /// Rotates the page clockwise, degrees, about a point given as shares of the page's sides.
    case rotation(Double, about: SIMD2<Double> = SIMD2(0.5, 0.5))
    /// Moves the page's top-left corner along a path, up to a share of it; `turns` also rotates the
    /// page with the path.
    case follow(EffectPath, Double, turns: Bool = true)
  }

  /// Kind of the effect, with its animated numbers.
  public var change: Change
  /// Whether reports and hit tests use the moved page; otherwise they use the page at rest.
  public var affectsLayout: Bool

  /// An effect; by default it also affects reports and hit tests.
  public init(_ change: Change, affectsLayout: Bool = true) {
    self.change = change
    self.affectsLayout = affectsLayout
  }

  /// The effect's map on a page of a size.
  public func map(on page: PageSize) -> Projective {
    let size = SIMD2(Double(page.width), Double(page.height))
    func about(_ share: SIMD2<Double>, _ map: Projective) -> Projective {
      Projective.translation(-1 * share * size).then(map).then(.translation(share * size))
    }
    switch change {
    case .offset(let x, let y):
      return .translation(SIMD2(x.pixels(on: page), y.pixels(on: page)))
    case .skew(let skew, let offset):
      return Projective.skew(SIMD2(skew, 0)).then(
        .translation(SIMD2(offset.pixels(on: page), 0)))
    case .scale(let factor, let place):
      return about(place, .scale(factor))
    case .rotation(let degrees, let place):
      return about(place, .rotation(degrees: degrees))
    case .follow(let path, let share, let turns):
      let (point, direction) = path.path(on: page).follower(share)
      return Projective.rotation(degrees: turns ? direction : 0).then(.translation(point))
    }
  }

  /// The effect at a share of its full change, 0…1: its numbers interpolated from those of the
  /// identity.
  public func at(_ share: Double) -> PageEffect {
    func part(_ length: Length) -> Length {
      switch length {
      case .pixels(let value): .pixels(value * share)
      case .percent(let value): .percent(value * share)
      }
    }
    var effect = self
    switch change {
    case .offset(let x, let y): effect.change = .offset(part(x), part(y))
    case .skew(let skew, let offset): effect.change = .skew(skew * share, offset: part(offset))
    case .scale(let factor, let place):
      effect.change = .scale(SIMD2(1, 1) + (factor - SIMD2(1, 1)) * share, about: place)
    case .rotation(let degrees, let place):
      effect.change = .rotation(degrees * share, about: place)
    case .follow(let path, let end, let turns):
      effect.change = .follow(path, end * share, turns: turns)
    }
    return effect
  }

  /// The map at a share 0…1 of the full change, relative to the map at 0: the identity at 0.
  ///
  /// Only a path has another map than the identity at 0. Relative to that map, the page's point at
  /// the path's start moves along the path, and the page rotates about that point.
  func map(at share: Double, on page: PageSize) -> Projective {
    let map = at(share).map(on: page)
    guard case .follow(_, let end, _) = change else { return map }
    // At the path's start the map is exactly the identity.
    guard end * share > 0, let back = at(0).map(on: page).inverse else { return .identity }
    return back.then(map)
  }
}

/// A path that an effect follows.
public enum EffectPath: Sendable, Equatable {
  /// The figure eight (∞), `CubicPath.infinity(on:)`.
  case infinity
  /// Any path, page pixels.
  case cubic(CubicPath)

  /// The path on a page of a size.
  public func path(on page: PageSize) -> CubicPath {
    switch self {
    case .infinity: .infinity(on: page)
    case .cubic(let path): path
    }
  }
}
