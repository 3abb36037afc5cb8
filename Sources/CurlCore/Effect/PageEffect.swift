/// A flat transform of a page: what it is animated by becomes a projective map of a page of a size.
///
/// Maps multiply columns from the left. In the convention of row vectors, [x y 1]·M, as in Core Graphics
/// and SwiftUI, the matrix is the transposed one: a translation stands in the last row there, in the last
/// column here, and "A, then B" is A·B there and B·A here. Rotations are clockwise, as y points down.
public struct PageEffect: Sendable, Equatable {
  /// What the effect does, with the numbers that it is animated by.
  public enum Change: Sendable, Equatable {
    /// Moved across and down.
    case offset(Length, Length)
    /// x′ = x + skew · y + offset: each row is moved, y page pixels from the top by `skew` times that.
    case skew(Double, offset: Length = .pixels(0))
    /// Stretched across and down about a place given as shares of the page's sides.
    case scale(SIMD2<Double>, about: SIMD2<Double> = SIMD2(0.5, 0.5))
    /// Turned by degrees, clockwise, about a place given as shares of the page's sides.
    case rotation(Double, about: SIMD2<Double> = SIMD2(0.5, 0.5))
    /// The page's top-left corner moves along a path, up to a share of it, and the page turns with it
    /// where `turns` is true.
    case follow(EffectPath, Double, turns: Bool = true)
  }

  /// What the effect does.
  public var change: Change
  /// Whether the page counts as lying where it is seen; else it is reported and hit where it lay.
  public var affectsLayout: Bool

  /// An effect that, unless told otherwise, moves the page for hits and reports too.
  public init(_ change: Change, affectsLayout: Bool = true) {
    self.change = change
    self.affectsLayout = affectsLayout
  }

  /// The effect on a page of a size.
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

  /// The effect when it has come a share of its way, 0…1: its numbers, that share of the way from
  /// those that change nothing.
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

  /// The map at a share of the way, as seen from where the effect starts: every place in its own at 0.
  ///
  /// Only a path doesn't start there by itself; so seen, the page's point at the path's start goes
  /// along it, and the page turns about that point by as much as the path does.
  func map(at share: Double, on page: PageSize) -> Projective {
    let map = at(share).map(on: page)
    guard case .follow(_, let end, _) = change else { return map }
    // At the path's start nothing has moved, to the last bit.
    guard end * share > 0, let back = at(0).map(on: page).inverse else { return .identity }
    return back.then(map)
  }
}

/// A path that an effect follows.
public enum EffectPath: Sendable, Equatable {
  /// The eight on its side, `CubicPath.infinity(on:)`.
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
