/// A film whose frames may come as planes of Y′CbCr: 4:2:0, BT.709, limited range, even sides.
package protocol PlanesWriter: FilmWriter {
  /// What planes show through frames that aren't opaque, `0xRRGGBB` in sRGB; nil where the film
  /// takes none, because it is RGBA or has a plane of alpha.
  var planesBackground: UInt32? { get }

  /// Adds a frame as the planes Y′, Cb and Cr, one after the other and without gaps, as
  /// ``FilmWriter/append(_:)`` would make them.
  ///
  /// - Precondition: the film takes planes, and these are of its size.
  /// - Throws: as ``FilmWriter/append(_:)``.
  func append(planes: [UInt8]) async throws(ImageFileError)
}
