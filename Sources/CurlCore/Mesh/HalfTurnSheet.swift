/// One sheet that rolls by half a turn, alone over the next page: what its mesh is made from.
package struct HalfTurnSheet: Sendable, Equatable {
  let page: PageSize
  /// Radius of the roll's inner surface, page pixels, ≥ 0; 0 is a sharp fold.
  let radius: Double
  /// Thickness of the paper, page pixels, ≥ 0.
  let thickness: Double
  let fold: Fold
  /// Page pixels of an output pixel's longer side.
  let pixel: Double
  let camera: Camera

  /// Nil where the leaf is bent otherwise, or shows other pictures than a front and its back.
  package init?(_ leaf: Leaf, in scene: Scene) {
    guard case .profile(let profile, let fold) = leaf.surface,
      let radius = profile.halfTurnRadius, leaf.front == Face(.picture(.front))
    else { return nil }
    switch leaf.back.paper {
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

extension SheetMesh {
  /// The mesh of a half-turn sheet.
  package init(_ sheet: HalfTurnSheet) {
    self.init(
      page: sheet.page, radius: sheet.radius, thickness: sheet.thickness, fold: sheet.fold,
      pixel: sheet.pixel, camera: sheet.camera)
  }
}
