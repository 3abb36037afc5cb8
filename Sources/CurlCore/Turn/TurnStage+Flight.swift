/// A sheet on its way: how it is bent, and its share of light.
struct BentSheet {
  /// Radius of the roll, page pixels.
  var radius: Double
  var fold: Fold
  /// 0…1: the ramps at both ends of its own turn.
  var share: Double
  var opacity = 1.0

  /// In over the first 5 % and out over the last tenth, each without a kink.
  static func ramps(_ progress: Double) -> Double {
    CurlTurn.smoothstep(progress / 0.05) * (1 - CurlTurn.smoothstep((progress - 0.9) / 0.1))
  }
}

/// Several leaves that turn one after the other.
extension TurnStage {
  /// The progress of a leaf, 0…1: each starts when the one before it has gone `stagger` of its own
  /// way, and the last one's end is the end of all.
  ///
  /// Where leaves have motions of their own, it's theirs.
  func progress(ofLeaf number: Int, _ progress: Double, stagger: Double) -> Double {
    if let motions { return min(max(motions[number].progress, 0), 1) }
    let flight = Stagger(count: leaves, duration: 1, delay: stagger)
    return flight.progress(of: number, at: progress * flight.totalDuration)
  }

  /// How a leaf moves that has come as far as `progress`.
  func motion(ofLeaf number: Int, _ progress: Double) -> LeafMotion {
    var motion = motions?[number] ?? LeafMotion(progress: progress)
    motion.progress = progress
    return motion
  }

  /// The scene of half-turn sheets in flight at a progress of the whole, `bend` telling the shape of
  /// each one's motion while it is under way.
  func flight(
    _ look: Look, base: Base, _ progress: Double, stagger: Double,
    bend: (_ motion: LeafMotion) -> BentSheet
  ) -> Scene {
    flight(look, base: base, progress, stagger: stagger) {
      sheet($0, bend(motion(ofLeaf: $0, $1)), look)
    }
  }

  /// The scene of leaves in flight at a progress of the whole, `leaf` telling each one while it is
  /// under way, by its number and its own progress.
  ///
  /// Leaves that wait lie on the page that appears, and landed ones on the facing page: where all is
  /// drawn they are ground, on which the flying ones' shadows fall.
  func flight(
    _ look: Look, base: Base, _ progress: Double, stagger: Double,
    leaf: (_ number: Int, _ progress: Double) -> Leaf
  ) -> Scene {
    guard progress > 0 else { return start(look, base: base) }
    guard progress < 1 else { return end(look, base: base) }
    var under: [Leaf] = []
    var landed: [Leaf] = []
    var flying: [Leaf] = []
    for number in (0..<leaves).reversed() {
      let own = self.progress(ofLeaf: number, progress, stagger: stagger)
      if own <= 0 {
        under.append(flat(pictures(ofLeaf: number).front))
      } else if own < 1 {
        flying.append(leaf(number, own))
      } else if isFacing {
        landed.insert(self.landed(number, look), at: 0)
      }
    }
    let resting = under + landed
    // A single page under a single leaf is what renderers draw in one go.
    let isPlain = !isFacing && resting.isEmpty
    var scene = scene(
      look, base: base, ground: isPlain ? [] : base == .next ? ground + resting : ground,
      leaves: base == .next ? flying : resting + flying)
    // One leaf's ramps are the scene's.
    if leaves == 1, let share = flying.first?.lightShare {
      scene.light.strength = share
      scene.leaves[scene.leaves.count - 1].lightShare = 1
    }
    return scene
  }

  /// A leaf in the air.
  private func sheet(_ number: Int, _ bent: BentSheet, _ look: Look) -> Leaf {
    let thickness = look.thickness.pixels(on: page)
    // The back of a thick sheet goes round the fold: it needs a front to go along with.
    let radius = max(bent.radius, thickness > 0 ? 0.001 : 0)
    let (front, back) = pictures(ofLeaf: number)
    return Leaf(
      front: Face(.picture(front)), back: look.back(isFacing: isFacing, picture: back),
      opacity: bent.opacity, thickness: thickness, paper: look.paper,
      surface: .profile(.halfTurn(radius: radius), fold: bent.fold), lightShare: bent.share)
  }

  /// How much of a leaf is there that turns about its spine onto nothing: all, but where the canvas
  /// reaches beyond the spine, it fades over the last tenth, for it isn't there once it has landed.
  func opacity(at progress: Double) -> Double {
    isFacing || canvas.origin.x >= 0 ? 1 : 1 - CurlTurn.smoothstep((progress - 0.9) / 0.1)
  }
}
