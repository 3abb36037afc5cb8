package import PageCurl

/// A frame of a film as its output takes it.
package enum FilmFrame: Sendable {
  case picture(Pixmap)
  /// Planes of Y′CbCr, the same bytes as the output makes of the picture.
  case planes([UInt8])
}
