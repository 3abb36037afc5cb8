/// Flips of facing pages: whole leaves turn about the spine.
extension FlipTurn {
  /// The map from the page to the view for a leaf at an angle, degrees.
  ///
  /// A point at distance d from the spine moves to distance d·cos and height d·sin. The eye above
  /// the middle of the spine sees it divided by 1 − d·sin / eye.
  func spreadMap(_ angle: Double, on page: PageSize) -> Projective {
    let (cosine, sine) = cosineAndSine(degrees: angle)
    let rise = sine / max(eye.pixels(on: page), 1.25 * Double(page.width))
    return Projective(
      rows: [cosine, 0, 0, -Double(page.height) / 2 * rise, 1, 0, -rise, 0, 1])
  }

  /// The scene of leaves at their angles, degrees, in the order of their starts.
  func spreadScene(_ angles: [Double], on stage: TurnStage, base: Base) -> Scene {
    var right: [(leaf: Leaf, angle: Double, number: Int)] = []
    var left = right
    for (number, angle) in angles.enumerated() {
      let names = stage.pictures(ofLeaf: number)
      let leaf = Leaf(
        front: Face(.picture(names.front)),
        back: stage.look(look, ofLeaf: number).back(isFacing: true, picture: names.back),
        surface: .projective(spreadMap(angle, on: stage.page)))
      // The leaf that starts last lies lowest on the right side and highest on the left.
      if angle < 90 {
        right.insert((leaf, angle, number), at: 0)
      } else {
        left.append((leaf, angle, number))
      }
    }
    var ground = stage.ground
    guard look.isLit else {
      return stage.scene(look, base: base, leaves: (right + left).map { $0.leaf })
    }
    let wedge = FlipWedge(turn: self, stage: stage, side: 0, hinge: 0, length: stage.size.x)
    let highest = (right.last?.angle ?? 0, left.last?.angle ?? 180)
    var shadows: [Leaf] = []
    /// Darkens a page at rest under the lowest leaf of its side, and towards the spine.
    func rest(
      _ index: Int, under lowest: (leaf: Leaf, angle: Double)?, from rest: Double, to across: Double
    ) {
      let share = lowest.map { shade(under: $0, from: rest, stage) } ?? 0
      let black = Colour(red: 0, green: 0, blue: 0, alpha: share)
      let ramp = wedge.ramp(
        abs((lowest?.angle ?? across) - rest), over: share, at: index == 0 ? stage.size.x : 0,
        away: index == 0 ? -1 : 1)
      if ramp == nil { ground[index].shade(by: share, mixing) }
      let isShadow = base == .shadow && share > 0
      shadows += wedge.shade(ground[index], ramp ?? (isShadow ? .colour(black) : nil))
    }
    rest(1, under: right.first.map { ($0.leaf, $0.angle) }, from: 0, to: highest.1)
    rest(0, under: left.first.map { ($0.leaf, $0.angle) }, from: 180, to: highest.0)
    var edges: [Leaf] = []
    let leaves = [(right, 0.0, highest.1), (left, 180, highest.0)].flatMap { side, rest, across in
      side.indices.flatMap { i -> [Leaf] in
        let (leaf, angle, number) = side[i]
        let way = min(angle, 180 - angle) / 180
        var dark = leafShade * smoothstep(way / 0.05)
        let next = i + 1 < side.count ? side[i + 1] : nil
        if let next {
          dark = 1 - (1 - dark) * (1 - shade(under: (next.leaf, next.angle), from: rest, stage))
        }
        let black = Colour(red: 0, green: 0, blue: 0, alpha: dark)
        let edge = wedge.cutEdge(leaf, number, angle)
        // The edges of the leaves that stand highest may reach over the spine.
        if next == nil { edges += edge }
        let ramp = wedge.ramp(abs((next?.angle ?? across) - angle), over: dark, at: 0)
        return [leaf] + wedge.shade(leaf, ramp ?? (dark > 0 ? .colour(black) : nil))
          + (next == nil ? [] : edge)
      }
    }
    return stage.scene(
      look, base: base, ground: ground,
      leaves: (base == .nothing ? [] : shadows) + leaves + edges)
  }

  /// Share of black, 0…1, over the page from which a leaf rises or on which it lands; under a leaf
  /// with alpha, the share fades in and out.
  private func shade(
    under above: (leaf: Leaf, angle: Double), from rest: Double, _ stage: TurnStage
  )
    -> Double
  {
    let turned = abs(above.angle - rest)
    let shade = turned == 0 ? 0 : neighbourShade * (1 - min(turned / 90, 1))
    let isClear = [above.leaf.front.contents, above.leaf.back.contents].contains { contents in
      if case .picture(let name) = contents { stage.translucent.contains(name) } else { false }
    }
    return isClear ? shade * TurnStage.rampIn(turned / 180) : shade
  }
}

extension Leaf {
  /// Mixes black over the front.
  fileprivate mutating func shade(by share: Double, _ mixing: Mixing) {
    self.mixing = mixing
    front.tint = .black
    front.tintAmount = share
  }
}
