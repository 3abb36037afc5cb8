internal import CurlRaster

extension Pixmap {
  /// The picture at another size; each pixel is the mean of its area, in linear light.
  ///
  /// - Parameters:
  ///   - width: pixels in a row of the result, 1 or more.
  ///   - height: rows of the result, 1 or more.
  ///   - fit: how the picture fits another shape; areas that `.contain` leaves are transparent.
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
