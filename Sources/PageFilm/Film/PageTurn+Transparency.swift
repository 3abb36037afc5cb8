package import ImageFiles
package import PageCurl

extension PageTurn {
  /// Whether frames may be transparent somewhere: neither the next page under the sheet nor the
  /// background covers the canvas.
  var canBeTransparent: Bool {
    guard layers == .all else { return true }
    switch turn.look.background {
    case .colour(let colour) where colour.alpha == 1: return false
    case .picture where pages.pictures.background?.isOpaque ?? false: return false
    default: break
    }
    // Other turns may show areas beside a page.
    guard curl != nil else { return true }
    let end = canvas.origin + SIMD2(Double(canvas.width), Double(canvas.height)) * canvas.step
    let isCovered =
      canvas.origin.x > -edgeTolerance && canvas.origin.y > -edgeTolerance
      && end.x < Double(stage.page.width) + edgeTolerance
      && end.y < Double(stage.page.height) + edgeTolerance
    return !isCovered || !pages.pictures.next.isOpaque
  }

  /// What frames are drawn for, so that they lose nothing the output can hold.
  package func frameFormat(depth: BitDepth, keepsAlpha: Bool) -> FrameFormat {
    if depth == .sixteen { return .pixels(.rgba16) }
    return keepsAlpha && canBeTransparent ? .straightBytes : .pixels(.rgba8)
  }

  /// Page pixels by which rounding may extend a canvas beyond the page.
  private var edgeTolerance: Double { 1e-6 }
}
