package import ImageFiles
package import PageCurl

extension PageTurn {
  /// Whether frames may have transparent areas: neither the next page under the sheet nor the
  /// background covers the canvas.
  var canBeTransparent: Bool {
    guard layers == .all else { return true }
    switch turn.look.background {
    case .colour(let colour) where colour.alpha == 1: return false
    case .picture where pages.pictures.background?.isOpaque ?? false: return false
    default: break
    }
    // Turns other than the curl may show areas beside the page.
    guard curl != nil else { return true }
    let end = canvas.origin + SIMD2(Double(canvas.width), Double(canvas.height)) * canvas.step
    let isCovered =
      canvas.origin.x > -edgeTolerance && canvas.origin.y > -edgeTolerance
      && end.x < Double(stage.page.width) + edgeTolerance
      && end.y < Double(stage.page.height) + edgeTolerance
    return !isCovered || !pages.pictures.next.isOpaque
  }

  /// Frame format that keeps all that the output can hold.
  package func frameFormat(depth: BitDepth, keepsAlpha: Bool) -> FrameFormat {
    if depth == .sixteen { return .pixels(.rgba16) }
    return keepsAlpha && canBeTransparent ? .straightBytes : .pixels(.rgba8)
  }

  /// Tolerance for a canvas that rounding extends beyond the page, page pixels.
  private var edgeTolerance: Double { 1e-6 }
}
