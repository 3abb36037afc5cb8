/// What lies on either side of a half flip's hinge, each side from below upwards.
///
/// A leaf is never on both sides, so that each has its own order: leaves nearer to 90° lie higher. At
/// the hinge the sides share pixels where it runs through a row of them. The side that is drawn first
/// then takes the whole row, up to its seam, and the other one its part of it; where that part is more
/// than one layer high, only its uppermost may cover it, or each would take away from the first side
/// once more.
struct FlipSides {
  /// A half page, at rest or in the air.
  private struct Half {
    /// The leaf in the air; nil at rest.
    var leaf: Int?
    /// Its page, where it rests.
    var picture = Picture.next
    /// 0…180 degrees.
    var angle: Double
    /// Black over it, 0…1.
    var shade = 0.0
    /// How much of it is there under the leaf next above: less than all where that one has alpha and
    /// has just risen from it, or is about to land on it.
    var share = 1.0
  }

  private let turn: FlipTurn
  private let stage: TurnStage
  /// Halves at 0° up to 90°, and those at 180° down to 90°.
  private var lower: [Half]
  private var upper: [Half]

  /// The halves while leaves stand at their angles, of which none is less than the next.
  init(_ turn: FlipTurn, _ angles: [Double], on stage: TurnStage) {
    self.turn = turn
    self.stage = stage
    let unturned = angles.firstIndex { $0 <= 0 }
    let turned = angles.lastIndex { $0 >= 180 }
    lower = [
      Half(picture: unturned.map { stage.flipped($0) } ?? .next, angle: 0)
    ]
    upper = [Half(picture: stage.flipped(turned.map { $0 + 1 } ?? 0), angle: 180)]
    for (i, angle) in angles.enumerated() where angle > 0 && angle < 180 {
      if angle < 90 {
        lower.insert(Half(leaf: i, angle: angle), at: 1)
      } else {
        upper.append(Half(leaf: i, angle: angle))
      }
    }
    fade()
    guard turn.look.isLit else { return }
    let plain = self
    func shade(_ halves: inout [Half], from rest: Double) {
      for i in halves.indices {
        if halves[i].leaf != nil {
          let way = min(halves[i].angle, 180 - halves[i].angle) / 180
          halves[i].shade = turn.leafShade * CurlTurn.smoothstep(way / 0.05)
        }
        guard i + 1 < halves.count else { continue }
        let turned = abs(halves[i + 1].angle - rest)
        var above = turn.neighbourShade * (1 - turned / 90)
        // Seen through a leaf that lies on it, it comes and goes.
        if plain.isClear(halves[i + 1]) { above *= TurnStage.rampIn(turned / 180) }
        halves[i].shade = 1 - (1 - halves[i].shade) * (1 - above)
      }
    }
    shade(&lower, from: 0)
    shade(&upper, from: 180)
  }

  /// Whether a leaf in the air is clear somewhere, as it is seen.
  private func isClear(_ half: Half) -> Bool {
    guard let leaf = half.leaf else { return false }
    return stage.translucent.contains(stage.flipped(half.angle < 90 ? leaf : leaf + 1))
  }

  /// What lies under a leaf with alpha isn't there before the leaf rises, nor once it has landed.
  private mutating func fade() {
    if lower.count > 1, isClear(lower[1]), lower[0].picture != .next {
      lower[0].share = TurnStage.rampIn(lower[1].angle / 180)
    }
    if upper.count > 1, isClear(upper[1]) {
      upper[0].share = TurnStage.rampOut(upper[1].angle / 180)
    }
  }

  /// A page's first half: what is there of it under the leaf that is about to land on it.
  private func remaining(_ page: Leaf) -> Leaf {
    guard upper[0].share < 1 else { return page }
    return stage.faded(
      page, at: edge(upper[1].angle), side: side, isBeyond: true, share: upper[0].share)
  }

  /// The page that appears, whole; once its first half lands on it, that alone will be there.
  private func ground(_ page: Leaf) -> [Leaf] {
    guard upper[0].share < 1, let leaf = upper[1].leaf, stage.flipped(leaf + 1) == .next else {
      return [page]
    }
    var (first, second) = (page, page)
    (first.clip, second.clip) = (half(isSecond: false), half(isSecond: true))
    return [second, remaining(first)]
  }

  /// The scene over `base`.
  func scene(base: Base) -> Scene {
    var ground = stage.flat(.next)
    let leaves: [Leaf]
    if base == .next && upper.count > 1 && lower.count == 1 && !stage.translucent.contains(.next) {
      leaves = upper.map { plate($0, seam: -1) } + lower.map { plate($0) }
    } else {
      var below = lower
      if below[0].picture == .next {
        // It lies there anyway.
        darken(&ground, by: below[0].shade)
        below.removeFirst()
      }
      leaves = below.map { plate($0, seam: 1) } + overSeam()
    }
    return stage.scene(
      turn.look, base: base, ground: base == .next ? self.ground(ground) : [ground],
      leaves: shadow(base: base) + leaves)
  }

