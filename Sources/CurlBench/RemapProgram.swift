package import CurlCore

/// OpenCV's remap in a process of its own, driven in turns with our own cases.
///
/// One task only; its calls wait for the other process.
package protocol RemapProgram: AnyObject {
  /// What it is, in its own words, such as "OpenCV 4.10.0, 1 thread".
  var title: String { get }
  /// Hands over the picture that is remapped, and forgets the maps of another.
  func begin(_ picture: Pixmap) throws
  /// Hands over the next map: where in the picture each pixel's value comes from, pixel centres at
  /// whole numbers; it keeps it.
  func add(_ map: [SIMD2<Float>], width: Int, height: Int) throws
  /// Remaps by the map of an index, and tells what that took there.
  func remap(_ index: Int) throws -> Lap
  /// Hands over a picture that is made smaller, and the size that it gets; keeps the maps.
  func beginArea(_ picture: Pixmap, width: Int, height: Int) throws
  /// Makes that picture smaller by INTER_AREA, and tells what that took there.
  func area() throws -> Lap
}

extension FrameGeometry {
  /// The map that draws this frame from one page alone: the place seen at each pixel, held inside
  /// the page, so that a remap does the same reading without any of the page's ends.
  func map(_ page: PageSize) -> [SIMD2<Float>] {
    let last = SIMD2(Float(page.width) - 1, Float(page.height) - 1)
    return uv.map { place in
      guard place.x == place.x else { return .zero }
      return (place - 0.5).clamped(lowerBound: .zero, upperBound: last)
    }
  }
}
