/// A film whose frames may be planes of Y′CbCr: 4:2:0, BT.709, limited range, even sides.
package protocol PlanesWriter: FilmWriter {
  /// Background of planes in transparent areas, `0xRRGGBB` in sRGB; nil if the film rejects planes
  /// because its frames are RGBA or have an alpha plane.
  var planesBackground: UInt32? { get }

  /// Adds a frame as the planes Y′, Cb and Cr, consecutive without gaps, as
  /// ``FilmWriter/append(_:)`` would make them.
  ///
  /// - Precondition: the film takes planes, and these have its size.
  /// - Throws: as ``FilmWriter/append(_:)``.
  func append(planes: [UInt8]) async throws(ImageFileError)
}
