package import CurlCore

/// OpenCV's remap in a process of its own, measured alternately with our own cases.
///
/// One task only; its calls wait for the other process.
package protocol RemapProgram: AnyObject {
  /// Its name in its own words, such as "OpenCV 4.10.0, 1 thread".
  var title: String { get }
  /// Sets the picture to remap, and drops all maps.
  func begin(_ picture: Pixmap) throws
  /// Adds a map: the place in the picture for each pixel, pixel centres at whole numbers.
  func add(_ map: [SIMD2<Float>], width: Int, height: Int) throws
  /// Remaps by the map of an index and returns the time.
  func remap(_ index: Int) throws -> Lap
  /// Hands over a picture that is made smaller, and the size that it gets; keeps the maps.
  func beginArea(_ picture: Pixmap, width: Int, height: Int) throws
  /// Makes that picture smaller by INTER_AREA, and tells what that took there.
  func area() throws -> Lap
}

extension FrameGeometry {
  /// The map that draws this frame from one page alone: the page point of each pixel, clamped to
  /// the page, so that a remap reads the same places without handling the page's edges.
  func map(_ page: PageSize) -> [SIMD2<Float>] {
    let last = SIMD2(Float(page.width) - 1, Float(page.height) - 1)
    return uv.map { place in
      guard place.x == place.x else { return .zero }
      return (place - 0.5).clamped(lowerBound: .zero, upperBound: last)
    }
  }
}
