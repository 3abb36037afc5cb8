package import PageCurl

/// A drawn frame: a picture, or bytes that the output writes as they are.
package enum FilmFrame: Sendable {
  case picture(Pixmap)
  /// Planes of Y′CbCr: the same bytes that the output would make from the picture.
  case planes([UInt8])
}
