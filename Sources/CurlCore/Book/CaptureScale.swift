/// Picture pixels per page pixel at which a page was captured, along either side.
public struct CaptureScale: Sendable, Equatable {
  /// Picture pixels per page pixel, above 0.
  public let factor: Double

  /// A scale of `factor` picture pixels per page pixel, a finite number above 0.
  public init(_ factor: Double) {
    precondition(factor > 0 && factor.isFinite, "a scale is above 0, not \(factor)")
    self.factor = factor
  }

  /// Whether pictures are resampled to page pixels: true if the scale differs from 1 by over 0.1.
  ///
  /// Closer to 1, the blur of resampling would be more visible than the wrong size.
  public var isRescaled: Bool { factor < 0.9 || factor > 1.1 }

  /// Page size of a picture captured at this scale.
  public func page(of picture: PageSize) -> PageSize {
    guard isRescaled else { return picture }
    return scaled(picture, by: 1 / factor)
  }

  /// Size at which to capture a page at this scale.
  public func picture(of page: PageSize) -> PageSize {
    guard isRescaled else { return page }
    return scaled(page, by: factor)
  }

  /// Scales and rounds to whole pixels, from 1 to the longest side that a picture may have.
  private func scaled(_ size: PageSize, by factor: Double) -> PageSize {
    func side(_ length: Int) -> Int {
      Int(min(max((Double(length) * factor).rounded(), 1), Double(Int32.max)))
    }
    return PageSize(width: side(size.width), height: side(size.height))
  }
}
