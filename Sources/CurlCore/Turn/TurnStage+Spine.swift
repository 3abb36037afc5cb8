/// Turns of leaves about the spine.
extension TurnStage {
  /// The scene of leaves that turn about the spine one after the other.
  ///
  /// `profile` returns the cross-section at a leaf's own progress.
  func flight(
    _ look: Look, base: Base, _ progress: Double, stagger: Double,
    profile: (_ progress: Double) -> Profile
  ) -> Scene {
    flight(look, base: base, progress, stagger: stagger) { number, own in
      let (front, back) = pictures(ofLeaf: number)
      return Leaf(
        front: Face(.picture(front)),
        back: self.look(look, ofLeaf: number).back(isFacing: isFacing, picture: back),
        opacity: opacity(at: own), surface: .profile(profile(own), fold: spine),
        // Shadow and shading fade out over the last tenth, before the leaf lies flat. A leaf with
        // alpha shows the shadow under it, which therefore fades in as the leaf rises.
        lightShare: (1 - smoothstep((own - 0.9) / 0.1))
          * (translucent.contains(front) ? Self.rampIn(own) : 1))
    }
  }

  /// The spine as a fold line: the page lies on its lifted side.
  var spine: Fold { Fold(point: SIMD2(0, size.y / 2), normal: SIMD2(1, 0)) }
}
