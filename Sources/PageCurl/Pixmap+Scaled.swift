internal import CurlCPU

extension Pixmap {
  /// The picture at another size: each pixel the mean of what it covers, in linear light.
  ///
  /// - Parameters:
  ///   - width: pixels in a row of the result, 1 or more.
  ///   - height: rows of the result, 1 or more.
  ///   - fit: how another shape is met; what `.contain` leaves over is clear.
  /// - Returns: a pixmap of the same format.
  public func scaled(width: Int, height: Int, fit: Fit) -> Pixmap {
    let size = PageSize(width: self.width, height: self.height)
    let canvas = Canvas(page: size, width: width, height: height, fit: fit)
    let resampler = Resampler(self, canvas)
    let storage: Storage =
      switch format {
      case .rgba8: .rgba8(resampler.pixels8())
      case .rgba16: .rgba16(resampler.pixels16())
      }
    return Pixmap(width: width, height: height, storage: storage)
  }
}