  /// The shade on the next page, where that isn't drawn.
  private func shadow(base: Base) -> [Leaf] {
    guard base == .shadow, lower[0].picture == .next, lower[0].shade > 0 else { return [] }
    let black = Face(.colour(Colour(red: 0, green: 0, blue: 0, alpha: lower[0].shade)))
    var leaf = Leaf(
      front: black, back: black, surface: .projective(.identity), clip: half(isSecond: true))
    leaf.mixing = turn.mixing
    return [leaf]
  }

  /// The upper halves over a seam: up to the row of pixels that the hinge runs through, but for the
  /// uppermost that fills its part of the row.
  private func overSeam() -> [Leaf] {
    let row = distanceToRow
    let top = upper.lastIndex { distanceToEdge($0.angle) >= row } ?? 0
    return upper.indices.map { i in
      var leaf = plate(upper[i])
      if i < top && row > 0 { cut(&leaf, upper[i], at: row) }
      return i == 0 ? remaining(leaf) : leaf
    }
  }

  /// How far before the hinge the row of pixels starts that it runs through, page pixels.
  private var distanceToRow: Double {
    let place = (middle - stage.canvas.origin[side]) / stage.canvas.step[side]
    let into = place - (place + 1e-6).rounded(.down)
    return into > 1e-6 ? into * stage.canvas.step[side] : 0
  }

  /// Where a leaf's free edge is seen, page pixels across the hinge.
  private func edge(_ angle: Double) -> Double {
    turn.map(angle, on: stage.page)(stage.size)[side]
  }

  /// How far from the hinge an upper leaf's free edge is seen, page pixels.
  private func distanceToEdge(_ angle: Double) -> Double {
    middle - edge(angle)
  }

  /// Leaves of a half what is seen further from the hinge than `distance`, page pixels.
  private func cut(_ leaf: inout Leaf, _ half: Half, at distance: Double) {
    guard var clip = leaf.clip else { return }
    if half.leaf == nil {
      clip.size[side] -= distance
    } else if let back = turn.map(half.angle, on: stage.page).inverse {
      var seen = stage.size / 2
      seen[side] -= distance
      let start = min(max(back(seen)[side], middle), 2 * middle)
      clip.size[side] -= start - clip.origin[side]
      clip.origin[side] = start
    }
    leaf.clip = clip
  }

  /// 1 where y counts across the hinge, 0 where x does.
  private var side: Int { turn.axis == .horizontal ? 1 : 0 }

  /// The hinge's place.
  private var middle: Double { stage.size[side] / 2 }

  private func half(isSecond: Bool) -> Rectangle {
    var clip = Rectangle(stage.page)
    clip.size[side] = middle
    if isSecond { clip.origin[side] = middle }
    return clip
  }

  /// A half as a leaf; `seam` is 1 or −1 where it meets what is drawn later above or below the hinge.
  private func plate(_ half: Half, seam: Double = 0) -> Leaf {
    var leaf: Leaf
    if let number = half.leaf {
      leaf = Leaf(
        front: Face(.picture(stage.flipped(number))),
        back: Face(.picture(stage.flipped(number + 1))),
        surface: .projective(turn.map(half.angle, on: stage.page)),
        turnsOver: turn.axis == .horizontal)
    } else {
      leaf = stage.flat(half.picture)
    }
    leaf.clip = self.half(isSecond: half.leaf != nil || half.angle < 90)
    darken(&leaf, by: half.shade)
    // All of it, where a leaf rises from it.
    if half.angle < 90 { leaf.opacity = half.share }
    if seam != 0 {
      var normal = SIMD2<Double>.zero
      normal[side] = -seam
      leaf.seam = Seam(point: stage.size / 2, normal: normal)
    }
    return leaf
  }

  private func darken(_ leaf: inout Leaf, by shade: Double) {
    leaf.mixing = turn.mixing
    leaf.front.tint = .black
    leaf.front.tintAmount = shade
    if leaf.back.paper != .mirrored {
      leaf.back.tint = .black
      leaf.back.tintAmount = shade
    }
  }
}

extension TurnStage {
  /// The picture of page `number` of a flight in which every leaf turns to the next front.
  fileprivate func flipped(_ number: Int) -> Picture {
    number == leaves ? .next : pictures(ofLeaf: number).front
  }
}
