/// The rectangle of the page plane that is drawn, and how many pixels it becomes.
public struct Canvas: Sendable, Equatable {
  /// Output pixels across.
  public let width: Int
  /// Output pixels down.
  public let height: Int
  /// Where the output's top-left corner lies, page pixels.
  public let origin: SIMD2<Double>
  /// Page pixels that one output pixel covers, across and down.
  public let step: SIMD2<Double>

  /// A canvas from its parts; sizes are 1 or more, steps above 0.
  public init(width: Int, height: Int, origin: SIMD2<Double>, step: SIMD2<Double>) {
    precondition(width > 0 && height > 0, "a canvas needs at least one pixel")
    precondition(step.x > 0 && step.y > 0, "a canvas step is above 0")
    self.width = width
    self.height = height
    self.origin = origin
    self.step = step
  }

  /// The page itself, pixel for pixel.
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

  /// 1 for an axis along which the canvas doesn't reach beyond a page, else 0.
  ///
  /// Told from exact numbers: a pixel's own place is rounded, and would leave a trace of an edge.
  package func within(_ page: PageSize) -> SIMD2<Float> {
    let end = origin + SIMD2(Double(width), Double(height)) * step
    let slack = 1e-9 * SIMD2(Double(page.width), Double(page.height))
    return SIMD2(
      origin.x >= -slack.x && end.x <= Double(page.width) + slack.x ? 1 : 0,
      origin.y >= -slack.y && end.y <= Double(page.height) + slack.y ? 1 : 0)
  }

  /// The same pixels in other coordinates: what was q is direction · q + offset, directions being ±1.
  package func mapped(_ direction: SIMD2<Double>, _ offset: SIMD2<Double>) -> Canvas {
    let end = origin + SIMD2(Double(width), Double(height)) * step
    let (first, last) = (direction * origin + offset, direction * end + offset)
    return Canvas(width: width, height: height, origin: pointwiseMin(first, last), step: step)
  }

  /// Whether output pixels are page pixels.
  package var isAligned: Bool {
    step == SIMD2(1, 1) && origin.x == origin.x.rounded() && origin.y == origin.y.rounded()
  }
}

/// How a picture meets a rectangle of another shape.
public enum Fit: String, Sendable, CaseIterable {
  /// All of the picture is seen; what is left over stays empty.
  case contain
  /// The rectangle is full; what stands over is cut.
  case cover
  /// Both sides are scaled apart.
  case stretch
}
