/// The layers on both sides of a half flip's hinge, each side from bottom to top.
///
/// No leaf is on both sides, so each side has its own order: leaves nearer to 90° lie higher.
///
/// The hinge may run through a row of pixels, which both sides then share. The lower side is drawn
/// first and covers the whole row up to its seam; the upper side covers its part. Only one layer may
/// cover that part: each would dim the lower side again.
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
    /// Angle of the wedge above it, 0…180 degrees.
    var opening = 180.0
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
    open()
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

  /// Measures the wedges between neighbouring halves.
  private mutating func open() {
    let (lowest, highest) = (upper[upper.count - 1].angle, lower[lower.count - 1].angle)
    for i in lower.indices {
      lower[i].opening = (i + 1 < lower.count ? lower[i + 1].angle : lowest) - lower[i].angle
    }
    for i in upper.indices {
      upper[i].opening = upper[i].angle - (i + 1 < upper.count ? upper[i + 1].angle : highest)
    }
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
    var below = lower
    if below[0].picture == .next {
      // The lowest half is the next page at rest: the ground takes its shade.
      darken(&ground, by: tint(below[0]))
      below.removeFirst()
    }
    let leaves =
      shadow(base: base) + below.flatMap { shaded(plate($0, coversRow: true), $0) } + overSeam()
    // The edges of the leaves that stand highest may reach over the hinge.
    let edges = [lower, upper].flatMap { cutEdge($0[$0.count - 1]) }
    return stage.scene(
      turn.look, base: base, ground: base == .next ? self.ground(ground) : [ground],
      leaves: leaves + edges)
  }

  /// The shade on the next page, if it is the lowest half and the ground doesn't take it.
  private func shadow(base: Base) -> [Leaf] {
    let half = lower[0]
    guard half.picture == .next, base != .nothing else { return [] }
    var page = stage.flat(.next)
    var clip = self.half(isSecond: true)
    // An upper half covers its part of the hinge's row of pixels, later.
    clip.origin[side] -= distanceToRow
    clip.size[side] += distanceToRow
    page.clip = clip
    let ramp = ramp(half)
    guard base == .shadow else { return wedge.shade(page, ramp) }
    let black = Colour(red: 0, green: 0, blue: 0, alpha: half.shade)
    guard let shade = ramp ?? (half.shade > 0 ? .colour(black) : nil) else { return [] }
    page.front = Face(shade)
    page.back = page.front
    page.mixing = turn.mixing
    return [page]
  }

  /// A half's ramp towards the hinge, which contains its shade; nil for a half without one.
  private func ramp(_ half: Half) -> Face.Contents? {
    let isUpperRest = half.leaf == nil && half.angle >= 90
    return wedge.ramp(
      half.opening, over: half.shade, at: middle, away: isUpperRest ? -1 : 1)
  }

  /// Share of black with which a half is tinted: its shade, unless its ramp contains it.
  private func tint(_ half: Half) -> Double { ramp(half) == nil ? half.shade : 0 }

  /// A half's leaf under its ramp and, if another leaf lies above it, its cut edge.
  private func shaded(_ leaf: Leaf, _ half: Half) -> [Leaf] {
    let isTop = half.angle == (half.angle < 90 ? lower : upper).last?.angle
    return [leaf] + wedge.shade(leaf, ramp(half)) + (isTop ? [] : cutEdge(half))
  }

  private func cutEdge(_ half: Half) -> [Leaf] {
    guard let number = half.leaf else { return [] }
    return wedge.cutEdge(plate(half), number, half.angle)
  }

  private var wedge: FlipWedge {
    FlipWedge(turn: turn, stage: stage, side: side, hinge: middle, length: middle)
  }

  /// The upper halves over a seam.
  ///
  /// The topmost half that fills its part of the hinge's row of pixels covers that row; the halves
  /// below it end at the row. In the row, a half is one layer, which contains its shade.
  private func overSeam() -> [Leaf] {
    let row = distanceToRow
    let top = upper.lastIndex { distanceToEdge($0.angle) >= row } ?? 0
    return upper.indices.flatMap { i -> [Leaf] in
      let (half, leaf) = (upper[i], plate(upper[i]))
      func whole(_ leaf: Leaf) -> Leaf { i == 0 ? remaining(leaf) : leaf }
      guard row > 0, i < top || ramp(half) != nil else { return shaded(whole(leaf), half) }
      let beyond = shaded(whole(part(leaf, half, upTo: row, isBeyond: true)), half)
      guard i >= top else { return beyond }
      var inRow = part(leaf, half, upTo: row, isBeyond: false)
      darken(&inRow, by: wedge.share(half.opening, over: half.shade, distance: row / 2))
      return [whole(inRow)] + beyond
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

  /// The part of an upper half's leaf that is seen up to `distance` from the hinge, page pixels, or
  /// beyond it.
  private func part(
    _ leaf: Leaf, _ half: Half, upTo distance: Double, isBeyond: Bool
  ) -> Leaf {
    guard var clip = leaf.clip else { return leaf }
    // A page at rest ends at the hinge; a leaf starts there, in its own coordinates.
    var (start, end) = (clip.origin[side], clip.origin[side] + clip.size[side])
    if half.leaf == nil {
      let cut = max(end - distance, start)
      (start, end) = isBeyond ? (start, cut) : (cut, end)
    } else if let back = turn.map(half.angle, on: stage.page).inverse {
      var seen = stage.size / 2
      seen[side] -= distance
      let cut = min(max(back(seen)[side], start), end)
      (start, end) = isBeyond ? (cut, end) : (start, cut)
    }
    (clip.origin[side], clip.size[side]) = (start, end - start)
    var part = leaf
    part.clip = clip
    return part
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

  /// A half as a leaf; with `coversRow`, it covers the hinge's row of pixels, where a later layer
  /// meets it.
  private func plate(_ half: Half, coversRow: Bool = false) -> Leaf {
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
    darken(&leaf, by: tint(half))
    // On the upper side, `remaining` applies the opacity.
    if half.angle < 90 { leaf.opacity = half.opacity }
    if coversRow {
      var normal = SIMD2<Double>.zero
      normal[side] = -1
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
