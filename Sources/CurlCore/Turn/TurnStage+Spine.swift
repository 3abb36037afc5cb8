/// Turns of leaves about the spine.
extension TurnStage {
  /// The scene of leaves that turn about the spine one after the other, each with the cross-section
  /// that `profile` gives for its own progress.
  func scene(
    _ look: Look, base: Base, at progress: Double, stagger: Double,
    _ profile: (Double) -> Profile
  ) -> Scene {
    if progress <= 0 { return start(look, base: base) }
    if progress >= 1 { return end(look, base: base) }
    let flight = Stagger(count: leaves, duration: 1, delay: stagger)
    let time = progress * flight.totalDuration
    var landed: [Leaf] = []
    var flying: [Leaf] = []
    var waiting: [Leaf] = []
    for number in 0..<leaves {
      let own = flight.progress(of: number, at: time)
      let names = pictures(ofLeaf: number)
      if own <= 0 {
        waiting.insert(flat(names.front), at: 0)
      } else if own < 1 {
        flying.insert(
          Leaf(
            front: Face(.picture(names.front)),
            back: look.back(isFacing: isFacing, picture: names.back),
            surface: .profile(profile(own), fold: spine),
            // Light is gone before the leaf lies flat, and with it what it takes from the back.
            lightShare: 1 - CurlTurn.smoothstep((own - 0.9) / 0.1)), at: 0)
      } else if isFacing {
        landed.append(self.landed(number, look))
      }
    }
    return scene(look, base: base, leaves: landed + waiting + flying)
  }

  /// The spine as a fold line: the page lies on its lifted side.
  var spine: Fold { Fold(point: SIMD2(0, size.y / 2), normal: SIMD2(1, 0)) }
}
