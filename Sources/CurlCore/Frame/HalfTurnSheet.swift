/// A sheet that rolls by half a turn, alone over the next page: the input of its mesh.
package struct HalfTurnSheet: Sendable, Equatable {
  package let page: PageSize
  /// Radius of the roll's inner surface, page pixels, ≥ 0; 0 is a sharp fold.
  package let radius: Double
  /// Thickness of the paper, page pixels, ≥ 0.
  package let thickness: Double
  package let fold: Fold
  /// Longer side of an output pixel, page pixels.
  package let pixel: Double
  package let camera: Camera

  /// The sheet of a leaf; nil if the leaf has another bend, or other pictures than `.front` and
  /// `.back`.
  package init?(_ leaf: Leaf, in scene: Scene) {
    guard case .profile(let profile, let fold) = leaf.surface,
      let radius = profile.halfTurnRadius, leaf.front == Face(.picture(.front))
    else { return nil }
    switch leaf.back.contents {
    case .mirrored, .colour, .picture(.back): break
    case .picture, .gradient: return nil
    }
    page = scene.page
    self.radius = radius
    thickness = leaf.thickness
    self.fold = fold
    pixel = max(scene.canvas.step.x, scene.canvas.step.y)
    camera = scene.camera
  }
}
