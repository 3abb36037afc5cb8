/// The rectangle of the page plane that a frame shows, and the frame's size in pixels.
public struct Canvas: Sendable, Equatable {
  /// Width in output pixels.
  public let width: Int
  /// Height in output pixels.
  public let height: Int
  /// Top-left corner of the output, page pixels.
  public let origin: SIMD2<Double>
  /// Page pixels per output pixel, across and down.
  public let step: SIMD2<Double>

  /// A canvas from its parts; sizes are ≥ 1, steps above 0.
  public init(width: Int, height: Int, origin: SIMD2<Double>, step: SIMD2<Double>) {
    precondition(width > 0 && height > 0, "a canvas needs at least one pixel")
    precondition(step.x > 0 && step.y > 0, "a canvas step is above 0")
    self.width = width
    self.height = height
    self.origin = origin
    self.step = step
  }

  /// The page itself, in page pixels.
  public init(page: PageSize) {
    self.init(width: page.width, height: page.height, origin: .zero, step: SIMD2(1, 1))
  }

  /// The page fitted into `width` × `height` output pixels.
  public init(page: PageSize, width: Int, height: Int, fit: Fit) {
    let size = SIMD2(Double(page.width), Double(page.height))
    let output = SIMD2(Double(width), Double(height))
    let ratio = size / output
    let step =
      switch fit {
      case .contain: SIMD2(repeating: max(ratio.x, ratio.y))
      case .cover: SIMD2(repeating: min(ratio.x, ratio.y))
      case .stretch: ratio
      }
    self.init(width: width, height: height, origin: (size - output * step) / 2, step: step)
  }

  /// The rectangle of the page plane that the frame shows, page pixels.
  package var area: Rectangle {
    Rectangle(origin: origin, size: SIMD2(Double(width), Double(height)) * step)
  }

  /// 1 for an axis along which the canvas stays within a page, else 0.
  ///
  /// The canvas's unrounded ends decide: rounded positions of pixels would leave a trace of the
  /// page's edge.
  package func within(_ page: PageSize) -> SIMD2<Float> {
    let end = origin + SIMD2(Double(width), Double(height)) * step
    let slack = 1e-9 * SIMD2(Double(page.width), Double(page.height))
    return SIMD2(
      origin.x >= -slack.x && end.x <= Double(page.width) + slack.x ? 1 : 0,
      origin.y >= -slack.y && end.y <= Double(page.height) + slack.y ? 1 : 0)
  }

  /// Whether output pixels coincide with page pixels.
  package var isAligned: Bool {
    step == SIMD2(1, 1) && origin.x == origin.x.rounded() && origin.y == origin.y.rounded()
  }
}

/// Scaling of a picture to a rectangle of another shape.
public enum Fit: String, Sendable, CaseIterable {
  /// The whole picture is visible; the rest of the rectangle stays empty.
  case contain
  /// The picture fills the rectangle and is cropped to it.
  case cover
  /// Width and height are scaled independently.
  case stretch
}
