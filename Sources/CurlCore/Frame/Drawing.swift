/// A scene made ready for either renderer.
package enum Drawing: Sendable {
  /// One sheet rolled by half a turn over the next page: drawn in one go, with its mesh on the GPU.
  case curl(CurlFrame, SheetMesh?)
  /// Anything else, layer by layer.
  case stack(Stack)

  /// Resolves a scene.
  package init(_ scene: Scene) throws(CurlFrame.Unsupported) {
    guard let frame = try? CurlFrame(scene) else {
      self = .stack(try Stack(scene))
      return
    }
    guard let leaf = scene.leaves.first, case .profile(let profile, let fold) = leaf.surface,
      let radius = profile.halfTurnRadius
    else {
      self = .curl(frame, nil)
      return
    }
    let step = scene.canvas.step
    let mesh = SheetMesh(
      page: scene.page, radius: radius, thickness: leaf.thickness, fold: fold,
      pixel: max(step.x, step.y), camera: scene.camera)
    self = .curl(frame, mesh)
  }

  /// Output pixels across and down.
  package var width: Int {
    switch self {
    case .curl(let frame, _): frame.width
    case .stack(let stack): stack.width
    }
  }
  package var height: Int {
    switch self {
    case .curl(let frame, _): frame.height
    case .stack(let stack): stack.height
    }
  }
}
