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
    var right: [(leaf: Leaf, angle: Double)] = []
    var left = right
    for (number, angle) in angles.enumerated() {
      let names = stage.pictures(ofLeaf: number)
      let leaf = Leaf(
        front: Face(.picture(names.front)),
        back: stage.look(look, ofLeaf: number).back(isFacing: true, picture: names.back),
        surface: .projective(spreadMap(angle, on: stage.page)))
      // The leaf that starts last lies lowest on the right side and highest on the left.
      if angle < 90 { right.insert((leaf, angle), at: 0) } else { left.append((leaf, angle)) }
    }
    var ground = stage.ground
    guard look.isLit else {
      return stage.scene(look, base: base, leaves: (right + left).map { $0.leaf })
    }
    // The lowest leaf of a side shades the page under it.
    if let lowest = right.first, lowest.angle > 0 {
      ground[1].shade(by: shade(under: lowest, from: 0, stage), mixing)
    }
    if let lowest = left.first, lowest.angle < 180 {
      ground[0].shade(by: shade(under: lowest, from: 180, stage), mixing)
    }
    let leaves = [(right, 0.0), (left, 180)].flatMap { side, rest in
      side.indices.flatMap { i -> [Leaf] in
        let (leaf, angle) = side[i]
        let way = min(angle, 180 - angle) / 180
        var dark = leafShade * smoothstep(way / 0.05)
        if i + 1 < side.count {
          dark = 1 - (1 - dark) * (1 - shade(under: side[i + 1], from: rest, stage))
        }
        let black = Colour(red: 0, green: 0, blue: 0, alpha: dark)
        return dark > 0 ? [leaf, leaf.shaded(.colour(black), mixing: mixing)] : [leaf]
      }
    }
    return stage.scene(look, base: base, ground: ground, leaves: leaves)
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
