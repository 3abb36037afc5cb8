/// The numbers of a stack's effects as parameters for `--set` and tracks.
extension EffectStack {
  /// Maximum number of effects in a turn.
  package static let mostEffects = 100

  /// The numbers of all effects, in order; the names of a kind's second effect end in 2, and so on.
  var parameters: [TurnParameter<EffectTurn>] {
    var counts: [String: Int] = [:]
    return effects.indices.flatMap { index in
      effects[index].numbers.map { number in
        let count = counts[number.name, default: 0] + 1
        counts[number.name] = count
        return number.parameter(of: index, count)
      }
    }
  }
}

/// A number of an effect.
private struct EffectNumber: Sendable {
  let name: String
  var unit = ParameterUnit.number
  let range: ClosedRange<Double>
  let summary: String
  let get: @Sendable (PageEffect.Change, PageSize) -> Double?
  let set: @Sendable (inout PageEffect.Change, Double) -> Void

  /// The parameter for the effect at `index`, which is the `count`-th of its kind.
  func parameter(of index: Int, _ count: Int) -> TurnParameter<EffectTurn> {
    let (get, set) = (get, set)
    return TurnParameter(
      count == 1 ? name : "\(name)\(count)", unit, range, summary,
      // The effect may have been removed since the parameter was made.
      get: { turn, page in
        let effects = turn.effects.effects
        return effects.indices.contains(index) ? get(effects[index].change, page) : nil
      },
      set: { turn, value in
        guard turn.effects.effects.indices.contains(index) else { return }
        set(&turn.effects.effects[index].change, value)
      })
  }
}

extension PageEffect {
  /// The numbers of this kind of effect.
  fileprivate var numbers: [EffectNumber] {
    switch change {
    case .offset: Self.offset
    case .skew: Self.skew
    case .scale: Self.scale
    case .rotation: Self.rotation
    case .follow: Self.follow
    }
  }

  private static let offset = [
    EffectNumber(
      name: "offsetX", unit: .length, range: Range.offset, summary: "shift to the right",
      get: { if case .offset(let x, _) = $0 { x.pixels(on: $1) } else { nil } },
      set: { if case .offset(_, let y) = $0 { $0 = .offset(.pixels($1), y) } }),
    EffectNumber(
      name: "offsetY", unit: .length, range: Range.offset, summary: "shift downward",
      get: { if case .offset(_, let y) = $0 { y.pixels(on: $1) } else { nil } },
      set: { if case .offset(let x, _) = $0 { $0 = .offset(x, .pixels($1)) } }),
  ]

  private static let skew = [
    EffectNumber(
      name: "skew", range: Range.skew, summary: "shift of each row relative to the row above",
      get: { change, _ in if case .skew(let skew, _) = change { skew } else { nil } },
      set: { if case .skew(_, let offset) = $0 { $0 = .skew($1, offset: offset) } }),
    EffectNumber(
      name: "skewOffset", unit: .length, range: Range.offset, summary: "shift of all rows",
      get: { if case .skew(_, let offset) = $0 { offset.pixels(on: $1) } else { nil } },
      set: { if case .skew(let skew, _) = $0 { $0 = .skew(skew, offset: .pixels($1)) } }),
  ]

  private static let scale = [
    EffectNumber(
      name: "scaleX", range: Range.scale, summary: "horizontal scale",
      get: { change, _ in if case .scale(let factor, _) = change { factor.x } else { nil } },
      set: {
        if case .scale(let factor, let place) = $0 {
          $0 = .scale(SIMD2($1, factor.y), about: place)
        }
      }),
    EffectNumber(
      name: "scaleY", range: Range.scale, summary: "vertical scale",
      get: { change, _ in if case .scale(let factor, _) = change { factor.y } else { nil } },
      set: {
        if case .scale(let factor, let place) = $0 {
          $0 = .scale(SIMD2(factor.x, $1), about: place)
        }
      }),
    EffectNumber(
      name: "scaleAboutX", range: Range.place, summary: "centre, a share of the width",
      get: { change, _ in if case .scale(_, let place) = change { place.x } else { nil } },
      set: {
        if case .scale(let factor, let place) = $0 {
          $0 = .scale(factor, about: SIMD2($1, place.y))
        }
      }),
    EffectNumber(
      name: "scaleAboutY", range: Range.place, summary: "centre, a share of the height",
      get: { change, _ in if case .scale(_, let place) = change { place.y } else { nil } },
      set: {
        if case .scale(let factor, let place) = $0 {
          $0 = .scale(factor, about: SIMD2(place.x, $1))
        }
      }),
  ]

  private static let rotation = [
    EffectNumber(
      name: "rotation", unit: .degrees, range: Range.rotation,
      summary: "rotation, clockwise",
      get: { change, _ in if case .rotation(let angle, _) = change { angle } else { nil } },
      set: { if case .rotation(_, let place) = $0 { $0 = .rotation($1, about: place) } }),
    EffectNumber(
      name: "rotationAboutX", range: Range.place, summary: "centre, a share of the width",
      get: { change, _ in if case .rotation(_, let place) = change { place.x } else { nil } },
      set: {
        if case .rotation(let angle, let place) = $0 {
          $0 = .rotation(angle, about: SIMD2($1, place.y))
        }
      }),
    EffectNumber(
      name: "rotationAboutY", range: Range.place, summary: "centre, a share of the height",
      get: { change, _ in if case .rotation(_, let place) = change { place.y } else { nil } },
      set: {
        if case .rotation(let angle, let place) = $0 {
          $0 = .rotation(angle, about: SIMD2(place.x, $1))
        }
      }),
  ]

  private static let follow = [
    EffectNumber(
      name: "pathShare", unit: .share, range: Range.share,
      summary: "share of the path",
      get: { change, _ in if case .follow(_, let share, _) = change { share } else { nil } },
      set: {
        if case .follow(let path, _, let turns) = $0 { $0 = .follow(path, $1, turns: turns) }
      })
  ]
}
