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
    let scene = Scene(
      page: size, base: .next, leaves: [],
      canvas: Canvas(page: size, width: width, height: height, fit: fit))
    // A scene without leaves is always one that the renderer can draw.
    guard let frame = try? CurlFrame(scene) else { return self }
    let picture = PreparedPicture(self)
    let storage = CPURenderer.render(
      .curl(frame, nil), FramePictures(front: picture, next: picture), rows: 0..<height,
      format: format)
    return Pixmap(width: width, height: height, storage: storage)
  }
}
