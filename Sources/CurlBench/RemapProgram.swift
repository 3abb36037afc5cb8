package import CurlCore

/// OpenCV's remap in another process, measured alternately with the cases.
///
/// Only one task may use it; calls wait for the other process.
package protocol RemapProgram: AnyObject {
  /// Name that the program reports, such as "OpenCV 4.10.0, 1 thread".
  var title: String { get }
  /// Sets the picture to remap, and drops all maps.
  func begin(_ picture: Pixmap) throws
  /// Adds a map: the picture's point for each pixel; pixel centres are whole numbers.
  func add(_ map: [SIMD2<Float>], width: Int, height: Int) throws
  /// Remaps with the map at `index` and returns the time.
  func remap(_ index: Int) throws -> Lap
  /// Sets the picture to make smaller, and its new size; keeps the maps.
  func beginArea(_ picture: Pixmap, width: Int, height: Int) throws
  /// Makes that picture smaller with INTER_AREA and returns the time.
  func area() throws -> Lap
}

extension FrameGeometry {
  /// The map that draws this frame from one page: the page point of each pixel, clamped to the
  /// page, so that a remap reads the same points without handling the page's edges.
  func map(_ page: PageSize) -> [SIMD2<Float>] {
    let last = SIMD2(Float(page.width) - 1, Float(page.height) - 1)
    return uv.map { place in
      guard place.x == place.x else { return .zero }
      return (place - 0.5).clamped(lowerBound: .zero, upperBound: last)
    }
  }
}
