/// The layers on both sides of a half flip's hinge, each side from bottom to top.
///
/// No leaf is on both sides, so each side has its own order: leaves nearer to 90° lie higher.
///
/// The hinge may run through a row of pixels, which both sides then share. The side drawn first
/// covers the whole row up to its seam, and the other side covers its part. If that part has
/// several layers, only the top one may cover it: each layer would dim the first side again.
struct FlipSides {
  /// A half page, at rest or turning.
  private struct Half {
    /// The turning leaf; nil at rest.
    var leaf: Int?
    /// The page, if it is at rest.
    var picture = Picture.next
    /// Angle, 0…180 degrees.
    var angle: Double
    /// Share of black over it, 0…1.
    var shade = 0.0
    /// Opacity, 0…1; below 1 while a leaf with alpha rises from it or is about to land on it.
    var opacity = 1.0
  }

  private let turn: FlipTurn
  private let stage: TurnStage
  /// Halves from 0° up to 90°, and from 180° down to 90°.
  private var lower: [Half]
  private var upper: [Half]

  /// The halves for the angles of all leaves, degrees, in the order of their starts.
  init(_ turn: FlipTurn, _ angles: [Double], on stage: TurnStage) {
    self.turn = turn
    self.stage = stage
    let unturned = angles.firstIndex { $0 <= 0 }
    let turned = angles.lastIndex { $0 >= 180 }
    lower = [
      Half(picture: unturned.map { stage.pagePicture($0) } ?? .next, angle: 0)
    ]
    upper = [Half(picture: stage.pagePicture(turned.map { $0 + 1 } ?? 0), angle: 180)]
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
          halves[i].shade = turn.leafShade * smoothstep(way / 0.05)
        }
        guard i + 1 < halves.count else { continue }
        let turned = abs(halves[i + 1].angle - rest)
        var above = turn.neighbourShade * (1 - turned / 90)
        // Under a leaf with alpha, the shade fades in and out.
        if plain.isClear(halves[i + 1]) { above *= TurnStage.rampIn(turned / 180) }
        halves[i].shade = 1 - (1 - halves[i].shade) * (1 - above)
      }
    }
    shade(&lower, from: 0)
    shade(&upper, from: 180)
  }

  /// Whether a turning leaf has transparent parts on its visible side.
  private func isClear(_ half: Half) -> Bool {
    guard let leaf = half.leaf else { return false }
    return stage.translucent.contains(stage.pagePicture(half.angle < 90 ? leaf : leaf + 1))
  }

  /// Fades the page under a leaf with alpha, which is hidden before the leaf rises and after it has
  /// landed.
  private mutating func fade() {
    if lower.count > 1, isClear(lower[1]), lower[0].picture != .next {
      lower[0].opacity = TurnStage.rampIn(lower[1].angle / 180)
    }
    if upper.count > 1, isClear(upper[1]) {
      upper[0].opacity = TurnStage.rampOut(upper[1].angle / 180)
    }
  }

  /// A page's first half, faded under the leaf that is about to land on it.
  private func remaining(_ page: Leaf) -> Leaf {
    guard upper[0].opacity < 1 else { return page }
    return stage.faded(
      page, at: edge(upper[1].angle), side: side, isBeyond: true, share: upper[0].opacity)
  }

  /// The next page, in two halves if a landing leaf with alpha shows it too: the leaf then replaces
  /// the first half.
  private func ground(_ page: Leaf) -> [Leaf] {
    guard upper[0].opacity < 1, let leaf = upper[1].leaf, stage.pagePicture(leaf + 1) == .next
    else {
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
        // The lowest half is the next page at rest: the ground takes its shade.
        darken(&ground, by: below[0].shade)
        below.removeFirst()
      }
      leaves = below.map { plate($0, seam: 1) } + overSeam()
    }
    return stage.scene(
      turn.look, base: base, ground: base == .next ? self.ground(ground) : [ground],
      leaves: shadow(base: base) + leaves)
  }

  /// The shade on the next page for a base of `.shadow`, which doesn't draw that page.
  private func shadow(base: Base) -> [Leaf] {
    guard base == .shadow, lower[0].picture == .next, lower[0].shade > 0 else { return [] }
    let black = Face(.colour(Colour(red: 0, green: 0, blue: 0, alpha: lower[0].shade)))
    var leaf = Leaf(
      front: black, back: black, surface: .projective(.identity), clip: half(isSecond: true))
    leaf.mixing = turn.mixing
    return [leaf]
  }

  /// The upper halves over a seam.
  ///
  /// The topmost half that fills its part of the hinge's row of pixels covers that row; the halves
  /// below it end at the row.
  private func overSeam() -> [Leaf] {
    let row = distanceToRow
    let top = upper.lastIndex { distanceToEdge($0.angle) >= row } ?? 0
    return upper.indices.map { i in
      var leaf = plate(upper[i])
      if i < top && row > 0 { cut(&leaf, upper[i], at: row) }
      return i == 0 ? remaining(leaf) : leaf
    }
  }

  /// Distance from the hinge back to the start of its row of pixels, page pixels; 0 between two
  /// rows.
  private var distanceToRow: Double {
    let place = (middle - stage.canvas.origin[side]) / stage.canvas.step[side]
    let into = place - (place + 1e-6).rounded(.down)
    return into > 1e-6 ? into * stage.canvas.step[side] : 0
  }

  /// Coordinate of a leaf's free edge in the view, across the hinge, page pixels.
  private func edge(_ angle: Double) -> Double {
    turn.map(angle, on: stage.page)(stage.size)[side]
  }

  /// Distance of an upper leaf's free edge from the hinge in the view, page pixels.
  private func distanceToEdge(_ angle: Double) -> Double {
    middle - edge(angle)
  }

  /// Cuts a half's leaf to the part that is seen further than `distance` from the hinge, page
  /// pixels.
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

  /// Index of the coordinate across the hinge: 1 for y, 0 for x.
  private var side: Int { turn.axis == .horizontal ? 1 : 0 }

  /// Coordinate of the hinge, page pixels.
  private var middle: Double { stage.size[side] / 2 }

  private func half(isSecond: Bool) -> Rectangle {
    var clip = Rectangle(stage.page)
    clip.size[side] = middle
    if isSecond { clip.origin[side] = middle }
    return clip
  }

  /// A half as a leaf; `seam` is 1 or −1 if it meets a later layer above or below the hinge, else
  /// 0.
  private func plate(_ half: Half, seam: Double = 0) -> Leaf {
    var leaf: Leaf
    if let number = half.leaf {
      leaf = Leaf(
        front: Face(.picture(stage.pagePicture(number))),
        back: Face(.picture(stage.pagePicture(number + 1))),
        surface: .projective(turn.map(half.angle, on: stage.page)),
        turnsOver: turn.axis == .horizontal)
    } else {
      leaf = stage.flat(half.picture)
    }
    leaf.clip = self.half(isSecond: half.leaf != nil || half.angle < 90)
    darken(&leaf, by: half.shade)
    // On the upper side, `remaining` applies the opacity.
    if half.angle < 90 { leaf.opacity = half.opacity }
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
    if leaf.back.contents != .mirrored {
      leaf.back.tint = .black
      leaf.back.tintAmount = shade
    }
  }
}

extension TurnStage {
  /// The picture of page `number` of a flipboard's flight: the front of each leaf, then the next
  /// page.
  fileprivate func pagePicture(_ number: Int) -> Picture {
    number == leaves ? .next : pictures(ofLeaf: number).front
  }
}
