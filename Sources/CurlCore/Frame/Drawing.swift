/// A scene prepared for either renderer.
package enum Drawing: Sendable {
  /// At most one half-turn sheet over the next page, drawn in one pass.
  case curl(CurlFrame, HalfTurnSheet?)
  /// Any other scene, drawn layer by layer.
  case stack(Stack)

  /// Prepares a scene.
  package init(_ scene: Scene) throws(CurlFrame.Unsupported) {
    let sheet = scene.leaves.first.flatMap { HalfTurnSheet($0, in: scene) }
    if scene.ground.isEmpty && scene.leaves.count == (sheet == nil ? 0 : 1) {
      self = .curl(try CurlFrame(scene), sheet)
    } else {
      self = .stack(try Stack(scene))
    }
  }

  /// The constants that all layers share.
  package var common: CurlFrame {
    switch self {
    case .curl(let frame, _): frame
    case .stack(let stack): stack.common
    }
  }

  /// Width and height in output pixels.
  package var width: Int { common.width }
  package var height: Int { common.height }
}
