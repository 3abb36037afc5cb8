/// Bend of a turning sheet, and its share of light.
struct BentSheet {
  /// Radius of the roll, page pixels.
  var radius: Double
  var fold: Fold
  /// Factor of light and shadow, 0…1: the ramps at both ends of the sheet's own turn.
  var share: Double
  var opacity = 1.0

  /// Smooth ramps: in over the first 5 %, out over the last 10 %.
  static func ramps(_ progress: Double) -> Double {
    smoothstep(progress / 0.05) * (1 - smoothstep((progress - 0.9) / 0.1))
  }
}

/// Several leaves that turn one after the other.
extension TurnStage {
  /// The progress of a leaf, 0…1.
  ///
  /// Each leaf starts when the leaf before it has completed the share `stagger` of its turn. The
  /// flight ends with the last leaf's turn. `motions` override this schedule.
  func progress(ofLeaf number: Int, _ progress: Double, stagger: Double) -> Double {
    if let motions { return min(max(motions[number].progress, 0), 1) }
    let flight = Stagger(count: leaves, duration: 1, delay: stagger)
    return flight.progress(of: number, at: progress * flight.totalDuration)
  }

  /// The motion of a leaf at a progress.
  func motion(ofLeaf number: Int, _ progress: Double) -> LeafMotion {
    var motion = motions?[number] ?? LeafMotion(progress: progress)
    motion.progress = progress
    return motion
  }

  /// The scene of half-turn sheets at a progress of the flight.
  ///
  /// `bend` returns the shape of a sheet in motion.
  func flight(
    _ look: Look, base: Base, _ progress: Double, stagger: Double,
    bend: (_ motion: LeafMotion) -> BentSheet
  ) -> Scene {
    flight(look, base: base, progress, stagger: stagger) {
      sheet($0, bend(motion(ofLeaf: $0, $1)), look)
    }
  }

  /// The scene of leaves at a progress of the flight.
  ///
  /// `leaf` returns a leaf in motion. Waiting leaves lie on the next page, landed leaves on the
  /// facing page. If `base` is `.next`, both are part of the ground, so that flying leaves cast
  /// shadows on them.
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
    // Renderers draw a single leaf over a single page in one pass.
    let isPlain = !isFacing && resting.isEmpty
    var scene = scene(
      look, base: base, ground: isPlain ? [] : base == .next ? ground + resting : ground,
      leaves: base == .next ? flying : resting + flying)
    // The ramp of a single leaf becomes the scene's.
    if leaves == 1, let share = flying.first?.lightShare {
      scene.light.strength = share
      scene.leaves[scene.leaves.count - 1].lightShare = 1
    }
    return scene
  }

  /// A half-turn sheet as a leaf.
  private func sheet(_ number: Int, _ bent: BentSheet, _ look: Look) -> Leaf {
    let thickness = look.thickness.pixels(on: page)
    // The back of a thick sheet bends around the fold, so the front needs a radius above 0.
    let radius = max(bent.radius, thickness > 0 ? 0.001 : 0)
    let (front, back) = pictures(ofLeaf: number)
    return Leaf(
      front: Face(.picture(front)),
      back: self.look(look, ofLeaf: number).back(isFacing: isFacing, picture: back),
      opacity: bent.opacity, thickness: thickness, cutEdgeColour: paper(ofLeaf: number, look),
      surface: .profile(.halfTurn(radius: radius), fold: bent.fold), lightShare: bent.share)
  }

  /// Opacity of a leaf that turns about the spine, 0…1.
  ///
  /// It is 1 with a facing page, and on a canvas that starts at the spine. Otherwise the leaf is
  /// seen where it has no page to land on, and fades over the last tenth of its turn.
  func opacity(at progress: Double) -> Double {
    isFacing || !hasRoomToLand ? 1 : Self.fadeOut((progress - 0.9) / 0.1)
  }
}
