package import ImageFiles
package import PageCurl

extension PageTurn {
  /// Whether frames may be transparent somewhere: the next page, which is under the sheet, doesn't
  /// cover the canvas, and neither does the background.
  var canBeTransparent: Bool {
    guard layers == .all else { return true }
    switch turn.look.background {
    case .colour(let colour) where colour.alpha == 1: return false
    case .picture where pages.pictures.background?.isOpaque ?? false: return false
    default: break
    }
    // Other turns may show what is beside a page.
    guard curl != nil else { return true }
    let end = canvas.origin + SIMD2(Double(canvas.width), Double(canvas.height)) * canvas.step
    let isCovered =
      canvas.origin.x > -edgeTolerance && canvas.origin.y > -edgeTolerance
      && end.x < Double(stage.page.width) + edgeTolerance
      && end.y < Double(stage.page.height) + edgeTolerance
    return !isCovered || !pages.pictures.next.isOpaque
  }

  /// How frames are asked for so that an output loses nothing that it could hold.
  ///
  /// Straight colours of 8 bits don't fit into premultiplied ones of 8, but into 16.
  package func frameFormat(depth: BitDepth, keepsAlpha: Bool) -> Pixmap.Format {
    depth == .sixteen || keepsAlpha && canBeTransparent ? .rgba16 : .rgba8
  }

  /// Page pixels that rounding may let a canvas reach over the page.
  private var edgeTolerance: Double { 1e-6 }
}
